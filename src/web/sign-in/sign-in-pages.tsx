import type { Context } from 'koa';
import type Router from 'koa-router';
import { present } from '../../present.js';
import { SignInPage } from '../../../views/sign-in/sign-in.js';
import type { SignInProps } from '../../../views/sign-in/sign-in.js';
import { readForm } from '../../http/forms.js';
import { redirectAfterPost, sendPage } from '../../http/pages.js';
import { clientIp } from '../../http/proxies.js';
import { allowScript } from '../../http/security-headers.js';
import { tooManyTries } from '../session/page-deps.js';
import type { AccountPagesDeps } from '../session/page-deps.js';
import { safeReturnTo } from '../session/return-to.js';
import { emailFault, tidyEmail } from '../../accounts/rules.js';
import { signIn } from '../../accounts/sign-in.js';
import type { SignInOutcome } from '../../accounts/sign-in.js';
import { createTries, TRY_LIMITS } from '../../accounts/sign-in-rate-limit.js';

type Shown = Pick<SignInProps, 'email' | 'returnTo'> & Partial<SignInProps>;

export const SIGN_IN_PATH = '/sign-in';
/** One for everybody who is not let in, so that nobody learns which accounts there are. */
export const REFUSAL = 'The e-mail address or the password is not right.';

const single = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '');

function faultsOf(email: string, password: string): SignInProps['faults'] {
  const fault = emailFault(email);
  return {
    ...present({ email: fault }),
    ...(password === '' ? { password: 'Enter your password.' } : {}),
  };
}

export function showSignIn(ctx: Context, { csrf }: AccountPagesDeps, status: number, shown: Shown): void {
  const props = { faults: {}, signedUp: false, recovered: false, fresh: false, passkeys: true, ...shown };
  allowScript(ctx, []);
  sendPage(ctx, status, <SignInPage {...props} csrf={csrf.csrfField(ctx)} />);
}

async function showForm(ctx: Context, deps: AccountPagesDeps): Promise<void> {
  const hint = single(ctx.query.login_hint);
  const user = await deps.currentUser(ctx);
  showSignIn(ctx, deps, 200, {
    email: emailFault(hint) === undefined ? hint : '',
    returnTo: safeReturnTo(single(ctx.query.return_to), deps.appUrl),
    signedUp: ctx.query.signed_up === '1',
    recovered: ctx.query.recovered === '1',
    fresh: ctx.query.fresh === '1',
    user: user?.account,
  });
}

async function answer(
  ctx: Context,
  deps: AccountPagesDeps,
  outcome: SignInOutcome,
  shown: Shown,
): Promise<void> {
  if (outcome.kind === 'signed_in') {
    await deps.sessionOf(ctx).signIn(outcome.account.id, 'password');
    redirectAfterPost(ctx, shown.returnTo);
  } else if (outcome.kind === 'refused') {
    showSignIn(ctx, deps, 401, { ...shown, refusal: REFUSAL });
  } else {
    ctx.set('retry-after', String(outcome.retryAfterSeconds));
    showSignIn(ctx, deps, 429, { ...shown, refusal: tooManyTries(outcome.retryAfterSeconds) });
  }
}

export function addSignIn(router: Router, deps: AccountPagesDeps): void {
  const tries = createTries(deps.throttle, deps.keys, deps.limits ?? TRY_LIMITS);
  router.get(SIGN_IN_PATH, (ctx) => showForm(ctx, deps));
  router.post(SIGN_IN_PATH, async (ctx) => {
    const form = await readForm(ctx);
    deps.csrf.verifyCsrf(ctx, form);
    const [email, password] = [tidyEmail(form.text('email')), form.text('password')];
    const shown = { email, returnTo: safeReturnTo(form.text('return_to'), deps.appUrl) };
    const faults = faultsOf(email, password);
    if (Object.keys(faults).length > 0) {
      showSignIn(ctx, deps, 422, { ...shown, faults });
      return;
    }
    const outcome = await signIn({ ...deps, tries }, { email, password, clientIp: clientIp(ctx) });
    await answer(ctx, deps, outcome, shown);
  });
}
