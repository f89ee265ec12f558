/*
 * A process beside jest that owns the servers of a test run. It lends worlds: whoever connects is told, as one line of
 * JSON, the environment of a fresh world, and gives it back by closing the connection. It ends with its standard input,
 * so with jest, however that ends. Started by global-setup.ts.
 */
import { createServer } from 'node:net';
import { migratePostgres } from '../../adapters/knex/migrate.js';
import { startPostgres } from './postgres-server.js';
import type { PostgresServer } from './postgres-server.js';
import { startRedis, startRedisCluster, withRedis } from './redis-server.js';
import type { RedisClusterServers } from './redis-server.js';

type Environment = Readonly<Record<string, string>>;

interface World {
  readonly env: Environment;
  end(): Promise<void>;
}

interface Lender {
  lend(): Promise<World>;
  stop(): Promise<void>;
}

const TEMPLATE = 'template_of_tests';

async function databases(): Promise<Lender> {
  const postgres: PostgresServer = await startPostgres();
  await postgres.execute(`create database ${TEMPLATE}`);
  await migratePostgres(postgres.url(TEMPLATE));
  let count = 0;
  return {
    async lend() {
      const name = `world_${(count += 1)}`;
      await postgres.execute(`create database ${name} template ${TEMPLATE}`);
      return {
        env: { DATABASE_URL: postgres.url(name) },
        end: () => postgres.execute(`drop database ${name} with (force)`),
      };
    },
    stop: () => postgres.stop(),
  };
}

const LOGICAL_DATABASES = 500;

async function logicalRedis(): Promise<Lender> {
  const redis = await startRedis();
  let count = 0;
  return {
    async lend() {
      const url = redis.url((count += 1) % LOGICAL_DATABASES);
      await withRedis(url, (client) => client.flushdb());
      return { env: { REDIS_URL: url }, end: () => Promise.resolve() };
    },
    stop: () => redis.stop(),
  };
}

/** A cluster has one key space: each world gets one of its own, used again when it comes back. */
function clusters(): Lender {
  const all: RedisClusterServers[] = [];
  const free: RedisClusterServers[] = [];
  async function made(): Promise<RedisClusterServers> {
    const cluster = await startRedisCluster();
    all.push(cluster);
    return cluster;
  }
  return {
    async lend() {
      const cluster = free.pop() ?? (await made());
      await cluster.flush();
      const nodes = cluster.nodes.map(({ port }) => `redis://127.0.0.1:${port}`);
      return {
        env: { REDIS_CLUSTER_NODES: nodes.join(',') },
        end: () => Promise.resolve(void free.push(cluster)),
      };
    },
    stop: async () => {
      for (const cluster of all) await cluster.stop();
    },
  };
}

const LENDERS: Readonly<Record<string, () => Promise<readonly Lender[]>>> = {
  postgres: async () => [await databases()],
  redis: async () => [await databases(), await logicalRedis()],
  cluster: async () => [await databases(), clusters()],
};

async function lenders(backend: string): Promise<readonly Lender[]> {
  const start = LENDERS[backend];
  if (!start) throw new Error(`TEST_BACKEND is ${backend}: choose embedded, postgres, redis or cluster.`);
  return start();
}

const all = await lenders(process.env['TEST_BACKEND'] ?? '');

const server = createServer((socket) => {
  const worlds = Promise.all(all.map((lender) => lender.lend()));
  const end = async (): Promise<void> => {
    for (const world of await worlds) await world.end();
  };
  socket.on('error', () => undefined);
  socket.once('close', () => void end().catch(() => undefined));
  worlds.then(
    (lent) => socket.write(`${JSON.stringify(Object.assign({}, ...lent.map(({ env }) => env)))}\n`),
    (error: unknown) => socket.end(`${JSON.stringify({ KEEPER_FAULT: String(error) })}\n`),
  );
});

async function stop(): Promise<void> {
  server.close();
  await Promise.all(all.map((lender) => lender.stop()));
  process.exit();
}

process.stdin.resume().once('end', () => void stop());
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify(server.address())}\n`));
