/*
 * Usage evidence in the database. A batch is one statement: either all of it is counted or nothing, and rows are locked
 * in one order, so that replicas cannot deadlock.
 */
import type { CountedUse, Tally, UsageStore, UseKind } from '../../../src/clients/usage/usage-store.js';
import { isStorable, mustBeStorable } from '../../storable.js';
import type { Database } from '../connection.js';

// Where the batch was counted before, `used` is empty. Secrets removed meanwhile match no row.
const ADD = `
with batch as (
  insert into client_use_batch (id) values (:id) on conflict do nothing returning id
), used as (
  select used.* from batch, jsonb_to_recordset(cast(:uses as jsonb)) as used(
    client_id text, kind text, name text, day date, uses bigint, last_at timestamptz(3), network text, agent text)
), counted as (
  insert into client_use as known (client_id, kind, name, day, uses, last_at)
  select client_id, kind, name, day, uses, last_at from used order by client_id, kind, name, day
  on conflict (client_id, kind, name, day) do update
  set uses = known.uses + excluded.uses, last_at = greatest(known.last_at, excluded.last_at)
), newest as (
  select distinct on (name) * from used where kind = 'token' and name <> '' order by name, last_at desc
), locked as (
  select id from client_secret where id in (select name from newest) order by id for no key update
)
update client_secret as secret
set last_used_at = newest.last_at, last_used_network = newest.network, last_used_agent = newest.agent
from newest join locked on locked.id = newest.name
where secret.id = newest.name and secret.client_id = newest.client_id
  and (secret.last_used_at is null or secret.last_used_at < newest.last_at)`;

// A sum of bigint would come as text from one driver and as a number from the other.
const OF_CLIENT = `
select kind, name, max(last_at) as last_at,
  coalesce(sum(uses) filter (where day > cast(:today as date) - 7), 0)::float8 as week,
  coalesce(sum(uses) filter (where day > cast(:today as date) - 30), 0)::float8 as month
from client_use where client_id = :clientId
group by kind, name`;

const LAST_ACTIVE = `
select client_id, max(last_at) as last_at from client_use
where client_id = any(:clientIds) and kind in ('token', 'call')
group by client_id`;

interface TallyRow {
  readonly kind: UseKind;
  readonly name: string;
  readonly last_at: Date;
  readonly week: number;
  readonly month: number;
}

const usedRow = ({ clientId, lastAt, from, ...use }: CountedUse) => ({
  ...use,
  ...(from && { network: from.clientIp, agent: from.agent }),
  client_id: clientId,
  last_at: lastAt,
});

export const createUsageStore = (db: Database): UsageStore => ({
  async add({ id, uses }) {
    mustBeStorable(uses);
    await db.raw(ADD, { id, uses: JSON.stringify(uses.map(usedRow)) });
  },
  async ofClient(clientId, now) {
    if (!isStorable(clientId)) return [];
    const today = now.toISOString().slice(0, 10);
    const { rows } = await db.raw<{ rows: readonly TallyRow[] }>(OF_CLIENT, { clientId, today });
    return rows.map(({ last_at: lastAt, ...row }): Tally => ({ ...row, lastAt }));
  },
  async lastActive(clientIds) {
    const { rows } = await db.raw<{ rows: readonly { client_id: string; last_at: Date }[] }>(LAST_ACTIVE, {
      clientIds: clientIds.filter(isStorable),
    });
    return new Map(rows.map(({ client_id, last_at }) => [client_id, last_at]));
  },
});

// The newest day of each kind stays, however old: it is the last activity of the client.
const SWEEP_DAYS = `
delete from client_use as stale
where day <= cast(now() at time zone 'utc' as date) - 30 and exists (
  select from client_use as newer
  where newer.client_id = stale.client_id and newer.kind = stale.kind and newer.day > stale.day)`;

// Counts under way when a client was removed arrive late, but not by a day.
const SWEEP_REMOVED = `
delete from client_use
where client_id in (select id from removed_client where removed_at > now() - interval '1 day')`;

export async function sweepUsage(db: Database): Promise<void> {
  await db.raw(SWEEP_DAYS);
  await db.raw(SWEEP_REMOVED);
  await db.raw(`delete from client_use_batch where at < now() - interval '1 hour'`);
}
