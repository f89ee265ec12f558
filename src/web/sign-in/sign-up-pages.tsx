/*
 * `/sign-up`: creating an account. Inside an authorization the user is signed in at once, with what the form carries, and
 * goes on where the application waits.
 */
import { SignUpPage, type SignUpProps, TIME_ZONE_FIELD } from '../../../views/sign-in/sign-up.js';
import type { AccountDeps } from '../../accounts/deps.js';
import { PASSWORD_MIN } from '../../accounts/password.js';
import { tidyName } from '../../accounts/rules.js';
import { tidyEmailAddress } from '../../email-address.js';
import { signIn } from '../../accounts/sign-in.js';
import { signUp } from '../../accounts/sign-up.js';
import { INTERACTION_PATH } from '../../authorization/provider/provider.js';
import type { Form } from '../../http/forms.js';
import { isTimeZone } from '../../scheduling/profile/rules.js';
import {
  type BrowserRequest,
  definePage,
  handlerWith,
  type Page,
  type VisitorPost,
  type VisitorRequest,
} from '../page.js';
import { page, type PageOptions, type PageReply, redirect } from '../reply.js';
import { safeReturnTo } from '../session/return-to.js';
import { throttled, tooManyAttempts } from '../session/too-many-attempts.js';

const SIGN_UP_PATH = '/sign-up';

type SignUpValues = Pick<SignUpProps, 'name' | 'email' | 'returnTo'>;

function signUpPage(
  { csrf }: BrowserRequest,
  values: SignUpValues & Partial<SignUpProps>,
  options?: PageOptions,
): PageReply {
  const props = { faults: {}, passwordMinimum: PASSWORD_MIN, ...values };
  return page(<SignUpPage {...props} csrf={csrf()} />, { ...options, scripts: [] });
}

function showSignUp({ appUrl }: AccountDeps, request: VisitorRequest): PageReply {
  const returnTo = safeReturnTo(request.query('return_to'), appUrl);
  return signUpPage(request, { name: '', email: '', returnTo });
}

const isAuthorization = (returnTo: string): boolean => returnTo.startsWith(`${INTERACTION_PATH}/`);

/** A counted attempt as any other. Refused for an address that had an account before, whose password it does not know. */
async function signInAtOnce(
  deps: AccountDeps,
  { clientIp, session }: VisitorPost,
  credentials: { readonly email: string; readonly password: string },
): Promise<boolean> {
  const deviceCookie = session.deviceCookie();
  const outcome = await signIn(deps, { ...credentials, clientIp, deviceCookie });
  if (outcome.kind !== 'signed_in') return false;
  await session.signIn(outcome.account, 'password');
  return true;
}

/** A script has filled it; without one it is empty, and the account begins in UTC. */
function timeZoneIn(form: Form): string | undefined {
  const timeZone = form.text(TIME_ZONE_FIELD);
  return isTimeZone(timeZone) ? timeZone : undefined;
}

async function createAccount(deps: AccountDeps, request: VisitorPost): Promise<PageReply> {
  const { form, clientIp } = request;
  const password = form.text('password');
  const values = {
    name: tidyName(form.text('name')),
    email: tidyEmailAddress(form.text('email')),
    returnTo: safeReturnTo(form.text('return_to'), deps.appUrl),
  };
  const timeZone = timeZoneIn(form);
  const outcome = await signUp(deps, { ...values, password, clientIp, timeZone });
  if (outcome.kind === 'faulty') {
    return signUpPage(request, { ...values, faults: outcome.faults }, { status: 422 });
  }
  if (outcome.kind === 'too_many_attempts') {
    return signUpPage(request, { ...values, refusal: tooManyAttempts(outcome) }, throttled(outcome));
  }
  if (isAuthorization(values.returnTo) && (await signInAtOnce(deps, request, { ...values, password })))
    return redirect(values.returnTo);
  const query = new URLSearchParams({ signed_up: '1', return_to: values.returnTo });
  return redirect(`/sign-in?${query.toString()}`);
}

export function createSignUpPages(deps: AccountDeps): readonly Page[] {
  const by = handlerWith(deps);
  return [
    definePage({ method: 'GET', path: SIGN_UP_PATH, who: 'anyone', handle: by(showSignUp) }),
    definePage({ method: 'POST', path: SIGN_UP_PATH, who: 'anyone', handle: by(createAccount) }),
  ];
}
