/* Everything that a thief of the stores would hold: each row of each table, each key of Redis, each byte of DATA_DIR. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Cluster, Redis } from 'ioredis';
import pg from 'pg';

async function filesOf(directory: string): Promise<string> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name !== 'secret-keys');
  const texts = await Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')),
  );
  return texts.join('\n');
}

async function rowsOf(databaseUrl: string): Promise<string> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'`,
    );
    const texts: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`);
      texts.push(...rows.map(({ row }) => row));
    }
    return texts.join('\n');
  } finally {
    await client.end();
  }
}

async function valueOf(redis: Redis, key: string): Promise<string> {
  const type = await redis.type(key);
  if (type === 'string') return (await redis.get(key)) ?? '';
  if (type === 'zset') return (await redis.zrange(key, '0', '-1', 'WITHSCORES')).join(' ');
  if (type === 'hash') return JSON.stringify(await redis.hgetall(key));
  throw new Error(`a ${type} in Redis that nobody expects: ${key}`);
}

async function keysOf(redis: Redis): Promise<string> {
  const keys = await redis.keys('*');
  const values = await Promise.all(keys.map(async (key) => `${key} ${await valueOf(redis, key)}`));
  return values.join('\n');
}

async function clusterKeys(nodes: string): Promise<string> {
  const startup = nodes
    .split(',')
    .map((node) => ({ host: new URL(node).hostname, port: Number(new URL(node).port) }));
  const cluster = new Cluster(startup);
  await cluster.ping();
  const texts = await Promise.all(cluster.nodes('master').map(keysOf));
  cluster.disconnect();
  return texts.join('\n');
}

async function redisKeys(url: string): Promise<string> {
  const redis = new Redis(url);
  const text = await keysOf(redis);
  redis.disconnect();
  return text;
}

/** `env`: the environment of the stores (test/support/backend.ts). */
export async function dump(env: Readonly<Record<string, string>>): Promise<string> {
  const { DATABASE_URL, DATA_DIR, REDIS_URL, REDIS_CLUSTER_NODES } = env;
  const parts = await Promise.all([
    DATABASE_URL === undefined ? filesOf(DATA_DIR ?? '') : rowsOf(DATABASE_URL),
    REDIS_URL === undefined ? '' : redisKeys(REDIS_URL),
    REDIS_CLUSTER_NODES === undefined ? '' : clusterKeys(REDIS_CLUSTER_NODES),
  ]);
  return parts.join('\n');
}
