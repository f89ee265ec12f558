/*
 * Signing in with a password. An unknown address, a wrong password and a disabled account cannot be told apart, neither
 * by the answer nor by the time it takes: one hash is always verified.
 */
import type { Passwords } from './password-hash.js';
import type { Account, AccountStore } from './store.js';
import type { Tries } from './sign-in-rate-limit.js';

export type SignInOutcome =
  | { readonly kind: 'signed_in'; readonly account: Account }
  | { readonly kind: 'refused' }
  | { readonly kind: 'too_many_tries'; readonly retryAfterSeconds: number };

export interface SignInAttempt {
  readonly email: string;
  readonly password: string;
  readonly clientIp: string;
}

interface SignInDeps {
  readonly accounts: AccountStore;
  readonly passwords: Passwords;
  readonly tries: Tries;
}

export async function signIn(
  { accounts, passwords, tries }: SignInDeps,
  attempt: SignInAttempt,
): Promise<SignInOutcome> {
  const retryAfterSeconds = await tries.signIn(attempt.email, attempt.clientIp);
  if (retryAfterSeconds > 0) return { kind: 'too_many_tries', retryAfterSeconds };
  const credentials = await accounts.credentials(attempt.email);
  const matches = await passwords.verify(attempt.password, credentials?.passwordHash);
  if (!matches || credentials === undefined || credentials.account.disabledAt !== undefined)
    return { kind: 'refused' };
  await tries.signedIn(attempt.email, attempt.clientIp);
  return { kind: 'signed_in', account: credentials.account };
}
