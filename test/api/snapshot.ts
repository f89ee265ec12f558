/* Every table by the number and the hash of its rows: what was not written to has not changed. */
import type { Database } from '../../adapters/knex/connection.js';
import { until } from '../support/until.js';

/** Counts of calls that were let through, written a second behind them. */
const COUNTS = ['client_use', 'client_use_batch'];

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

/** Jobs that nobody holds are put off, so that none begins between two snapshots; of those under way one may come back. */
async function isStill(db: Database): Promise<boolean> {
  const living = db('job').whereNull('dead_at');
  await living.clone().whereNull('lease').update({ due_at: NEVER });
  const moving = living.whereRaw('(lease is not null or due_at < ?)', [NEVER]);
  return (await moving.limit(1)).length === 0;
}

/** When what was begun in the background, such as mail, has ended; from here on nothing begins there by itself. */
export async function stillSnapshot(db: Database): Promise<Snapshot> {
  await until(() => isStill(db));
  return snapshot(db);
}
