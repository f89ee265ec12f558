/*
 * Embedded databases that the suites of a worker use one after another: to open one takes longer than most suites. Before
 * it is lent again it is put back to the state of the migrations, which is then compared. One that differs, since a suite
 * changed the schema or gathered statistics, is not lent again.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lockDataDir } from '../../adapters/data-dir.js';
import { embeddedDatabase, type ServiceDatabase } from '../../adapters/database.js';
import { connectEmbedded, startEmbedded } from '../../adapters/knex/connection.js';
import { storedSecretKeys } from '../../adapters/secret-keys.js';
import { copyEmbedded } from './backend-embedded.js';
import { temporaryDirectory } from './child-server.js';

type Session = Awaited<ReturnType<typeof startEmbedded>>;

interface Embedded {
  readonly dataDir: string;
  readonly session: Session;
  readonly initial: State;
  end(): Promise<void>;
}

interface State {
  /** Tables that hold rows, and those rows. */
  readonly rows: Readonly<Record<string, readonly unknown[]>>;
  /** The last value of each sequence, null before the first. */
  readonly sequences: Readonly<Record<string, string | null>>;
  /** All that is declared, in the order of the catalogues. */
  readonly declared: string;
}

const TABLES = `select oid, relname, oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`;

const USED = `select name from (${TABLES}) as t where pg_relation_size(oid) > 0 order by name`;

const SEQUENCES = `
select json_object_agg(seqrelid::regclass::text, pg_sequence_last_value(seqrelid)::text order by seqrelid) as value
from pg_sequence`;

/** Objects by their number, which is new when one is made again, and what may change of each. */
const DECLARED = `
select md5(string_agg(part, ' ' order by part)) as value from (
  select format('%s %s %s %s', oid, relname, reltuples, relhastriggers) as part from pg_class where relkind = 'r'
    and relnamespace = 'public'::regnamespace
  union all select format('%s %s %s', oid, relname, relkind) from pg_class where relkind not in ('r', 't') and oid >= 16384
  union all select format('%s %s %s %s %s', attrelid, attnum, attname, atttypid, attnotnull) from pg_attribute
    where attrelid in (select oid from (${TABLES}) as t)
  union all select format('%s %s', oid, adbin) from pg_attrdef
  union all select format('%s %s %s', oid, conname, convalidated) from pg_constraint where oid >= 16384
  union all select format('%s %s', oid, tgenabled) from pg_trigger
  union all select format('%s %s', oid, prosrc) from pg_proc where oid >= 16384
  union all select format('%s %s', starelid, staattnum) from pg_statistic where starelid >= 16384
  union all select format('%s %s', setdatabase, setconfig) from pg_db_role_setting) as parts`;

async function valueOf<T>(session: Session, sql: string): Promise<T> {
  const { rows } = await session.query<{ readonly value: T }>(sql);
  const [row] = rows;
  if (row === undefined) throw new Error('the database has no answer');
  return row.value;
}

async function stateOf(session: Session): Promise<State> {
  const used = await session.query<{ readonly name: string }>(USED);
  const rows: Record<string, readonly unknown[]> = {};
  for (const { name } of used.rows)
    rows[name] = await valueOf(
      session,
      `select coalesce(json_agg(t order by t::text), '[]') as value from ${name} t`,
    );
  return { rows, sequences: await valueOf(session, SEQUENCES), declared: await valueOf(session, DECLARED) };
}

const quoted = (value: unknown): string => `'${JSON.stringify(value).replaceAll("'", "''")}'`;

/**
 * Empties what was used, writes the rows of the migrations again and puts the sequences back. TRUNCATE refuses a table that
 * others refer to, or takes these along, all of them; without its triggers a table passes for one that has no foreign keys.
 */
const resetTo = ({ rows, sequences }: State): string => `
do $reset$
declare
  used oid[] := array(select oid from (${TABLES}) as t where pg_relation_size(oid) > 0);
  constrained oid[] := array(select oid from pg_class where oid = any(used) and relhastriggers);
begin
  update pg_class set relhastriggers = false where oid = any(constrained);
  execute 'truncate ' || (select string_agg(oid::regclass::text, ', ') from unnest(used) as oid);
  update pg_class set relhastriggers = true where oid = any(constrained);
  ${Object.entries(rows)
    .map(
      ([name, content]) =>
        `insert into ${name} overriding system value select * from json_populate_recordset(null::${name}, ${quoted(content)});`,
    )
    .join('\n  ')}
  perform setval(key::regclass, coalesce(value::bigint, seqstart), value is not null)
    from json_each_text(${quoted(sequences)}) join pg_sequence on seqrelid = key::regclass
    where pg_sequence_last_value(seqrelid) is distinct from value::bigint;
end $reset$`;

/** False when it is not as the migrations left it. */
async function reset({ dataDir, session, initial }: Embedded): Promise<boolean> {
  await session.exec('rollback');
  await session.exec('discard all');
  await session.exec(resetTo(initial));
  // The embedded database does so by itself only when it is opened; its log grows until then.
  await session.exec('checkpoint');
  await rm(join(dataDir, 'secret-keys'), { force: true });
  return JSON.stringify(await stateOf(session)) === JSON.stringify(initial);
}

async function open(): Promise<Embedded> {
  const { path: dataDir, remove } = await temporaryDirectory();
  const lock = await lockDataDir(dataDir);
  await copyEmbedded(dataDir);
  const session = await startEmbedded(join(dataDir, 'database'));
  return {
    dataDir,
    session,
    initial: await stateOf(session),
    async end() {
      await session.close();
      await lock.release();
      await remove();
    },
  };
}

const free: Embedded[] = [];

async function take(): Promise<Embedded> {
  const embedded = free.pop();
  if (embedded === undefined) return open();
  if (await reset(embedded).catch(() => false)) return embedded;
  await embedded.end();
  return take();
}

export interface LentDatabase {
  readonly dataDir: string;
  /** Its `close` gives it back; what asks it afterwards is refused. */
  readonly database: ServiceDatabase;
}

/** Migrated and empty. `secretKeys`: default new ones. */
export async function lendEmbedded(secretKeys?: readonly string[]): Promise<LentDatabase> {
  const embedded = await take();
  const { dataDir, session } = embedded;
  const db = await connectEmbedded(session);
  let lent = true;
  async function close(): Promise<void> {
    if (!lent) return;
    lent = false;
    await db.destroy();
    free.push(embedded);
  }
  return {
    dataDir,
    database: embeddedDatabase({ db, close }, secretKeys ?? (await storedSecretKeys(dataDir))),
  };
}
