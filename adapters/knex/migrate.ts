/*
 * Brings the schema up to date. Only one process migrates at a time: its only connection takes an advisory lock when
 * it is made, which ends with the connection, however the process ends. Whoever holds that lock may clear the lock
 * row of knex, which a killed migration leaves behind.
 */
import knex from 'knex';
import type { Knex } from 'knex';
import { QUIET } from './connection.js';
import type { Database } from './connection.js';
import { migrations } from './migrations/source.js';

/** An arbitrary constant, the same in every version of the service. */
const ADVISORY_LOCK = 7_236_501;

const TAKE_LOCK = `
do $$ begin
  perform pg_advisory_lock(${ADVISORY_LOCK});
  if to_regclass('knex_migrations_lock') is not null then
    update knex_migrations_lock set is_locked = 0;
  end if;
end $$`;

interface RawConnection {
  query(sql: string, done: (error: Error | null) => void): void;
}

/** Also what the knex command line gets: without statement timeouts, since a step may take long on a large table. */
export const migrationConfig = (connectionString: string): Knex.Config => ({
  client: 'pg',
  connection: { connectionString, connectionTimeoutMillis: 5000 },
  pool: {
    min: 0,
    max: 1,
    afterCreate(connection: RawConnection, done: (error: Error | null, connection: RawConnection) => void) {
      connection.query(TAKE_LOCK, (error) => done(error, connection));
    },
  },
  migrations: { migrationSource: migrations },
});

export async function migratePostgres(connectionString: string): Promise<readonly string[]> {
  const db = knex({ ...migrationConfig(connectionString), log: QUIET });
  try {
    return await migrateWith(db);
  } finally {
    await db.destroy();
  }
}

/** `db` must have a single connection. Returns the names of the steps that ran. */
export async function migrateWith(db: Database): Promise<readonly string[]> {
  await db.raw(TAKE_LOCK);
  const [, names] = (await db.migrate.latest({ migrationSource: migrations })) as [number, readonly string[]];
  return names;
}
