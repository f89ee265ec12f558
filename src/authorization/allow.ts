/*
 * Opens the grant that a person has allowed. Grants may live outside the database, so what is written about one comes
 * after it, but before anybody gets a code: no application has access without a row and without its person being told.
 */
import type { Client } from '../clients/store.js';
import type { Announcements } from '../delivery/store.js';
import { isEverywhere } from '../scopes/reach.js';
import type { Reach } from '../scopes/reach.js';
import { allowedLetter } from './allowed-letter.js';
import type { Families } from './families.js';
import { endsAt, type GrantEnd } from './grant-end.js';
import { endingLetters } from './grant-end-letter.js';
import { allowedEntry } from './grant-entries.js';
import { notedGrant } from './noted-grant.js';
import type { GrantReachStore } from './reach-store.js';
import type { Family } from './token-families.js';

export interface AllowDeps {
  readonly families: Families;
  readonly announcements: Announcements;
  readonly grantReach: GrantReachStore;
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
  readonly reach: Reach;
  readonly network: string;
}

/** The id of the grant. */
export async function allow(
  { families, announcements, grantReach, refreshTokenMaxAge, clock }: AllowDeps,
  { client, accountId, scope, until, reach, network }: Allowance,
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
    ...(isEverywhere(reach) ? {} : { reach }),
    access: [],
  };
  const id = await families.open(family);
  const noted = notedGrant({ id, family });
  if (noted !== undefined) await grantReach.note(noted);
  await announcements.announce(allowedEntry({ id, family }, network), [
    allowedLetter({ accountId, client, scope, network, at: born }),
    ...endingLetters({ grantId: id, accountId, clientId: client.id, until, born, ends }),
  ]);
  return id;
}
