/*
 * Signing in with a password. An unknown address, a wrong password and a disabled account are indistinguishable, by the
 * reply and by the time it takes: one account is always looked up, and one hash always verified.
 */
import type { AccountDeps } from './deps.js';
import { knownDevice } from './device-cookie.js';
import type { TooManyAttempts } from './sign-in-rate-limit.js';
import type { Account } from './store.js';

export type SignInOutcome =
  { readonly kind: 'signed_in'; readonly account: Account } | { readonly kind: 'refused' } | TooManyAttempts;

/** Where an attempt comes from. */
export interface AttemptOrigin {
  readonly clientIp: string;
  /** As the browser sent it; '' without one. */
  readonly deviceCookie: string;
}

export interface SignInAttempt extends AttemptOrigin {
  readonly email: string;
  readonly password: string;
}

export async function signIn(
  {
    accounts,
    passwords,
    attempts,
    ...deps
  }: Pick<AccountDeps, 'accounts' | 'passwords' | 'attempts' | 'keys' | 'clock'>,
  { email, password, clientIp, deviceCookie }: SignInAttempt,
): Promise<SignInOutcome> {
  const credentials = await accounts.credentials(email);
  const device = credentials && knownDevice(deps, deviceCookie, credentials.account);
  const limited = await attempts.countSignIn({ id: email, clientIp, device });
  if (limited) return limited;
  const matches = await passwords.verify(password, credentials?.passwordHash);
  if (!matches || credentials === undefined || credentials.account.disabledAt !== undefined)
    return { kind: 'refused' };
  await attempts.clearSignIn({ id: email, clientIp, device });
  return { kind: 'signed_in', account: credentials.account };
}
