/*
 * Account recovery for a user who forgot the password: a link by mail, for one use within 15 minutes. A request does the
 * same work for every address, so the reply does not disclose whether it has an account: the address goes into a job,
 * and only the job looks it up.
 */
import type { AccountDeps } from './deps.js';
import { knownDevice } from './device-cookie.js';
import { passwordFault } from './password.js';
import { recoveryIn } from './recovery-link.js';
import type { Recovery } from './recovery-store.js';
import { emailFault } from './rules.js';
import type { AttemptOrigin } from './sign-in.js';
import type { TooManyAttempts } from './sign-in-rate-limit.js';

export type RequestOutcome =
  { readonly kind: 'accepted' } | { readonly kind: 'faulty'; readonly fault: string } | TooManyAttempts;

type RequestDeps = Pick<AccountDeps, 'accounts' | 'jobs' | 'keys' | 'attempts' | 'clock'>;

/**
 * Only a browser with a device cookie makes us look up an account. The address must be confirmed: otherwise the mails of
 * a browser that signed up with it may go to another person.
 */
async function deviceFor(
  { accounts, ...deps }: RequestDeps,
  email: string,
  deviceCookie: string,
): Promise<string | undefined> {
  const account = deviceCookie === '' ? undefined : await accounts.findByEmail(email);
  return account?.emailVerifiedAt && knownDevice(deps, deviceCookie, account);
}

/** The address is expected tidy (rules.ts). */
export async function requestRecovery(
  deps: RequestDeps,
  email: string,
  { clientIp, deviceCookie }: AttemptOrigin,
): Promise<RequestOutcome> {
  const fault = emailFault(email);
  if (fault !== undefined) return { kind: 'faulty', fault };
  const device = await deviceFor(deps, email, deviceCookie);
  const limited = await deps.attempts.countRecovery({ id: email, clientIp, device });
  if (limited) return limited;
  await deps.jobs.add({ kind: 'recovery', payload: { address: deps.keys.seal(email) } });
  return { kind: 'accepted' };
}

type FindDeps = Pick<AccountDeps, 'recoveries' | 'keys' | 'clock'>;

/** Undefined when the link is used up, too old or not ours. */
export async function findRecovery(
  { recoveries, keys, clock }: FindDeps,
  token: string,
): Promise<Recovery | undefined> {
  const id = recoveryIn(keys, token);
  return id === undefined ? undefined : recoveries.find(id, new Date(clock()));
}

export type RecoverOutcome =
  /** `firstProof`: passkeys, grants and connections from before have ended. */
  | { readonly kind: 'recovered'; readonly accountId: number; readonly firstProof: boolean }
  | { readonly kind: 'faulty'; readonly fault: string }
  | { readonly kind: 'no_such_link' };

export interface NewPassword {
  readonly token: string;
  readonly password: string;
  readonly clientIp: string;
}

/**
 * The user of an account with an unconfirmed address may not own the mailbox: what they allowed ends, before the
 * link is used up, so that a store which does not answer leaves nothing half done. The rest ends with the link.
 */
export async function recover(
  deps: FindDeps & Pick<AccountDeps, 'accounts' | 'passwords' | 'endGrants'>,
  { token, password, clientIp }: NewPassword,
): Promise<RecoverOutcome> {
  const recovery = await findRecovery(deps, token);
  const account = recovery && (await deps.accounts.findById(recovery.accountId));
  if (recovery === undefined || account === undefined) return { kind: 'no_such_link' };
  const fault = passwordFault(password, [account.name, account.email]);
  if (fault !== undefined) return { kind: 'faulty', fault };
  const passwordHash = await deps.passwords.hash(password);
  if (account.emailVerifiedAt === undefined) await deps.endGrants(account.id, 'recovery', clientIp);
  const actor = { actor: `account:${account.id}`, clientIp };
  const used = await deps.recoveries.use(recovery.id, new Date(deps.clock()), passwordHash, actor);
  if (used !== 'done') return { kind: 'no_such_link' };
  return { kind: 'recovered', accountId: account.id, firstProof: account.emailVerifiedAt === undefined };
}
