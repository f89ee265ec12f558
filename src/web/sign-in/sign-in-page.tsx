/* The sign-in page as it is shown, for signing in with a password and with a passkey. */
import { SignInPage, type SignInProps } from '../../../views/sign-in/sign-in.js';
import type { BrowserRequest } from '../page.js';
import { page, type PageOptions, type PageReply, retryAfter } from '../reply.js';
import { tooManyTries } from '../session/account-deps.js';

export const SIGN_IN_PATH = '/sign-in';
/** The same for every refusal, so that nobody learns which accounts there are. */
export const REFUSAL = 'The e-mail address or the password is not right.';

export type SignInValues = Pick<SignInProps, 'email' | 'returnTo'> & Partial<SignInProps>;

export function signInPage(
  { csrf }: BrowserRequest,
  values: SignInValues,
  options: PageOptions = {},
): PageReply {
  const props = { faults: {}, signedUp: false, recovered: false, fresh: false, passkeys: true, ...values };
  return page(<SignInPage {...props} csrf={csrf()} />, { ...options, scripts: [] });
}

export const tooManySignIns = (request: BrowserRequest, values: SignInValues, seconds: number): PageReply =>
  signInPage(
    request,
    { ...values, refusal: tooManyTries(seconds) },
    { status: 429, headers: retryAfter(seconds) },
  );
