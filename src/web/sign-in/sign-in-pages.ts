/* `/sign-in`: signing in with a password. */
import type { SignInProps } from '../../../views/sign-in/sign-in.js';
import { emailFault, tidyEmail } from '../../accounts/rules.js';
import { signIn } from '../../accounts/sign-in.js';
import { definePage, type Page, type VisitorPost, type VisitorRequest } from '../page.js';
import { type PageReply, redirect } from '../reply.js';
import type { AccountDeps } from '../session/account-deps.js';
import { safeReturnTo } from '../session/return-to.js';
import { REFUSAL, SIGN_IN_PATH, signInPage, tooManySignIns } from './sign-in-page.js';

function faultsOf(email: string, password: string): SignInProps['faults'] {
  const fault = emailFault(email);
  return {
    ...(fault === undefined ? {} : { email: fault }),
    ...(password === '' ? { password: 'Enter your password.' } : {}),
  };
}

function show(request: VisitorRequest, { appUrl }: AccountDeps): PageReply {
  const { query, user } = request;
  const hint = query('login_hint');
  return signInPage(request, {
    email: emailFault(hint) === undefined ? hint : '',
    returnTo: safeReturnTo(query('return_to'), appUrl),
    signedUp: query('signed_up') === '1',
    recovered: query('recovered') === '1',
    fresh: query('fresh') === '1',
    user: user?.account,
  });
}

async function take(request: VisitorPost, deps: AccountDeps): Promise<PageReply> {
  const { form, clientIp, session } = request;
  const [email, password] = [tidyEmail(form.text('email')), form.text('password')];
  const values = { email, returnTo: safeReturnTo(form.text('return_to'), deps.appUrl) };
  const faults = faultsOf(email, password);
  if (Object.keys(faults).length > 0) return signInPage(request, { ...values, faults }, { status: 422 });
  const outcome = await signIn(deps, { email, password, clientIp });
  if (outcome.kind === 'refused') {
    return signInPage(request, { ...values, refusal: REFUSAL }, { status: 401 });
  }
  if (outcome.kind === 'too_many_tries') return tooManySignIns(request, values, outcome.retryAfterSeconds);
  await session.signIn(outcome.account.id, 'password');
  return redirect(values.returnTo);
}

export const createSignInPages = (deps: AccountDeps): readonly Page[] => [
  definePage({
    method: 'GET',
    path: SIGN_IN_PATH,
    who: 'anyone',
    handle: (request) => show(request, deps),
  }),
  definePage({
    method: 'POST',
    path: SIGN_IN_PATH,
    who: 'anyone',
    handle: (request) => take(request, deps),
  }),
];
