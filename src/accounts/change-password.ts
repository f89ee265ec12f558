/*
 * Changing a password: whoever asks must know the present one, also inside a session, which may be a stolen one. Tries
 * count together with those at the sign-in form.
 */
import { present } from '../present.js';
import type { Actor } from '../events/audit-log.js';
import { passwordFault } from './password.js';
import type { Passwords } from './password-hash.js';
import type { Account, AccountStore } from './store.js';
import type { Tries } from './sign-in-rate-limit.js';

export interface PasswordFaults {
  readonly current?: string;
  readonly password?: string;
}

export type PasswordOutcome =
  | { readonly kind: 'changed' }
  | { readonly kind: 'faulty'; readonly faults: PasswordFaults }
  | { readonly kind: 'too_many_tries'; readonly retryAfterSeconds: number };

export interface PasswordChange {
  readonly account: Account;
  readonly current: string;
  readonly password: string;
}

interface ChangePasswordDeps {
  readonly accounts: AccountStore;
  readonly passwords: Passwords;
  readonly tries: Tries;
}

const WRONG = 'This is not your present password.';

/** Empty when the change may be tried. */
function passwordChangeFaults({ account, current, password }: PasswordChange): PasswordFaults {
  const fault =
    passwordFault(password, [account.name, account.email]) ??
    (password === current ? 'This is the password you have now. Use another one.' : undefined);
  return {
    ...(current === '' ? { current: 'Enter your present password.' } : {}),
    ...present({ password: fault }),
  };
}

/** Ends no session: the pages do, which know the one that stays. */
export async function changePassword(
  { accounts, passwords, tries }: ChangePasswordDeps,
  change: PasswordChange,
  clientIp: string,
): Promise<PasswordOutcome> {
  const faults = passwordChangeFaults(change);
  if (Object.keys(faults).length > 0) return { kind: 'faulty', faults };
  const { id, email } = change.account;
  const retryAfterSeconds = await tries.signIn(email, clientIp);
  if (retryAfterSeconds > 0) return { kind: 'too_many_tries', retryAfterSeconds };
  const before = (await accounts.credentials(email))?.passwordHash;
  if (!(await passwords.verify(change.current, before)))
    return { kind: 'faulty', faults: { current: WRONG } };
  await tries.signedIn(email, clientIp);
  const actor: Actor = { actor: `account:${id}`, clientIp };
  const changed = await accounts.setPasswordHash(id, await passwords.hash(change.password), actor, before);
  return changed ? { kind: 'changed' } : { kind: 'faulty', faults: { current: WRONG } };
}
