/*
 * Proof that an address belongs to the person of its account: a link by mail, for one use within three days. It counts
 * only for who is signed in to that account, so nobody confirms an account that somebody else made with their address.
 * The token has the address in its hash: it fits no other one, and is no way back into an account.
 */
import { DAY } from '../durations.js';
import type { Actor } from '../events/audit-log.js';
import type { JobStore } from '../jobs/store.js';
import type { KeyRing } from '../keys/key-ring.js';
import { recoveryIn } from './recovery-link.js';
import type { RecoveryStore } from './recovery-store.js';
import type { Account } from './store.js';
import type { Tries } from './sign-in-rate-limit.js';

export const PROOF_LIFE_MS = 3 * DAY;
export const ADDRESS_PATH = '/settings/security/address';

const hashedWith =
  (email: string) =>
  (id: string): string =>
    `address:${id}:${email.toLowerCase()}`;

interface LinkParts {
  readonly keys: KeyRing;
  readonly appUrl: string;
}

/** `id`: of the recovery that keeps its use. */
export const proofLink = ({ keys, appUrl }: LinkParts, id: string, email: string): string =>
  `${appUrl}${ADDRESS_PATH}?token=${id}.${keys.hash('recovery', hashedWith(email)(id))}`;

type NewJob = Parameters<JobStore['add']>[0];

/** Without an account it is a job all the same, and no mail. */
export const proofJob = (keys: KeyRing, email: string, accountId: number | undefined): NewJob => ({
  kind: 'recovery',
  payload: { address: keys.seal(email), proves: accountId ?? 0 },
});

interface AskDeps {
  readonly jobs: Pick<JobStore, 'add'>;
  readonly keys: KeyRing;
  readonly tries: Tries;
}

/** Has a link sent; 0, or the seconds to wait: such mails count together with those of recoveries. */
export async function askForProof(
  { jobs, keys, tries }: AskDeps,
  { id, email }: Account,
  clientIp: string,
): Promise<number> {
  const wait = await tries.recovery(email, clientIp);
  if (wait === 0) await jobs.add(proofJob(keys, email, id));
  return wait;
}

interface ProofDeps {
  readonly recoveries: RecoveryStore;
  readonly keys: KeyRing;
  readonly clock: () => number;
}

/** Its id; undefined when the link is used, too old, not ours or another person's. */
export async function findProof(
  { recoveries, keys, clock }: ProofDeps,
  token: string,
  { id: accountId, email }: Account,
): Promise<string | undefined> {
  const id = recoveryIn(keys, token, hashedWith(email));
  const proof = id === undefined ? undefined : await recoveries.find(id, new Date(clock()));
  return proof?.accountId === accountId ? proof.id : undefined;
}

/** True when the address is the person's from now on. */
export async function proveAddress(
  deps: ProofDeps,
  token: string,
  account: Account,
  clientIp: string,
): Promise<boolean> {
  const id = await findProof(deps, token, account);
  if (id === undefined) return false;
  const actor: Actor = { actor: `account:${account.id}`, clientIp };
  return (await deps.recoveries.proveAddress(id, new Date(deps.clock()), actor)) === 'done';
}
