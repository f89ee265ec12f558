/* `/sign-up`: creating an account. */
import { SignUpPage, type SignUpProps } from '../../../views/sign-in/sign-up.js';
import { PASSWORD_MIN } from '../../accounts/password.js';
import { tidyEmail, tidyName } from '../../accounts/rules.js';
import { signUp } from '../../accounts/sign-up.js';
import type { Form } from '../../http/forms.js';
import { type BrowserRequest, definePage, type Page, type VisitorPost } from '../page.js';
import { page, type PageOptions, type PageReply, redirect, retryAfter } from '../reply.js';
import { type AccountDeps, tooManyTries } from '../session/account-deps.js';
import { safeReturnTo } from '../session/return-to.js';

const SIGN_UP_PATH = '/sign-up';

type Typed = Pick<SignUpProps, 'name' | 'email' | 'returnTo'>;

function signUpPage(
  { csrf }: BrowserRequest,
  values: Typed & Partial<SignUpProps>,
  options?: PageOptions,
): PageReply {
  const props = { faults: {}, passwordMinimum: PASSWORD_MIN, ...values };
  return page(<SignUpPage {...props} csrf={csrf()} />, options);
}

const typedIn = (form: Form, appUrl: string): Typed => ({
  name: tidyName(form.text('name')),
  email: tidyEmail(form.text('email')),
  returnTo: safeReturnTo(form.text('return_to'), appUrl),
});

async function take(request: VisitorPost, deps: AccountDeps): Promise<PageReply> {
  const { form, clientIp } = request;
  const values = typedIn(form, deps.appUrl);
  const outcome = await signUp(deps, { ...values, password: form.text('password'), clientIp });
  if (outcome.kind === 'faulty') {
    return signUpPage(request, { ...values, faults: outcome.faults }, { status: 422 });
  }
  if (outcome.kind === 'accepted') {
    const query = new URLSearchParams({ signed_up: '1', return_to: values.returnTo });
    return redirect(`/sign-in?${query.toString()}`);
  }
  const { retryAfterSeconds: seconds } = outcome;
  const refusal = tooManyTries(seconds);
  return signUpPage(request, { ...values, refusal }, { status: 429, headers: retryAfter(seconds) });
}

export const createSignUpPages = (deps: AccountDeps): readonly Page[] => [
  definePage({
    method: 'GET',
    path: SIGN_UP_PATH,
    who: 'anyone',
    handle(request) {
      const returnTo = safeReturnTo(request.query('return_to'), deps.appUrl);
      return signUpPage(request, { name: '', email: '', returnTo });
    },
  }),
  definePage({
    method: 'POST',
    path: SIGN_UP_PATH,
    who: 'anyone',
    handle: (request) => take(request, deps),
  }),
];
