/*
 * A process beside jest that owns the servers of a test run. It lends backends: a client that connects gets, as one line of
 * JSON, the environment of a fresh backend, and gives it back by closing the connection. It ends with its standard input,
 * so with jest, however that ends. Started by global-setup.ts.
 */
import { createServer } from 'node:net';
import { migratePostgres } from '../../adapters/knex/migrate.js';
import { startPostgres } from './postgres-server.js';
import type { PostgresServer } from './postgres-server.js';
import { startWatchedRedis } from './redis-sentinels.js';
import { startRedis, startRedisCluster, withRedis } from './redis-server.js';

type Environment = Readonly<Record<string, string>>;

interface Fixture {
  readonly env: Environment;
  end(): Promise<void>;
}

interface Lender {
  lend(): Promise<Fixture>;
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
      const name = `fixture_${(count += 1)}`;
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

interface Shared {
  readonly env: Environment;
  flush(): Promise<void>;
  stop(): Promise<void>;
}

/** Servers with one key space: each test gets its own, and they are reused afterwards. */
function servers(start: () => Promise<Shared>): Lender {
  const all: Shared[] = [];
  const free: Shared[] = [];
  async function made(): Promise<Shared> {
    const shared = await start();
    all.push(shared);
    return shared;
  }
  return {
    async lend() {
      const shared = free.pop() ?? (await made());
      await shared.flush();
      return { env: shared.env, end: () => Promise.resolve(void free.push(shared)) };
    },
    stop: async () => {
      for (const shared of all) await shared.stop();
    },
  };
}

async function cluster(): Promise<Shared> {
  const started = await startRedisCluster();
  const nodes = started.nodes.map(({ port }) => `redis://127.0.0.1:${port}`);
  return { ...started, env: { REDIS_CLUSTER_NODES: nodes.join(',') } };
}

async function sentinels(): Promise<Shared> {
  const started = await startWatchedRedis();
  return { ...started, env: { REDIS_SENTINELS: started.address } };
}

const LENDERS: Readonly<Record<string, () => Promise<readonly Lender[]>>> = {
  postgres: async () => [await databases()],
  redis: async () => [await databases(), await logicalRedis()],
  cluster: async () => [await databases(), servers(cluster)],
  sentinel: async () => [await databases(), servers(sentinels)],
};

async function lenders(backend: string): Promise<readonly Lender[]> {
  const start = LENDERS[backend];
  if (!start)
    throw new Error(`TEST_BACKEND is ${backend}: choose embedded, postgres, redis, cluster or sentinel.`);
  return start();
}

const all = await lenders(process.env['TEST_BACKEND'] ?? '');

const server = createServer((socket) => {
  const fixtures = Promise.all(all.map((lender) => lender.lend()));
  const end = async (): Promise<void> => {
    for (const fixture of await fixtures) await fixture.end();
  };
  socket.on('error', () => undefined);
  socket.once('close', () => void end().catch(() => undefined));
  fixtures.then(
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
