/*
 * Opens the grant that a person has allowed. Grants may live outside the database, so what is written about one comes
 * after it, but before anybody gets a code: no application has access without a row and without its person being told.
 */
import type { Client } from '../clients/store.js';
import type { Announcements } from '../delivery/store.js';
import { allowedLetter } from './allowed-letter.js';
import type { Families } from './families.js';
import { endsAt, type GrantEnd } from './grant-end.js';
import { endingLetters } from './grant-end-letter.js';
import { allowedEntry } from './grant-entries.js';
import type { Family } from './token-families.js';

export interface AllowDeps {
  readonly families: Families;
  readonly announcements: Announcements;
  /** Seconds. */
  readonly refreshTokenMaxAge: number;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

export interface Allowance {
  readonly client: Client;
  readonly accountId: number;
  readonly scope: string;
  readonly until: GrantEnd;
  readonly network: string;
}

/** The id of the grant. */
export async function allow(
  { families, announcements, refreshTokenMaxAge, clock }: AllowDeps,
  { client, accountId, scope, until, network }: Allowance,
): Promise<string> {
  const born = clock();
  const ends = endsAt(until, born, refreshTokenMaxAge);
  const family: Family = {
    client: client.id,
    account: accountId,
    scope,
    born,
    ends,
    ...(until === 'revoked' ? {} : { until }),
    access: [],
  };
  const id = await families.open(family);
  await announcements.announce(allowedEntry({ id, family }, network), [
    allowedLetter({ accountId, client, scope, network, at: born }),
    ...endingLetters({ grantId: id, accountId, clientId: client.id, until, born, ends }),
  ]);
  return id;
}
