/*
 * New stores for a test, on the backend that TEST_BACKEND names: `embedded` (default), `postgres`
 * (PostgreSQL alone), `redis` (PostgreSQL and Redis), `cluster` (PostgreSQL and a Redis Cluster), `sentinel` (PostgreSQL
 * and a Redis that sentinels watch). Worlds never see each other, also when several are open at once.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { openDatabase, type ServiceDatabase } from '../../adapters/database.js';
import type { Database } from '../../adapters/knex/connection.js';
import { type StoreOptions, storesOver } from '../../adapters/stores.js';
import type { OpenedStores } from '../../adapters/stores.js';
import { type Config, readConfig } from '../../src/config/config.js';
import type { Log } from '../../src/ops/log.js';
import { copyEmbedded } from './backend-embedded.js';
import { temporaryDirectory } from './child-server.js';
import { lendEmbedded } from './embedded-lender.js';

export type BackendName = 'embedded' | 'postgres' | 'redis' | 'cluster' | 'sentinel';

export const backendName = (process.env['TEST_BACKEND'] ?? 'embedded') as BackendName;

/** Keys of every backend that is not embedded: the service generates none there. */
const SECRET_KEYS = 'dGVzdHMtb25seS1zZWNyZXQta2V5LW51bWJlci1vbmU';

/** Where receivers and calendars of a test listen. */
export const LOOPBACK = '127.0.0.0/8,::1/128';

export interface Fixture {
  /** The configuration of these stores: DATABASE_URL or DATA_DIR, REDIS_URL, SECRET_KEYS. */
  readonly env: Readonly<Record<string, string>>;
  readonly end: () => Promise<void>;
}

export interface Backend {
  readonly stores: OpenedStores;
  readonly db: Database;
  readonly env: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

async function borrow(): Promise<{ env: Readonly<Record<string, string>>; socket: Socket }> {
  const port = process.env['TEST_KEEPER_PORT'];
  if (port === undefined)
    throw new Error('The servers are not running: jest must be started with its globalSetup.');
  const socket = connect(Number(port), '127.0.0.1');
  const [line] = (await once(socket, 'data')) as [Buffer];
  const env = JSON.parse(line.toString()) as Readonly<Record<string, string>>;
  if (env['KEEPER_FAULT'] !== undefined) throw new Error(env['KEEPER_FAULT']);
  return { env: { ...env, SECRET_KEYS }, socket };
}

/** Databases without anybody at them: for tests that open the stores themselves, or start the service as a process. */
export async function openFixture(): Promise<Fixture> {
  const directory = await temporaryDirectory();
  const dataDir = { DATA_DIR: directory.path };
  if (backendName === 'embedded') {
    await copyEmbedded(directory.path);
    return { env: dataDir, end: () => directory.remove() };
  }
  const { env, socket } = await borrow();
  return {
    env: { ...dataDir, ...env },
    async end() {
      socket.destroy();
      await directory.remove();
    },
  };
}

const configOf = (env: Fixture['env']): Config =>
  readConfig({ NODE_ENV: 'test', OUTBOUND_ALLOW: LOOPBACK, ...env });

export interface TestDatabase extends ServiceDatabase {
  readonly env: Fixture['env'];
}

/** Migrated and empty, for one suite at a time; `close` ends what it is in, too. */
export async function openTestDatabase(): Promise<TestDatabase> {
  if (backendName === 'embedded') {
    const { dataDir, database } = await lendEmbedded();
    return { ...database, env: { DATA_DIR: dataDir } };
  }
  const { env, end } = await openFixture();
  const database = await openDatabase(configOf(env));
  return {
    ...database,
    env,
    async close() {
      await database.close();
      await end();
    },
  };
}

async function backendOver(
  database: ServiceDatabase,
  env: Fixture['env'],
  log?: Log,
  options?: StoreOptions,
): Promise<Backend> {
  const stores = await storesOver(database, configOf(env), log, options);
  return { stores, db: database.db, env, close: () => stores.close() };
}

/** Stores of whatever `env` leads to; nothing is swept there while a test looks. */
export const backendOn = async (env: Fixture['env'], log?: Log, options?: StoreOptions): Promise<Backend> =>
  backendOver(await openDatabase(configOf(env)), env, log, options);

/** `more` of the environment, for what the stores are to reach besides. */
export async function openBackend(
  more: Fixture['env'] = {},
  log?: Log,
  options?: StoreOptions,
): Promise<Backend> {
  const database = await openTestDatabase();
  return backendOver(database, { ...database.env, ...more }, log, options);
}
