/* Throw-away Redis servers, single and as a cluster of three masters. */
import { Redis } from 'ioredis';
import { accepts, freePort, startChild, temporaryDirectory } from './child-server.js';
import type { Child } from './child-server.js';
import { until } from './until.js';

export interface RedisServer {
  readonly port: number;
  /** A logical database on it. */
  url(database?: number): string;
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** At once; what it kept only in memory is gone. */
  crash(): Promise<void>;
  /** On the same port, in the same directory. */
  restart(): Promise<void>;
  /** For good. */
  stop(): Promise<void>;
}

export interface RedisOptions {
  /** More of the command line: `['--maxmemory', '20mb']`. */
  readonly args?: readonly string[];
  /** A configuration file; the command line comes on top. */
  readonly file?: string;
}

const DATABASES = 512;

export async function startRedis({ args = [], file }: RedisOptions = {}): Promise<RedisServer> {
  const port = await freePort();
  const directory = await temporaryDirectory();
  const own = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--databases', String(DATABASES)];
  const command = {
    command: 'redis-server',
    args: [...(file === undefined ? [] : [file]), ...own, ...args],
    cwd: directory.path,
  };
  const start = (): Promise<Child> => startChild(command, () => accepts(port));
  let server = await start();
  return {
    port,
    url: (database = 0) => `redis://127.0.0.1:${port}/${database}`,
    freeze: () => server.freeze(),
    thaw: () => server.thaw(),
    crash: () => server.end('SIGKILL'),
    async restart() {
      server = await start();
    },
    async stop() {
      await server.end('SIGKILL');
      await directory.remove();
    },
  };
}

/** Sends commands to one server over a connection of its own. */
export async function withRedis<T>(url: string, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url);
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}

export interface RedisClusterServers {
  readonly nodes: readonly RedisServer[];
  flush(): Promise<void>;
  stop(): Promise<void>;
}

const SLOTS = 16_384;
const MASTERS = 3;

interface ClusterNode {
  readonly server: RedisServer;
  readonly bus: number;
}

async function startNode(index: number, more: readonly string[]): Promise<ClusterNode> {
  const bus = await freePort();
  const own = ['--cluster-enabled', 'yes', '--cluster-port', String(bus), '--cluster-node-timeout', '2000'];
  const args = [...own, ...more];
  const server = await startRedis({ args });
  const from = Math.floor((index * SLOTS) / MASTERS);
  const to = Math.floor(((index + 1) * SLOTS) / MASTERS) - 1;
  await withRedis(server.url(), async (redis) => {
    await redis.call('CLUSTER', 'ADDSLOTSRANGE', from, to);
    await redis.call('CLUSTER', 'SET-CONFIG-EPOCH', index + 1);
  });
  return { server, bus };
}

const introduce = (first: ClusterNode, other: RedisServer): Promise<unknown> =>
  withRedis(other.url(), (redis) => redis.call('CLUSTER', 'MEET', '127.0.0.1', first.server.port, first.bus));

const isWhole = (node: RedisServer): Promise<boolean> =>
  withRedis(node.url(), async (redis) => {
    const info = String(await redis.call('CLUSTER', 'INFO'));
    return (
      /cluster_state:ok/.test(info) &&
      info.includes(`cluster_known_nodes:${MASTERS}`) &&
      info.includes('cluster_size:3')
    );
  });

export async function startRedisCluster({ args = [] }: RedisOptions = {}): Promise<RedisClusterServers> {
  const members = await Promise.all(Array.from({ length: MASTERS }, (_, index) => startNode(index, args)));
  const nodes = members.map(({ server }) => server);
  const [first, ...others] = members;
  if (!first) throw new Error('a cluster needs a node');
  await Promise.all(others.map(({ server }) => introduce(first, server)));
  await Promise.all(nodes.map((node) => until(() => isWhole(node))));
  return {
    nodes,
    async flush() {
      await Promise.all(nodes.map((node) => withRedis(node.url(), (redis) => redis.flushall())));
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()));
    },
  };
}

/** The keys of a slot leave for their new home one by one, as `redis-cli --cluster reshard` moves them. */
async function moveSlot(from: Redis, to: Redis, slot: number, port: number): Promise<void> {
  const [source, target] = [
    String(await from.call('CLUSTER', 'MYID')),
    String(await to.call('CLUSTER', 'MYID')),
  ];
  await to.call('CLUSTER', 'SETSLOT', slot, 'IMPORTING', source);
  await from.call('CLUSTER', 'SETSLOT', slot, 'MIGRATING', target);
  for (;;) {
    const keys = (await from.call('CLUSTER', 'GETKEYSINSLOT', slot, 10)) as readonly string[];
    if (keys.length === 0) break;
    for (const key of keys) await from.call('MIGRATE', '127.0.0.1', port, key, 0, 5000);
  }
  // The new home first: else both would send clients to each other.
  await to.call('CLUSTER', 'SETSLOT', slot, 'NODE', target);
  await from.call('CLUSTER', 'SETSLOT', slot, 'NODE', target);
}

/** Moves every slot of one master that holds keys, until none is left. */
export const moveSlots = (from: RedisServer, to: RedisServer): Promise<void> =>
  withRedis(from.url(), (source) =>
    withRedis(to.url(), async (target) => {
      for (;;) {
        const key = await source.randomkey();
        if (key === null) return;
        await moveSlot(source, target, Number(await source.call('CLUSTER', 'KEYSLOT', key)), to.port);
      }
    }),
  );
