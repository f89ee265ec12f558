/* The sign-in page, for signing in with a password and with a passkey. */
import { SignInPage, type SignInProps } from '../../../views/sign-in/sign-in.js';
import type { TooManyAttempts } from '../../accounts/sign-in-rate-limit.js';
import type { BrowserRequest } from '../page.js';
import { page, type PageOptions, type PageReply } from '../reply.js';
import { throttled, tooManyAttempts } from '../session/too-many-attempts.js';

export const SIGN_IN_PATH = '/sign-in';
/** The same for every refusal, so that it does not disclose which accounts exist. */
const REFUSAL = 'The e-mail address or the password is not right.';

type SignInValues = Pick<SignInProps, 'email' | 'returnTo'> & Partial<SignInProps>;

export function signInPage(
  { csrf }: BrowserRequest,
  values: SignInValues,
  options: PageOptions = {},
): PageReply {
  const props = {
    faults: {},
    signedUp: false,
    recovered: false,
    deleted: false,
    fresh: false,
    choose: false,
    passkeys: true,
    ...values,
  };
  return page(<SignInPage {...props} csrf={csrf()} />, { ...options, scripts: [] });
}

export const refuse = (request: BrowserRequest, values: SignInValues): PageReply =>
  signInPage(request, { ...values, refusal: REFUSAL }, { status: 401 });

export const tooManySignIns = (
  request: BrowserRequest,
  values: SignInValues,
  limited: TooManyAttempts,
): PageReply => signInPage(request, { ...values, refusal: tooManyAttempts(limited) }, throttled(limited));
