/*
 * A way back in for somebody who forgot the password: a link by mail, for one use within a quarter of an hour. Asking
 * does the same work for every address, so nobody learns whether it has an account: the address goes into a job, and
 * only who delivers it looks it up.
 */
import type { JobStore } from '../jobs/store.js';
import type { KeyRing } from '../keys/key-ring.js';
import { passwordFault } from './password.js';
import type { Passwords } from './password-hash.js';
import { recoveryIn } from './recovery-link.js';
import type { Recovery, RecoveryStore } from './recovery-store.js';
import { emailFault } from './rules.js';
import type { AccountStore } from './store.js';
import type { Tries } from './sign-in-rate-limit.js';

export type AskOutcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'faulty'; readonly fault: string }
  | { readonly kind: 'too_many_tries'; readonly retryAfterSeconds: number };

interface AskDeps {
  readonly jobs: JobStore;
  readonly keys: KeyRing;
  readonly tries: Tries;
}

/** The address is expected tidy (rules.ts). */
export async function askForRecovery(
  { jobs, keys, tries }: AskDeps,
  email: string,
  clientIp: string,
): Promise<AskOutcome> {
  const fault = emailFault(email);
  if (fault !== undefined) return { kind: 'faulty', fault };
  const retryAfterSeconds = await tries.recovery(email, clientIp);
  if (retryAfterSeconds > 0) return { kind: 'too_many_tries', retryAfterSeconds };
  await jobs.add({ kind: 'recovery', payload: { address: keys.seal(email) } });
  return { kind: 'accepted' };
}

interface RecoverDeps {
  readonly recoveries: RecoveryStore;
  readonly accounts: AccountStore;
  readonly passwords: Passwords;
  readonly keys: KeyRing;
  readonly clock: () => number;
}

/** Undefined when the link is used up, too old or not ours. */
export async function findRecovery(
  { recoveries, keys, clock }: Pick<RecoverDeps, 'recoveries' | 'keys' | 'clock'>,
  token: string,
): Promise<Recovery | undefined> {
  const id = recoveryIn(keys, token);
  return id === undefined ? undefined : recoveries.find(id, new Date(clock()));
}

export type RecoverOutcome =
  | { readonly kind: 'recovered'; readonly accountId: number }
  | { readonly kind: 'faulty'; readonly fault: string }
  | { readonly kind: 'no_such_link' };

/** Ends no session: the pages do. */
export async function recover(
  deps: RecoverDeps,
  {
    token,
    password,
    clientIp,
  }: { readonly token: string; readonly password: string; readonly clientIp: string },
): Promise<RecoverOutcome> {
  const recovery = await findRecovery(deps, token);
  const account = recovery && (await deps.accounts.findById(recovery.accountId));
  if (recovery === undefined || account === undefined) return { kind: 'no_such_link' };
  const fault = passwordFault(password, [account.name, account.email]);
  if (fault !== undefined) return { kind: 'faulty', fault };
  const passwordHash = await deps.passwords.hash(password);
  const actor = { actor: `account:${account.id}`, clientIp };
  const used = await deps.recoveries.use(recovery.id, new Date(deps.clock()), passwordHash, actor);
  return used === 'done' ? { kind: 'recovered', accountId: account.id } : { kind: 'no_such_link' };
}
