/* The number and the hash of the rows of every table, to detect any change. */
import type { Database } from '../../adapters/knex/connection.js';
import { until } from '../support/until.js';

/** Counts of calls that passed and entries of refused ones, written up to a second later. */
const COUNTS = ['client_use', 'client_use_batch', 'client_request', 'client_request_day'];

type Snapshot = Readonly<Record<string, string>>;

async function snapshot(db: Database): Promise<Snapshot> {
  const named = `select table_name as name from information_schema.tables
                  where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`;
  const { rows: tables } = await db.raw<{ rows: readonly { readonly name: string }[] }>(named);
  const entries: [string, string][] = [];
  for (const { name } of tables.filter((table) => !COUNTS.includes(table.name))) {
    const hashed = `select concat(count(*), ' ', md5(string_agg(t::text, ' ' order by t::text))) as state from ?? t`;
    const { rows } = await db.raw<{ rows: readonly { readonly state: string }[] }>(hashed, [name]);
    entries.push([name, rows[0]?.state ?? '']);
  }
  return Object.fromEntries(entries);
}

const NEVER = new Date('9999-01-01');

/** Jobs without a lease are postponed, so that none starts between two snapshots; a running one may be retried. */
async function isStill(db: Database): Promise<boolean> {
  const living = db('job').whereNull('dead_at');
  await living.clone().whereNull('lease').update({ due_at: NEVER });
  const moving = living.whereRaw('(lease is not null or due_at < ?)', [NEVER]);
  return (await moving.limit(1)).length === 0;
}

/** Waits until background jobs, such as mails, have ended; from then on none starts. */
export async function stillSnapshot(db: Database): Promise<Snapshot> {
  await until(() => isStill(db));
  return snapshot(db);
}
