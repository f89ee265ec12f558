/*
 * Changing a password. The user enters the current one, also inside a session, which may be a stolen one. Attempts count
 * together with those of the sign-in form.
 */
import { present, type Present } from '../present.js';
import type { AccountDeps } from './deps.js';
import { knownDevice } from './device-cookie.js';
import { passwordFault } from './password.js';
import type { AttemptOrigin } from './sign-in.js';
import type { TooManyAttempts } from './sign-in-rate-limit.js';
import type { Account } from './store.js';

type PasswordFaults = Present<Record<'current' | 'password', string | undefined>>;

export type PasswordOutcome =
  | { readonly kind: 'changed' }
  | { readonly kind: 'faulty'; readonly faults: PasswordFaults }
  | TooManyAttempts;

export interface PasswordChange {
  readonly account: Account;
  readonly current: string;
  readonly password: string;
}

const WRONG: PasswordOutcome = { kind: 'faulty', faults: { current: 'That is not your current password.' } };

/** Empty when the change may be attempted. */
const faultsOf = ({ account, current, password }: PasswordChange): PasswordFaults =>
  present({
    current: current === '' ? 'Enter your current password.' : undefined,
    password:
      passwordFault(password, [account.name, account.email]) ??
      (password === current ? 'This is your current password. Use another one.' : undefined),
  });

/** Ends every session: the pages start the one that stays. */
export async function changePassword(
  {
    accounts,
    passwords,
    attempts,
    ...deps
  }: Pick<AccountDeps, 'accounts' | 'passwords' | 'attempts' | 'keys' | 'clock'>,
  change: PasswordChange,
  { clientIp, deviceCookie }: AttemptOrigin,
): Promise<PasswordOutcome> {
  const faults = faultsOf(change);
  if (Object.keys(faults).length > 0) return { kind: 'faulty', faults };
  const { id, email } = change.account;
  const attempt = { id: email, clientIp, device: knownDevice(deps, deviceCookie, change.account) };
  const limited = await attempts.countSignIn(attempt);
  if (limited) return limited;
  const before = (await accounts.credentials(email))?.passwordHash;
  if (!(await passwords.verify(change.current, before))) return WRONG;
  await attempts.clearSignIn(attempt);
  const actor = { actor: `account:${id}`, clientIp };
  const changed = await accounts.setPasswordHash(id, await passwords.hash(change.password), actor, before);
  return changed ? { kind: 'changed' } : WRONG;
}
