/* Signing in with a passkey, without an e-mail address. */
import {
  PASSKEY_FIELD,
  PASSKEY_SIGN_IN,
  SIGN_IN_ADVICE,
  SIGN_IN_LATE,
} from '../../../views/security/passkeys.js';
import type { AccountDeps } from '../../accounts/deps.js';
import { presentPasskey } from '../../accounts/passkeys/passkeys.js';
import { definePage, type Page, type VisitorPost } from '../page.js';
import { type PageReply, redirect } from '../reply.js';
import { bindingOf } from '../session/passkey-binding.js';
import { safeReturnTo } from '../session/return-to.js';
import { refuse, SIGN_IN_PATH, signInPage, tooManySignIns } from './sign-in-page.js';

async function signInWithPasskey(deps: AccountDeps, request: VisitorPost): Promise<PageReply> {
  const { form, clientIp, session } = request;
  const binding = bindingOf(session, 'sign-in');
  const values = { email: '', returnTo: safeReturnTo(form.text('return_to'), deps.appUrl) };
  const outcome = await presentPasskey(deps, { answer: form.text(PASSKEY_FIELD), binding, clientIp });
  switch (outcome.kind) {
    case 'proven':
      await session.signIn(outcome.account, 'passkey');
      return redirect(values.returnTo);
    case 'refused':
      return refuse(request, { ...values, advice: SIGN_IN_ADVICE });
    case 'late':
      return signInPage(request, { ...values, refusal: SIGN_IN_LATE }, { status: 401 });
    case 'too_many_attempts':
      return tooManySignIns(request, values, outcome);
  }
}

export const createPasskeySignInPages = (deps: AccountDeps): readonly Page[] => [
  // The address of a page that refused a passkey, reloaded.
  definePage({ method: 'GET', path: PASSKEY_SIGN_IN, who: 'anyone', handle: () => redirect(SIGN_IN_PATH) }),
  definePage({
    method: 'POST',
    path: PASSKEY_SIGN_IN,
    who: 'anyone',
    handle: (request) => signInWithPasskey(deps, request),
  }),
];
