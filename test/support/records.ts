/* The size of the short-lived state: records of the artifact store, and their bytes where known. */
import { Cluster, Redis } from 'ioredis';
import pg from 'pg';

type Environment = Readonly<Record<string, string>>;

function single({ REDIS_URL, REDIS_SENTINELS }: Environment): Redis | undefined {
  if (REDIS_URL !== undefined) return new Redis(REDIS_URL);
  if (REDIS_SENTINELS === undefined) return undefined;
  const [name = '', addresses = ''] = REDIS_SENTINELS.split('@');
  const sentinels = addresses.split(',').map((address) => {
    const [host = '', port] = address.split(':');
    return { host, port: Number(port) };
  });
  return new Redis({ name, sentinels });
}

/** Each server that holds keys, over a connection of its own. */
async function onMasters<T>(env: Environment, ask: (redis: Redis) => Promise<T>): Promise<readonly T[]> {
  const { REDIS_CLUSTER_NODES = '' } = env;
  const redis = single(env);
  if (redis) {
    const answer = await ask(redis);
    redis.disconnect();
    return [answer];
  }
  const cluster = new Cluster(
    REDIS_CLUSTER_NODES.split(',').map((node) => ({
      host: new URL(node).hostname,
      port: Number(new URL(node).port),
    })),
  );
  await cluster.ping();
  const answers = await Promise.all(cluster.nodes('master').map(ask));
  cluster.disconnect();
  return answers;
}

export const keepsInRedis = ({ REDIS_URL, REDIS_CLUSTER_NODES, REDIS_SENTINELS }: Environment): boolean =>
  (REDIS_URL ?? REDIS_CLUSTER_NODES ?? REDIS_SENTINELS) !== undefined;

async function countRows(databaseUrl: string): Promise<number> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query<{ count: string }>('select count(*) from artifact');
  await client.end();
  return Number(rows[0]?.count);
}

/** Undefined on the embedded database, which has one user at a time. */
export async function countRecords(env: Environment): Promise<number | undefined> {
  if (keepsInRedis(env)) {
    const counts = await onMasters(env, (redis) => redis.dbsize());
    return counts.reduce((sum, count) => sum + count, 0);
  }
  return env['DATABASE_URL'] === undefined ? undefined : countRows(env['DATABASE_URL']);
}

/** What all keys that fit the pattern take up in the memory of Redis, their administration counted in. */
export async function redisBytes(env: Environment, pattern: string): Promise<number> {
  const sums = await onMasters(env, async (redis) => {
    const keys = await redis.keys(pattern);
    const sizes = await Promise.all(keys.map((key) => redis.memory('USAGE', key)));
    return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
  });
  return sums.reduce((sum, size) => sum + size, 0);
}
