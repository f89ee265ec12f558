/* `/sign-in`: signing in with a password. */
import type { AccountDeps } from '../../accounts/deps.js';
import { emailFault } from '../../accounts/rules.js';
import { tidyEmailAddress } from '../../email-address.js';
import { signIn } from '../../accounts/sign-in.js';
import { present } from '../../present.js';
import { definePage, handlerWith, type Page, type VisitorPost, type VisitorRequest } from '../page.js';
import { type PageReply, redirect } from '../reply.js';
import { safeReturnTo } from '../session/return-to.js';
import { refuse, SIGN_IN_PATH, signInPage, tooManySignIns } from './sign-in-page.js';

function showSignIn({ appUrl }: AccountDeps, request: VisitorRequest): PageReply {
  const { query, user } = request;
  const hint = query('login_hint');
  return signInPage(request, {
    email: emailFault(hint) === undefined ? hint : '',
    returnTo: safeReturnTo(query('return_to'), appUrl),
    signedUp: query('signed_up') === '1',
    recovered: query('recovered') === '1',
    deleted: query('deleted') === '1',
    fresh: query('fresh') === '1',
    choose: query('choose') === '1',
    user: user?.account,
  });
}

async function signInWithPassword(deps: AccountDeps, request: VisitorPost): Promise<PageReply> {
  const { form, clientIp, session } = request;
  const [email, password] = [tidyEmailAddress(form.text('email')), form.text('password')];
  const values = { email, returnTo: safeReturnTo(form.text('return_to'), deps.appUrl) };
  const faults = present({
    email: emailFault(email),
    password: password === '' ? 'Enter your password.' : undefined,
  });
  if (Object.keys(faults).length > 0) return signInPage(request, { ...values, faults }, { status: 422 });
  const outcome = await signIn(deps, { email, password, clientIp, deviceCookie: session.deviceCookie() });
  if (outcome.kind === 'refused') return refuse(request, values);
  if (outcome.kind === 'too_many_attempts') return tooManySignIns(request, values, outcome);
  await session.signIn(outcome.account, 'password');
  return redirect(values.returnTo);
}

export function createSignInPages(deps: AccountDeps): readonly Page[] {
  const by = handlerWith(deps);
  return [
    definePage({ method: 'GET', path: SIGN_IN_PATH, who: 'anyone', handle: by(showSignIn) }),
    definePage({ method: 'POST', path: SIGN_IN_PATH, who: 'anyone', handle: by(signInWithPassword) }),
  ];
}
