/*
 * Signing in with a password. An unknown address, a wrong password and a disabled account are indistinguishable, by the
 * reply and by the time it takes: one hash is always verified.
 */
import type { AccountDeps } from './deps.js';
import type { TooManyAttempts } from './sign-in-rate-limit.js';
import type { Account } from './store.js';

export type SignInOutcome =
  { readonly kind: 'signed_in'; readonly account: Account } | { readonly kind: 'refused' } | TooManyAttempts;

export interface SignInAttempt {
  readonly email: string;
  readonly password: string;
  readonly clientIp: string;
}

export async function signIn(
  { accounts, passwords, attempts }: Pick<AccountDeps, 'accounts' | 'passwords' | 'attempts'>,
  { email, password, clientIp }: SignInAttempt,
): Promise<SignInOutcome> {
  const limited = await attempts.countSignIn(email, clientIp);
  if (limited) return limited;
  const credentials = await accounts.credentials(email);
  const matches = await passwords.verify(password, credentials?.passwordHash);
  if (!matches || credentials === undefined || credentials.account.disabledAt !== undefined)
    return { kind: 'refused' };
  await attempts.clearSignIn(email, clientIp);
  return { kind: 'signed_in', account: credentials.account };
}
