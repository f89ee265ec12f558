/* `/sign-up`: creating an account. */
import { SignUpPage, type SignUpProps } from '../../../views/sign-in/sign-up.js';
import type { AccountDeps } from '../../accounts/deps.js';
import { PASSWORD_MIN } from '../../accounts/password.js';
import { tidyName } from '../../accounts/rules.js';
import { tidyEmailAddress } from '../../email-address.js';
import { signUp } from '../../accounts/sign-up.js';
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
  return page(<SignUpPage {...props} csrf={csrf()} />, options);
}

function showSignUp({ appUrl }: AccountDeps, request: VisitorRequest): PageReply {
  const returnTo = safeReturnTo(request.query('return_to'), appUrl);
  return signUpPage(request, { name: '', email: '', returnTo });
}

async function createAccount(deps: AccountDeps, request: VisitorPost): Promise<PageReply> {
  const { form, clientIp } = request;
  const values = {
    name: tidyName(form.text('name')),
    email: tidyEmailAddress(form.text('email')),
    returnTo: safeReturnTo(form.text('return_to'), deps.appUrl),
  };
  const outcome = await signUp(deps, { ...values, password: form.text('password'), clientIp });
  if (outcome.kind === 'faulty') {
    return signUpPage(request, { ...values, faults: outcome.faults }, { status: 422 });
  }
  if (outcome.kind === 'too_many_attempts') {
    return signUpPage(request, { ...values, refusal: tooManyAttempts(outcome) }, throttled(outcome));
  }
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
