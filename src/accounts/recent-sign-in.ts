/*
 * Whether a session is enough for actions that need the user and not just their browser: client secrets, review
 * verdicts, passkeys. Users who proved who they are within ten minutes pass; others prove it with their password or a
 * passkey, under the rate limits of signing in.
 */
import { MINUTE } from '../durations.js';
import type { AccountDeps } from './deps.js';
import { knownDevice } from './device-cookie.js';
import type { Binding } from './passkeys/passkey-challenges.js';
import { type PasskeyDeps, presentPasskey } from './passkeys/passkeys.js';
import { type AttemptOrigin, signIn } from './sign-in.js';
import type { TooManyAttempts } from './sign-in-rate-limit.js';
import type { Account } from './store.js';

const RECENT_MS = 10 * MINUTE;

/** An unknown time (NaN) is not recent. */
export const isRecentSignIn = (confirmedAt: Date, now: number): boolean =>
  now - confirmedAt.getTime() <= RECENT_MS;

export type ProofOutcome =
  | { readonly kind: 'proven' }
  | { readonly kind: 'no_password' | 'wrong_password' | 'wrong_passkey' | 'late' }
  | TooManyAttempts;

/** A passkey counts before a password. */
export interface Proof extends AttemptOrigin {
  readonly account: Account;
  readonly binding: Binding;
  readonly password: string;
  /** What the browser sent, as text; '' when no passkey was used. */
  readonly passkey: string;
}

export async function verifyProof(
  deps: PasskeyDeps & Pick<AccountDeps, 'accounts' | 'passwords' | 'keys'>,
  { account, binding, password, passkey, ...origin }: Proof,
): Promise<ProofOutcome> {
  if (passkey !== '') {
    const { clientIp, deviceCookie } = origin;
    const device = knownDevice(deps, deviceCookie, account);
    const presentation = { answer: passkey, binding, clientIp, device, owner: account.id };
    const outcome = await presentPasskey(deps, presentation);
    return outcome.kind === 'refused' ? { kind: 'wrong_passkey' } : outcome;
  }
  if (password === '') return { kind: 'no_password' };
  const outcome = await signIn(deps, { email: account.email, password, ...origin });
  if (outcome.kind === 'too_many_attempts') return outcome;
  const isTheirs = outcome.kind === 'signed_in' && outcome.account.id === account.id;
  return { kind: isTheirs ? 'proven' : 'wrong_password' };
}
