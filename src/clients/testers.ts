/*
 * Testers: accounts that may use a pending client besides its managers. A manager names them by address, and they have to
 * accept: until then nothing of theirs depends on the client.
 */
import { HOUR, inSeconds } from '../durations.js';
import { tidyEmailAddress } from '../email-address.js';
import type { AccountStore } from '../accounts/store.js';
import type { Actor } from '../events/audit-log.js';
import { conflict, notFound } from '../errors.js';
import type { Limit, Throttle } from '../rate-limits/throttle.js';
import type { ClientRecordStore } from './record-store.js';
import type { Client } from './store.js';

/** Of this application: the invitation to test a client, for the account that is named. */
export const TESTING_PATH = '/settings/testing';
export const testingPath = (clientId: string): string => `${TESTING_PATH}/${encodeURIComponent(clientId)}`;

/** Those who have not accepted yet among them. */
const MAX_TESTERS = 20;
/** The reply discloses whether an address has an account, so attempts are limited. */
const ADDITIONS: Limit = { attempts: 40, windowSeconds: inSeconds(HOUR) };

/** One message for all cases, so that it discloses as little as possible. */
const UNCONFIRMED =
  'No account has confirmed this address. Ask the person to sign up and to follow the link in our mail, or check the spelling.';

interface TesterDeps {
  readonly records: ClientRecordStore;
  readonly accounts: AccountStore;
  readonly throttle: Throttle;
}

interface NewTester {
  readonly client: Pick<Client, 'id' | 'managerIds'>;
  /** Account id of the manager. */
  readonly by: number;
  readonly email: string;
}

/** Undefined when done, otherwise what is wrong, as a sentence. Throws `conflict` when it is not pending, `notFound`. */
export async function addTester(
  { records, accounts, throttle }: TesterDeps,
  { client, by, email }: NewTester,
  actor: Actor,
): Promise<string | undefined> {
  const { allowed, retryAfterSeconds } = await throttle.take(`testers:${by}`, ADDITIONS);
  if (!allowed) return `Too many attempts. Wait ${Math.ceil(retryAfterSeconds / 60)} minutes and try again.`;
  const account = await accounts.findByEmail(tidyEmailAddress(email));
  if (account === undefined || account.disabledAt !== undefined) return UNCONFIRMED;
  if (account.id === by) return 'This is you. You manage the client and can use it already.';
  if (client.managerIds.includes(account.id)) return 'This person manages the client and can use it already.';
  // Another person may have signed up with the address.
  if (account.emailVerifiedAt === undefined) return UNCONFIRMED;
  const outcome = await records.addTester(client.id, by, { accountId: account.id, most: MAX_TESTERS }, actor);
  if (outcome === 'not_found') throw notFound('You have no client with this id.');
  if (outcome === 'full') return `There are ${MAX_TESTERS} testers already. Remove one first.`;
  if (outcome === 'not_pending') throw conflict('Only a client that waits for review can have testers.');
  return undefined;
}

export async function removeTester(
  { records }: Pick<TesterDeps, 'records'>,
  { clientId, by, accountId }: { readonly clientId: string; readonly by: number; readonly accountId: number },
  actor: Actor,
): Promise<void> {
  const outcome = await records.removeTester(clientId, by, accountId, actor);
  if (outcome === 'not_found') throw notFound('This client has no such tester.');
}
