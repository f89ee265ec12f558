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

async function isBusy(db: Database): Promise<boolean> {
  const due = db('job').whereNull('dead_at').whereRaw('(lease is not null or due_at <= now())');
  return (await due.limit(1)).length > 0;
}

/** When what was begun in the background, such as mail, has been done. */
export async function settledSnapshot(db: Database): Promise<Snapshot> {
  await until(async () => !(await isBusy(db)));
  return snapshot(db);
}
