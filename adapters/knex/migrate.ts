/*
 * Brings the schema up to date with the files of migrations/, in the order of their names, in one transaction. Only one
 * process migrates at a time: the transaction takes an advisory lock, which ends with it, however the process ends. The
 * holder of that lock may clear the lock row of knex, which the knex command line leaves behind when it is killed.
 */
import knex from 'knex';
import type { Knex } from 'knex';
import { readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorCode, errorMessage } from '../error-code.js';
import { QUIET } from './connection.js';
import type { Database } from './connection.js';

/** Where the migrations of the service are, in the repository and in the build. */
export const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));

const CONNECT_MS = 5000;

/** An arbitrary constant, the same in every version of the service. */
const ADVISORY_LOCK = 7_236_501;

/** `lock`: a function of PostgreSQL. */
const takeLock = (lock: 'pg_advisory_lock' | 'pg_advisory_xact_lock'): string => `
do $$ begin
  perform ${lock}(${ADVISORY_LOCK});
  if to_regclass('knex_migrations_lock') is not null then
    update knex_migrations_lock set is_locked = 0;
  end if;
end $$`;

interface RawConnection {
  query(sql: string, done: (error: Error | null) => void): void;
}

/** The pg client beneath a transaction of knex. */
interface Driver {
  acquireConnection(): Promise<{ query(sql: string): Promise<unknown> }>;
}

/** With the line, where the database names a position: `001-accounts.sql:12 - syntax error …`. */
function failureIn(file: string, sql: string, error: unknown): Error {
  const position =
    typeof error === 'object' && error !== null && 'position' in error ? error.position : undefined;
  const line = position === undefined ? '' : `:${sql.slice(0, Number(position)).split('\n').length}`;
  const failure = new Error(`${file}${line} - ${errorMessage(error)}`, { cause: error });
  return Object.assign(failure, { code: errorCode(error) });
}

/**
 * The file goes to the driver as a whole: the database splits it into statements, and knex neither takes a question
 * mark for a parameter nor repeats the file in an error.
 */
async function run(trx: Knex, folder: string, file: string): Promise<void> {
  const sql = await readFile(join(folder, file), 'utf8');
  const connection = await (trx.client as Driver).acquireConnection();
  try {
    await connection.query(sql);
  } catch (error) {
    throw failureIn(file, sql, error);
  }
}

/** Names are recorded without their extension. */
const nameOf = (file: string): string => basename(file, '.sql');

/** The `.sql` files of a folder. knex runs all that are pending in one transaction. */
const migrationsIn = (folder: string): Knex.MigrationSource<string> => ({
  getMigrations: async () => (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort(),
  getMigrationName: nameOf,
  getMigration: (file) =>
    Promise.resolve({
      up: (trx) => run(trx, folder, file),
      down: () => Promise.reject(new Error('The schema only moves forward. Restore a backup instead.')),
    }),
});

/** Those of the user, where a pooler drops those of the connection: a step may take long on a large table. */
const WITHOUT_LIMITS = `
set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0`;

/** For the knex command line, whose lock is that of its connection. */
export const migrationConfig = (connectionString: string): Knex.Config => ({
  client: 'pg',
  connection: { connectionString, connectionTimeoutMillis: CONNECT_MS },
  pool: {
    min: 0,
    max: 1,
    afterCreate(connection: RawConnection, done: (error: Error | null, connection: RawConnection) => void) {
      connection.query(takeLock('pg_advisory_lock'), (error) => done(error, connection));
    },
  },
  migrations: { migrationSource: migrationsIn(MIGRATIONS) },
});

export async function migratePostgres(
  connectionString: string,
  folder: string = MIGRATIONS,
): Promise<readonly string[]> {
  const connection = { connectionString, connectionTimeoutMillis: CONNECT_MS };
  const db = knex({ client: 'pg', log: QUIET, connection, pool: { min: 0, max: 1 } });
  try {
    return await migrateWith(db, folder);
  } finally {
    await db.destroy();
  }
}

/** The names of the steps that have run. */
async function doneIn(db: Database): Promise<readonly string[]> {
  const table = await db.raw<{ readonly rows: readonly { readonly exists: boolean }[] }>(
    `select to_regclass('knex_migrations') is not null as "exists"`,
  );
  return table.rows[0]?.exists === true ? db('knex_migrations').orderBy('id').pluck<string[]>('name') : [];
}

/** After a return to an older version of the service: it must not write to a schema that it does not know. */
function refuseUnknown(done: readonly string[], known: readonly string[]): void {
  const unknown = done.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(
      `The database has migrations that this version of the service does not know: ${unknown.join(', ')}. ` +
        'Start the version that made them or a newer one, or restore a backup.',
    );
}

/** Returns the names of the steps that ran. Where all have run, two small reads are all that a start costs. */
export async function migrateWith(db: Database, folder: string = MIGRATIONS): Promise<readonly string[]> {
  const migrationSource = migrationsIn(folder);
  const known = (await migrationSource.getMigrations([])).map(nameOf);
  const done = await doneIn(db);
  refuseUnknown(done, known);
  if (known.length === done.length) return [];
  return db.transaction(async (trx) => {
    await trx.raw(WITHOUT_LIMITS);
    await trx.raw(takeLock('pg_advisory_xact_lock'));
    refuseUnknown(await doneIn(trx), known);
    const [, names] = (await trx.migrate.latest({ migrationSource })) as [number, readonly string[]];
    return names;
  });
}
