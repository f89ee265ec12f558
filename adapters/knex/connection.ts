/*
 * Opens the database: PostgreSQL through knex and pg, or the embedded PGlite behind the same client. Only this folder
 * uses knex; other adapters take a Database. Timeouts are set here, failures.ts classifies their errors. PGlite is loaded
 * where it is used.
 */
import type { PGlite, PGliteOptions } from '@electric-sql/pglite';
import knex from 'knex';
import type { Knex } from 'knex';
import { rename, rm, stat } from 'node:fs/promises';
import type { DatabaseConnections } from '../../src/stores.js';
import {
  type ConnectionPool,
  type CountedPool,
  limitAcquire,
  limitSilence,
  type QueryingConnection,
} from './connection-deadlines.js';
import { isSilence } from './failures.js';

export type Database = Knex;

export interface OpenDatabase {
  readonly db: Database;
  readonly close: () => Promise<void>;
}

const WAIT_FOR_CONNECTION_MS = 1000;
/** Of the pool, by the wall clock: never before the time above, which stands still while the process does. */
const WAIT_FOR_ANY_MS = 60_000;
const STATEMENT_MS = 1000;
/** Two waits, of a transaction that runs again, end before the caller's deadline. */
export const LOCK_MS = 450;
/** Longer than the timeout of the server: it only fires when the server does not respond at all. */
const SILENCE_MS = 1500;
const IDLE_IN_TRANSACTION_MS = 5000;
/** Compiling a statement takes longer than running it, and is not cached. */
const WITHOUT_JIT = '-c jit=off';
const POOL_SIZE = 10;
/** Statements of parallel requests queue for the one embedded connection. */
const WAIT_FOR_EMBEDDED_MS = 10_000;
const SMALL_BUFFERS: PGliteOptions = { postgresqlconf: ['shared_buffers=16MB'] };

const NOTHING = (): void => undefined;
/** Failures reach the caller as errors; knex would print them a second time. */
export const QUIET: Knex.Logger = { warn: NOTHING, error: NOTHING, debug: NOTHING, deprecate: NOTHING };

interface PooledConnection {
  readonly __knexUid: string;
}

/** A connection that did not answer a statement may stay silent for minutes: it must not be reused. */
function discardSilentConnections(db: Database, silent: Set<string>): void {
  db.on('query-error', (error: unknown, query: PooledConnection) => {
    if (isSilence(error)) silent.add(query.__knexUid);
  });
}

/** Its statements are prepared without names, which a session would have to keep. */
function withoutNames(db: Database): Database {
  db.userParams = { ...db.userParams, unnamed: true };
  return db;
}

/** Whether connections keep what they have prepared (prepared.ts). */
export const namesStatements = (db: Database): boolean => db.userParams['unnamed'] !== true;

export interface PostgresOptions {
  /** False behind a pooler that gives each transaction another session. */
  readonly preparedStatements?: boolean;
}

export function openPostgres(
  connectionString: string,
  { preparedStatements = true }: PostgresOptions = {},
): OpenDatabase {
  const silent = new Set<string>();
  const connection = {
    connectionString,
    connectionTimeoutMillis: WAIT_FOR_CONNECTION_MS,
    statement_timeout: STATEMENT_MS,
    lock_timeout: LOCK_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    options: WITHOUT_JIT,
    keepAlive: true,
  };
  const db = knex({
    client: 'pg',
    log: QUIET,
    connection,
    pool: {
      min: 0,
      max: POOL_SIZE,
      acquireTimeoutMillis: WAIT_FOR_ANY_MS,
      createTimeoutMillis: WAIT_FOR_CONNECTION_MS,
      afterCreate: (
        created: QueryingConnection,
        done: (error: null, created: QueryingConnection) => void,
      ) => {
        limitSilence(created, SILENCE_MS);
        done(null, created);
      },
      validate: ({ __knexUid }: PooledConnection) => !silent.delete(__knexUid),
    },
  });
  discardSilentConnections(db, silent);
  limitAcquire((db.client as { readonly pool: ConnectionPool }).pool, WAIT_FOR_CONNECTION_MS);
  return { db: preparedStatements ? db : withoutNames(db), close: () => db.destroy() };
}

/** Of this process, at this moment. */
export function connectionsOf(db: Database): DatabaseConnections {
  const { pool } = db.client as { readonly pool: CountedPool };
  return {
    used: pool.numUsed(),
    idle: pool.numFree(),
    waiting: pool.numPendingAcquires(),
    max: pool.max,
  };
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

async function openPglite(directory: string): Promise<PGlite> {
  const { PGlite } = await import('@electric-sql/pglite');
  return PGlite.create(directory, SMALL_BUFFERS);
}

/** Creates the directory atomically: a process that is killed in between leaves no incomplete database. */
async function makeDirectory(directory: string): Promise<void> {
  const draft = `${directory}.new`;
  await rm(draft, { recursive: true, force: true });
  const pglite = await openPglite(draft);
  await pglite.close();
  await rename(draft, directory);
}

/** The caller holds the lock on DATA_DIR. */
export async function startEmbedded(directory: string): Promise<PGlite> {
  if (!(await exists(directory))) await makeDirectory(directory);
  return openPglite(directory);
}

/**
 * One connection: PGlite has one session, and two would share a transaction. The session outlives the connection, and so
 * would the names of its statements.
 */
export async function connectEmbedded(pglite: PGlite): Promise<Database> {
  const { createPgConfig } = await import('@electric-sql/pglite/node-postgres');
  return withoutNames(
    knex({
      client: 'pg',
      log: QUIET,
      connection: createPgConfig(pglite) as unknown as Knex.PgConnectionConfig,
      pool: { min: 1, max: 1, acquireTimeoutMillis: WAIT_FOR_EMBEDDED_MS },
    }),
  );
}

/** The caller holds the lock on DATA_DIR. */
export async function openEmbedded(directory: string): Promise<OpenDatabase> {
  const pglite = await startEmbedded(directory);
  const db = await connectEmbedded(pglite);
  return {
    db,
    async close() {
      await db.destroy();
      await pglite.close();
    },
  };
}
