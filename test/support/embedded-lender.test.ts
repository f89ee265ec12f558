import { join } from 'node:path';
import { type Database, openEmbedded } from '../../adapters/knex/connection.js';
import { copyEmbedded } from './backend-embedded.js';
import { temporaryDirectory } from './child-server.js';
import { lendEmbedded } from './embedded-lender.js';

const QUERIES = {
  columns: `select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
    where table_schema = 'public' order by 1, 2`,
  constraints: `select conrelid::regclass::text as on, conname, convalidated, pg_get_constraintdef(oid) as definition
    from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`,
  indexes: `select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1`,
  triggers: `select tgrelid::regclass::text as on, tgfoid::regproc::text as runs, tgenabled, count(*) from pg_trigger
    group by 1, 2, 3 order by 1, 2, 3`,
  functions: `select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
  // Of an empty index the planner reads no more than that it is empty.
  relations: `select relname, relkind, case relkind when 'r' then reltuples end as tuples from pg_class
    where relnamespace = 'public'::regnamespace order by 1`,
  statistics: `select tablename, attname from pg_stats where schemaname = 'public' order by 1, 2`,
  sequences: `select sequencename, start_value, last_value from pg_sequences order by 1`,
  schemas: `select nspname from pg_namespace where nspname !~ '_temp_' order by 1`,
  settings: `select name, setting from pg_settings where name !~ '_directory$|_file$|^plpgsql' order by 1`,
  kept: `select setconfig from pg_db_role_setting`,
  prepared: `select name from pg_prepared_statements`,
  locks: `select objid from pg_locks where locktype = 'advisory'`,
  temporary: `select relname from pg_class where relpersistence = 't'`,
} as const;

async function rowsOf<T>(db: Database, sql: string): Promise<readonly T[]> {
  const { rows } = await db.raw<{ readonly rows: readonly T[] }>(sql);
  return rows;
}

/** All that a suite could find in a database. */
async function contentOf(db: Database): Promise<Record<string, unknown>> {
  const content: Record<string, unknown> = {};
  for (const [name, sql] of Object.entries(QUERIES)) content[name] = await rowsOf(db, sql);
  const tables = await rowsOf<{ readonly relname: string }>(
    db,
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  const rows = tables.map(({ relname }) => `select '${relname}' as from, t::text as row from ${relname} t`);
  content['rows'] = await rowsOf(db, `${rows.join(' union all ')} order by 1, 2`);
  return content;
}

const FAILS = 'select nothing from nowhere';
const ACCOUNT = `insert into account (email, email_key, username, name, password_hash)
  values ('ada@example.com', 'ada@example.com', 'ada', 'Ada', '-')`;

describe('an embedded database that is lent again', () => {
  let migrated: Record<string, unknown>;
  beforeAll(async () => {
    const { path, remove } = await temporaryDirectory();
    await copyEmbedded(path);
    const { db, close } = await openEmbedded(join(path, 'database'));
    migrated = await contentOf(db);
    await close();
    await remove();
  });

  test.each<[left: string, sql: readonly string[], again: boolean]>([
    ['rows', [ACCOUNT, `insert into throttle values ('key', 1, 1)`], true],
    ['a sequence that went on without a row', [`select nextval('account_id_seq')`], true],
    [
      'rows of the migrations removed and changed',
      ['delete from scope', 'update standing_revision set revision = 7'],
      true,
    ],
    [
      'a setting, a lock, a statement and a table of the session',
      [
        `set statement_timeout = '5s'`,
        'select pg_advisory_lock(7)',
        'prepare one as select 1',
        'create temporary table note (text text)',
      ],
      true,
    ],
    ['a transaction that never ended', ['begin', ACCOUNT], true],
    ['a transaction that failed', ['begin', ACCOUNT, FAILS], true],
    ['another table', ['create table note (text text)'], false],
    ['another column', ['alter table team add note text'], false],
    ['another constraint', [`alter table team add constraint refused check (name <> 'x') not valid`], false],
    ['a default removed', ['alter table account alter created_at drop default'], false],
    ['triggers switched off', ['alter table membership disable trigger all'], false],
    ['an index less', [`drop index membership_account`], false],
    ['statistics', [ACCOUNT, 'analyze account'], false],
    ['a setting that is kept', [`alter role current_user set jit = off`], false],
  ])('has nothing of a suite that left %s', async (_, statements, again) => {
    const first = await lendEmbedded();
    for (const sql of statements)
      if (sql === FAILS) await expect(first.database.db.raw(sql)).rejects.toThrow('nowhere');
      else await first.database.db.raw(sql);
    await first.database.close();
    const second = await lendEmbedded();
    expect(await contentOf(second.database.db)).toEqual(migrated);
    expect(second.dataDir === first.dataDir).toBe(again);
    await second.database.close();
  });

  test('has new keys, and refuses who had it before', async () => {
    const first = await lendEmbedded();
    await first.database.close();
    const second = await lendEmbedded();
    expect(second.dataDir).toBe(first.dataDir);
    expect(second.database.secretKeys).not.toEqual(first.database.secretKeys);
    await expect(first.database.db.raw(ACCOUNT)).rejects.toThrow('Unable to acquire a connection');
    expect(await second.database.db('account')).toEqual([]);
    await first.database.close();
    await second.database.close();
  });

  test('is another one while one is lent', async () => {
    const [one, other] = [await lendEmbedded(), await lendEmbedded()];
    await one.database.db.raw(ACCOUNT);
    expect(await other.database.db('account')).toEqual([]);
    await one.database.close();
    await other.database.close();
  });
});
