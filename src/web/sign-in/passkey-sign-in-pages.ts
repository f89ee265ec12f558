/* Signing in with a passkey, without saying first who one is. */
import {
  PASSKEY_FIELD,
  PASSKEY_SIGN_IN,
  SIGN_IN_ADVICE,
  SIGN_IN_LATE,
} from '../../../views/security/passkeys.js';
import { presentPasskey } from '../../accounts/passkeys/passkeys.js';
import { definePage, type Page, type VisitorPost } from '../page.js';
import { type PageReply, redirect } from '../reply.js';
import type { AccountDeps } from '../session/account-deps.js';
import { bindingOf, passkeyDepsOf } from '../session/page-passkeys.js';
import { safeReturnTo } from '../session/return-to.js';
import { REFUSAL, SIGN_IN_PATH, signInPage, tooManySignIns } from './sign-in-page.js';

async function take(
  request: VisitorPost,
  deps: Parameters<typeof presentPasskey>[0] & Pick<AccountDeps, 'appUrl'>,
): Promise<PageReply> {
  const { form, clientIp, session } = request;
  const presented = { answer: form.text(PASSKEY_FIELD), binding: bindingOf(session, 'sign-in'), clientIp };
  const values = { email: '', returnTo: safeReturnTo(form.text('return_to'), deps.appUrl) };
  const outcome = await presentPasskey(deps, presented);
  switch (outcome.kind) {
    case 'proven':
      await session.signIn(outcome.accountId, 'passkey');
      return redirect(values.returnTo);
    case 'refused':
      return signInPage(request, { ...values, refusal: REFUSAL, advice: SIGN_IN_ADVICE }, { status: 401 });
    case 'late':
      return signInPage(request, { ...values, refusal: SIGN_IN_LATE }, { status: 401 });
    case 'too_many_tries':
      return tooManySignIns(request, values, outcome.retryAfterSeconds);
  }
}

export function createPasskeySignInPages(deps: AccountDeps): readonly Page[] {
  const passkeyDeps = { ...deps, ...passkeyDepsOf(deps) };
  return [
    // The address of a page that refused a passkey, reloaded.
    definePage({
      method: 'GET',
      path: PASSKEY_SIGN_IN,
      who: 'anyone',
      handle: () => redirect(SIGN_IN_PATH),
    }),
    definePage({
      method: 'POST',
      path: PASSKEY_SIGN_IN,
      who: 'anyone',
      handle: (request) => take(request, passkeyDeps),
    }),
  ];
}
