/* The people whom an owner lets use a client before its review. They must have an account: its id is what counts. */
import type { AccountStore } from '../accounts/store.js';
import type { Cause } from '../audit.js';
import { conflict, notFound } from '../errors.js';
import type { Limit, Throttle } from '../http/throttle.js';
import type { ClientRecordStore } from './record-store.js';
import type { Client } from './store.js';

const MOST_TESTERS = 20;
/** Whether an address has an account is told here, so it is not told often. */
const ADDITIONS: Limit = { tries: 40, windowSeconds: 3600 };

interface TesterDeps {
  readonly records: ClientRecordStore;
  readonly accounts: AccountStore;
  readonly throttle: Throttle;
}

/** Undefined when done, otherwise what is wrong, as a sentence. Throws `conflict` when it is not pending, `notFound`. */
export async function addTester(
  { records, accounts, throttle }: TesterDeps,
  { id, ownerId }: Pick<Client, 'id' | 'ownerId'>,
  email: string,
  cause: Cause,
): Promise<string | undefined> {
  const { allowed, retryAfterSeconds } = await throttle.take(`testers:${ownerId}`, ADDITIONS);
  if (!allowed) return `Too many tries. Wait ${Math.ceil(retryAfterSeconds / 60)} minutes and try again.`;
  const account = await accounts.findByEmail(email.trim());
  if (account === undefined || account.disabledAt !== undefined) {
    return 'No account has this address. Ask the person to sign up first, or check the spelling.';
  }
  if (account.id === ownerId) return 'This is you. As the owner you can use the client already.';
  const outcome = await records.addTester(id, ownerId, { accountId: account.id, most: MOST_TESTERS }, cause);
  if (outcome === 'not_found') throw notFound('You have no client with this id.');
  if (outcome === 'full') return `There are ${MOST_TESTERS} testers already. Remove one first.`;
  if (outcome === 'not_pending') throw conflict('Only a client that waits for its review has testers.');
  return undefined;
}

export async function removeTester(
  { records }: Pick<TesterDeps, 'records'>,
  { id, ownerId }: Pick<Client, 'id' | 'ownerId'>,
  accountId: number,
  cause: Cause,
): Promise<void> {
  const outcome = await records.removeTester(id, ownerId, accountId, cause);
  if (outcome === 'not_found') throw notFound('This client has no such tester.');
}
