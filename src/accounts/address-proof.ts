/*
 * Proof that the owner of an account reads mail at its address: a link by mail, for one use within three days. It counts
 * only for the user who is signed in to that account, so nobody confirms an account that another person created with
 * their address. The hash of the token includes the address: it fits no other one, and recovers no account.
 */
import { emailKey } from '../email-address.js';
import { DAY } from '../durations.js';
import type { JobStore } from '../jobs/store.js';
import type { KeyRing } from '../keys/key-ring.js';
import type { AccountDeps } from './deps.js';
import { recoveryIn } from './recovery-link.js';
import type { TooManyAttempts } from './sign-in-rate-limit.js';
import type { Account } from './store.js';

export const PROOF_LIFE_MS = 3 * DAY;
export const ADDRESS_PATH = '/settings/security/address';

const hashedWith =
  (email: string) =>
  (id: string): string =>
    `address:${id}:${emailKey(email)}`;

/** `id`: of the recovery that records its use. */
export const proofLink = (
  { keys, appUrl }: Pick<AccountDeps, 'keys' | 'appUrl'>,
  id: string,
  email: string,
): string => `${appUrl}${ADDRESS_PATH}?token=${id}.${keys.hash('recovery', hashedWith(email)(id))}`;

/** Without an account it is a job all the same, and no mail. */
export const proofJob = (
  keys: KeyRing,
  email: string,
  accountId: number | undefined,
): Parameters<JobStore['add']>[0] => ({
  kind: 'recovery',
  payload: { address: keys.seal(email), proves: accountId ?? 0 },
});

/** Sends a link. Such mails count together with those of recoveries. */
export async function requestProof(
  { jobs, keys, attempts }: Pick<AccountDeps, 'jobs' | 'keys' | 'attempts'>,
  { id, email }: Account,
  clientIp: string,
): Promise<TooManyAttempts | undefined> {
  const limited = await attempts.countRecovery({ id: email, clientIp });
  if (!limited) await jobs.add(proofJob(keys, email, id));
  return limited;
}

type ProofDeps = Pick<AccountDeps, 'recoveries' | 'keys' | 'clock'>;

/** Its id; undefined when the link is used, too old, not ours or of another account. */
export async function findProof(
  { recoveries, keys, clock }: ProofDeps,
  token: string,
  { id: accountId, email }: Account,
): Promise<string | undefined> {
  const id = recoveryIn(keys, token, hashedWith(email));
  const proof = id === undefined ? undefined : await recoveries.find(id, new Date(clock()));
  return proof?.accountId === accountId ? proof.id : undefined;
}

/**
 * Only accounts with a confirmed address can allow anything to applications, so what was allowed before is not known to
 * be the user's own. It ends first: a store that does not answer leaves the link as it was.
 */
export async function proveAddress(
  deps: ProofDeps & Pick<AccountDeps, 'endGrants'>,
  token: string,
  account: Account,
  clientIp: string,
): Promise<'done' | 'access_ended' | 'not_found'> {
  const id = await findProof(deps, token, account);
  if (id === undefined) return 'not_found';
  if (account.emailVerifiedAt === undefined) await deps.endGrants(account.id, 'address_confirmed', clientIp);
  const actor = { actor: `account:${account.id}`, clientIp };
  return deps.recoveries.proveAddress(id, new Date(deps.clock()), actor);
}
