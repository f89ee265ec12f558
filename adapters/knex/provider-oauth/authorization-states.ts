/*
 * Consents at providers: whether a connection still uses one, and the jobs that revoke tokens. A job is written in the
 * transaction that deletes the connection, so that no token is forgotten unrevoked.
 */
import { DAY } from '../../../src/durations.js';
import { REVOCABLE } from '../../../src/scheduling/provider-oauth/provider.js';
import type { Revocable } from '../../../src/scheduling/provider-oauth/provider.js';
import { revocationJob } from '../../../src/scheduling/provider-oauth/revocation.js';
import type { ConsentStore } from '../../../src/scheduling/provider-oauth/store.js';
import type { Database } from '../connection.js';
import { enqueue } from '../jobs/jobs.js';

// Calendars have the identity at the provider; conferencing apps do not, so all of the account count.
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

export const createConsentStore = (db: Database): ConsentStore => ({
  async isUsed({ provider, accountId, identity = null }) {
    const values = { provider, accountId, identity, apps: [...APPS[provider]] };
    const { rows } = await db.raw<{ rows: readonly { readonly used: boolean }[] }>(USED, values);
    return rows[0]?.used === true;
  },
});

/** Undefined for kinds without revocable tokens. */
const providerOf = (kind: string): Revocable | undefined =>
  REVOCABLE.find((provider) => provider === kind || APPS[provider].includes(kind));

export interface DeletedConnection {
  /** Kind of the calendar, or the app. */
  readonly kind: string;
  readonly accountId: number;
  readonly credential: string | null;
  readonly invalid: boolean;
}

const LIFE_MS = 7 * DAY;

/** Invalid connections were revoked by the provider itself. */
export async function enqueueRevocations(
  trx: Database,
  deleted: readonly DeletedConnection[],
): Promise<void> {
  const until = new Date(Date.now() + LIFE_MS).toISOString();
  const jobs = deleted.flatMap(({ kind, accountId, credential: sealed, invalid }) => {
    const provider = providerOf(kind);
    if (provider === undefined || sealed === null || invalid) return [];
    return [revocationJob({ provider, accountId, sealed, until })];
  });
  await enqueue(trx, jobs);
}
