/* What stores say of themselves, for operators: versions, the schema, and how long a small statement takes. */
import { Cluster } from 'ioredis';
import type { Redis } from 'ioredis';
import { present } from '../src/present.js';
import type { StoreReport } from '../src/stores.js';
import type { RedisClient } from './artifacts/redis-connection.js';
import { infoField } from './artifacts/redis-info.js';
import type { ServiceDatabase } from './database.js';
import { selectRows } from './knex/rows.js';
import { answered } from './outage.js';

interface DatabaseRow {
  readonly version: string;
  readonly schema: string | null;
}

const DATABASE = `
select current_setting('server_version') as version,
  (select name from knex_migrations order by id desc limit 1) as schema`;

/** `latencyMs`: in milliseconds, to a tenth. */
async function timed<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly latencyMs: number }> {
  const began = performance.now();
  const result = await work();
  return { result, latencyMs: Math.round((performance.now() - began) * 10) / 10 };
}

async function databaseReport({ db, outage }: ServiceDatabase, engine: string): Promise<StoreReport> {
  const { result, latencyMs } = await timed(() =>
    answered(() => selectRows<DatabaseRow>(db, DATABASE), outage),
  );
  const [row] = result;
  const version = `${engine} ${row?.version ?? ''}`.trim();
  return { store: 'database', version, latencyMs, ...present({ schema: row?.schema ?? undefined }) };
}

async function nodeReport(node: Redis, store: string): Promise<StoreReport> {
  const { result, latencyMs } = await timed(() => node.info('server'));
  return { store, version: `Redis ${infoField(result, 'redis_version') ?? ''}`.trim(), latencyMs };
}

const silent = (store: string) => (): StoreReport => ({ store });

/** Of a cluster each master. */
function redisReports(redis: RedisClient): readonly Promise<StoreReport>[] {
  if (!(redis instanceof Cluster)) return [nodeReport(redis, 'redis').catch(silent('redis'))];
  const masters = redis.nodes('master').map((node) => {
    const store = `redis ${node.options.host ?? ''}:${node.options.port ?? ''}`;
    return nodeReport(node, store).catch(silent(store));
  });
  return masters.length > 0 ? masters : [Promise.resolve(silent('redis')())];
}

/** Never throws: of a store that does not answer only the name is known. */
export const storeReports = (
  database: ServiceDatabase,
  engine: string,
  redis: RedisClient | undefined,
): Promise<readonly StoreReport[]> =>
  Promise.all([
    databaseReport(database, engine).catch(silent('database')),
    ...(redis === undefined ? [] : redisReports(redis)),
  ]);
