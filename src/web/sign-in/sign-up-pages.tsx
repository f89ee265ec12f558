import type { Context } from 'koa';
import type Router from 'koa-router';
import { SignUpPage } from '../../../views/sign-in/sign-up.js';
import type { SignUpProps } from '../../../views/sign-in/sign-up.js';
import { readForm } from '../../http/forms.js';
import type { Form } from '../../http/forms.js';
import { redirectAfterPost, sendPage } from '../../http/pages.js';
import { clientIp } from '../../http/proxies.js';
import { tooManyTries } from '../session/page-deps.js';
import type { AccountPagesDeps } from '../session/page-deps.js';
import { PASSWORD_MIN } from '../../accounts/password.js';
import { safeReturnTo } from '../session/return-to.js';
import { tidyEmail, tidyName } from '../../accounts/rules.js';
import { signUp } from '../../accounts/sign-up.js';
import type { SignUpOutcome } from '../../accounts/sign-up.js';
import { createTries, TRY_LIMITS } from '../../accounts/sign-in-rate-limit.js';

type Shown = Pick<SignUpProps, 'name' | 'email' | 'returnTo'> & Partial<SignUpProps>;

function show(ctx: Context, { csrf }: AccountPagesDeps, status: number, shown: Shown): void {
  const props = { faults: {}, passwordMinimum: PASSWORD_MIN, ...shown };
  sendPage(ctx, status, <SignUpPage {...props} csrf={csrf.csrfField(ctx)} />);
}

function typedIn(form: Form, appUrl: string): Pick<SignUpProps, 'name' | 'email' | 'returnTo'> {
  return {
    name: tidyName(form.text('name')),
    email: tidyEmail(form.text('email')),
    returnTo: safeReturnTo(form.text('return_to'), appUrl),
  };
}

function answer(ctx: Context, deps: AccountPagesDeps, outcome: SignUpOutcome, shown: Shown): void {
  if (outcome.kind === 'faulty') {
    show(ctx, deps, 422, { ...shown, faults: outcome.faults });
  } else if (outcome.kind === 'accepted') {
    const query = new URLSearchParams({ signed_up: '1', return_to: shown.returnTo });
    redirectAfterPost(ctx, `/sign-in?${query.toString()}`);
  } else {
    ctx.set('retry-after', String(outcome.retryAfterSeconds));
    show(ctx, deps, 429, { ...shown, refusal: tooManyTries(outcome.retryAfterSeconds) });
  }
}

export function addSignUp(router: Router, deps: AccountPagesDeps): void {
  const tries = createTries(deps.throttle, deps.keys, deps.limits ?? TRY_LIMITS);
  router.get('/sign-up', (ctx) => {
    const { return_to: returnTo } = ctx.query;
    const path = safeReturnTo(typeof returnTo === 'string' ? returnTo : '', deps.appUrl);
    show(ctx, deps, 200, { name: '', email: '', returnTo: path });
  });
  router.post('/sign-up', async (ctx) => {
    const form = await readForm(ctx);
    deps.csrf.verifyCsrf(ctx, form);
    const shown = typedIn(form, deps.appUrl);
    const attempt = { ...shown, password: form.text('password'), clientIp: clientIp(ctx) };
    answer(ctx, deps, await signUp({ ...deps, tries }, attempt), shown);
  });
}
