/*
 * Whether a session is enough for what must be asked of the person rather than of whoever holds the browser: client
 * secrets, verdicts, passkeys. Who proved lately who they are is let through; others prove it, with a password or a
 * passkey of theirs, under the limits of signing in.
 */
import { MINUTE } from '../durations.js';
import type { Passwords } from './password-hash.js';
import type { Binding } from './passkeys/passkey-challenges.js';
import { type PasskeyDeps, presentPasskey } from './passkeys/passkeys.js';
import { signIn } from './sign-in.js';
import type { Account, AccountStore } from './store.js';
import type { Tries } from './sign-in-rate-limit.js';

/** Milliseconds. */
const FRESH_FOR = 10 * MINUTE;

/** A time that is not known (NaN) is not fresh. */
export const isRecentSignIn = (confirmedAt: Date, now: number): boolean =>
  now - confirmedAt.getTime() <= FRESH_FOR;

/** What somebody offers; a passkey counts before a password. */
export interface Proof {
  readonly password: string;
  /** What the browser sent, as text; '' when no passkey was used. */
  readonly passkey: string;
}

export type ProofOutcome =
  | { readonly kind: 'proven' }
  | { readonly kind: 'no_password' }
  | { readonly kind: 'wrong_password' }
  | { readonly kind: 'wrong_passkey' }
  | { readonly kind: 'late' }
  | { readonly kind: 'too_many_tries'; readonly retryAfterSeconds: number };

interface ProofDeps extends PasskeyDeps {
  readonly accounts: AccountStore;
  readonly passwords: Passwords;
  readonly tries: Tries;
}

export interface Claim extends Proof {
  readonly account: Account;
  readonly binding: Binding;
  readonly clientIp: string;
}

export async function prove(
  deps: ProofDeps,
  { account, binding, clientIp, password, passkey }: Claim,
): Promise<ProofOutcome> {
  if (passkey !== '') {
    const outcome = await presentPasskey(deps, { answer: passkey, binding, clientIp, owner: account.id });
    return outcome.kind === 'refused' ? { kind: 'wrong_passkey' } : outcome;
  }
  if (password === '') return { kind: 'no_password' };
  const outcome = await signIn(deps, { email: account.email, password, clientIp });
  if (outcome.kind === 'too_many_tries') return outcome;
  const isTheirs = outcome.kind === 'signed_in' && outcome.account.id === account.id;
  return { kind: isTheirs ? 'proven' : 'wrong_password' };
}
