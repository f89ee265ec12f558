/*
 * Opens every configured store and returns the ports of src/, each wrapped so that an outage is `storeUnavailable`.
 * Adapters know their port and their backend, no pages, routes or rules.
 */
import type { ArtifactStore } from '../src/artifacts/store.js';
import type { Config } from '../src/config/config.js';
import type { Throttle } from '../src/rate-limits/throttle.js';
import type { StoreFault, Stores } from '../src/stores.js';
import { connectRedis } from './artifacts/redis-connection.js';
import type { RedisClient } from './artifacts/redis-connection.js';
import { isRedisOutage } from './artifacts/redis-failures.js';
import { redisSafety } from './artifacts/redis-safety.js';
import { createRedisArtifacts } from './artifacts/redis.js';
import { createSqlArtifacts } from './artifacts/sql.js';
import { createUnreadableReport, type UnreadableFields } from './artifacts/unreadable-records.js';
import { openDatabase } from './database.js';
import { connectionsOf } from './knex/connection.js';
import type { ServiceDatabase } from './database.js';
import { createCalendarProviders } from './calendars/providers.js';
import { createSmtpSender } from './mail/smtp.js';
import { createSmsGateway } from './sms/gateway.js';
import { present } from '../src/present.js';
import { createOutbound } from './outbound.js';
import { DEADLINE_MS, answered, guarded } from './outage.js';
import type { OutageRule } from './outage.js';
import { repositoriesIn } from './repositories.js';
import { storeReports } from './store-reports.js';
import { type ProcessClocks, readTime, startStoreClock } from './store-clock.js';
import type { StoreObserver } from './store-observer.js';
import { startSweeping } from './sweeper.js';
import { sweepDatabase } from './sweeps.js';
import { createRedisThrottle, createSqlThrottle } from './throttle.js';

export type OpenedStores = Stores & {
  /** Newest first; `config.secretKeys`, or those stored in DATA_DIR. */
  readonly secretKeys: readonly string[];
};

export interface StoreLog {
  warn(fields: { readonly err: unknown } | UnreadableFields, message: string): void;
}

const SILENT: StoreLog = { warn: () => undefined };
const REDIS_OUTAGE: OutageRule = { isOutage: isRedisOutage, deadlineMs: DEADLINE_MS };

interface ShortLived {
  readonly artifacts: ArtifactStore;
  readonly throttle: Throttle;
}

interface ShortLivedDeps {
  readonly redis: RedisClient | undefined;
  readonly now: () => number;
  readonly observer: StoreObserver | undefined;
}

function shortLivedIn(
  { db, outage }: ServiceDatabase,
  { redis, now, observer }: ShortLivedDeps,
  log: StoreLog,
): ShortLived {
  const store = redis ? 'redis' : 'database';
  const about = (name: string) => ({ observer, store, name }) as const;
  const report = createUnreadableReport(store, log, observer);
  const artifacts = redis
    ? guarded(createRedisArtifacts(redis, report, now), REDIS_OUTAGE, about('artifacts'))
    : guarded(createSqlArtifacts(db), outage, about('artifacts'));
  const throttle = redis
    ? guarded(createRedisThrottle(redis, report), REDIS_OUTAGE, about('throttle'))
    : guarded(createSqlThrottle(db), outage, about('throttle'));
  return { artifacts: { ...artifacts, reportUnreadable: report }, throttle };
}

const sendersOf = ({ smtpUrl, mailFrom, smsUrl }: Config): Pick<Stores, 'smtp' | 'sms'> =>
  present({
    smtp: smtpUrl && mailFrom ? createSmtpSender({ url: smtpUrl, from: mailFrom }) : undefined,
    sms: smsUrl === undefined ? undefined : createSmsGateway({ url: smsUrl }),
  });

/** On for a standby too. */
const READ_ONLY = `select current_setting('transaction_read_only') = 'on' as "readOnly"`;

async function databaseFaults({ db, outage }: ServiceDatabase): Promise<readonly StoreFault[]> {
  const toFault = (reason: string): readonly StoreFault[] => [{ store: 'database', reason }];
  try {
    const { rows } = await answered(
      async () => db.raw<{ readonly rows: readonly { readonly readOnly: boolean }[] }>(READ_ONLY),
      outage,
    );
    return rows[0]?.readOnly === true ? toFault('The database is read-only: connect to the primary.') : [];
  } catch {
    return toFault('The database does not answer: check that it runs and can be reached.');
  }
}

/** Migrates the schema and returns the steps that ran. Throws DataDirInUse while another process holds DATA_DIR. */
export async function migrate(config: Config): Promise<readonly string[]> {
  const database = await openDatabase(config);
  await database.close();
  return database.migrated;
}

export interface StoreOptions {
  /** Of this process. */
  readonly clocks?: ProcessClocks | undefined;
  /** Of all calls. */
  readonly observer?: StoreObserver | undefined;
}

/** `close` also closes the database. Expired rows stay: only `openStores` sweeps. */
export async function storesOver(
  database: ServiceDatabase,
  config: Config,
  log: StoreLog = SILENT,
  { clocks, observer }: StoreOptions = {},
): Promise<OpenedStores> {
  const clock = await answered(() => startStoreClock(() => readTime(database.db), clocks), database.outage);
  const redis =
    config.redis && (await connectRedis(config.redis, (err) => log.warn({ err }, 'redis connection')));
  const { artifacts, throttle } = shortLivedIn(database, { redis, now: clock.now, observer }, log);
  const outbound = createOutbound({ allow: config.outboundAllow });
  const safety = async () => (redis ? redisSafety(redis) : { faults: [], warnings: [] });
  return {
    secretKeys: database.secretKeys,
    now: clock.now,
    ...repositoriesIn({ ...database, observer }, clock),
    artifacts,
    throttle,
    connections: () => connectionsOf(database.db),
    ...sendersOf(config),
    outbound,
    calendarProviders: createCalendarProviders(outbound, config),
    faults: async () =>
      (await Promise.all([databaseFaults(database), safety().then(({ faults }) => faults)])).flat(),
    warnings: async () => [
      ...clock.warnings(),
      ...(await Promise.all([database.warnings(), safety().then(({ warnings }) => warnings)])).flat(),
    ],
    reports: () => storeReports(database, config.databaseUrl === undefined ? 'PGlite' : 'PostgreSQL', redis),
    async close() {
      clock.stop();
      redis?.disconnect();
      await database.close();
    },
  };
}

/** Throws when the database cannot be opened; a Redis that does not answer shows in `faults()`. */
export async function openStores(
  config: Config,
  log: StoreLog = SILENT,
  options?: StoreOptions,
): Promise<OpenedStores> {
  const database = await openDatabase(config);
  const stores = await storesOver(database, config, log, options);
  const sweeper = startSweeping(
    () => Promise.all([stores.artifacts.sweep(), sweepDatabase(database.db, config)]),
    (err) => log.warn({ err }, 'sweeping failed'),
  );
  return {
    ...stores,
    async close() {
      await sweeper.stop();
      await stores.close();
    },
  };
}
