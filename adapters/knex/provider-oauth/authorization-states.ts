/*
 * What people have allowed us at providers: whether a connection still lives on it, and the job that takes it back. The
 * job stands in the transaction that ends the connection, so that no token is forgotten before the provider has heard.
 */
import { DAY } from '../../../src/durations.js';
import { REVOCABLE } from '../../../src/scheduling/provider-oauth/provider.js';
import type { Revocable } from '../../../src/scheduling/provider-oauth/provider.js';
import { revocationJob } from '../../../src/scheduling/provider-oauth/revocation-job.js';
import type { Consent, ConsentStore } from '../../../src/scheduling/provider-oauth/store.js';
import type { Database } from '../connection.js';
import { enqueue } from '../jobs/jobs.js';

// Of calendars it is known whose account there they are; meetings say it of none, so that those of the person count.
const USED = `
select exists (
  select from calendar_connection
  where kind = :provider and not invalid
    and case when cast(:identity as text) is null then account_id = :accountId else identity = :identity end
  union all
  select from conferencing_app
  where app = any(:apps) and not invalid and connected_by = :accountId
) as used`;

const APPS: Readonly<Record<Revocable, readonly string[]>> = { zoom: ['zoom'], google: ['google-meet'] };

async function isUsed(db: Database, { provider, accountId, identity = null }: ConsentQuestion) {
  const apps = [...APPS[provider]];
  const values = { provider, accountId, identity, apps };
  const { rows } = await db.raw<{ rows: readonly { readonly used: boolean }[] }>(USED, values);
  return rows[0]?.used === true;
}

type ConsentQuestion = Omit<Consent, 'identity'> & { readonly identity?: string | null };

export const createConsentStore = (db: Database): ConsentStore => ({
  isUsed: (consent) => isUsed(db, consent),
});

/** At which provider the tokens of a calendar or an app are; undefined where there is nothing to take back. */
const providerOf = (kind: string): Revocable | undefined =>
  REVOCABLE.find((provider) => provider === kind || APPS[provider].includes(kind));

/** A connection, as it was. */
export interface Ended {
  /** Of the calendar, or the app. */
  readonly kind: string;
  readonly accountId: number;
  readonly credential: string | null;
  readonly invalid: boolean;
}

const LIFE_MS = 7 * DAY;

/** What the provider has ended itself needs no word to it. */
export async function enqueueRevocations(trx: Database, ended: readonly Ended[]): Promise<void> {
  const until = new Date(Date.now() + LIFE_MS).toISOString();
  const jobs = ended.flatMap(({ kind, accountId, credential: sealed, invalid }) => {
    const provider = providerOf(kind);
    if (provider === undefined || sealed === null || invalid) return [];
    return [revocationJob({ provider, accountId, sealed, until })];
  });
  await enqueue(trx, jobs);
}
