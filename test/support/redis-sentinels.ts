/* A throw-away master with a replica and three sentinels that promote the replica when the master does not respond. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from './child-server.js';
import { startRedis, withRedis } from './redis-server.js';
import type { RedisServer } from './redis-server.js';
import { until } from './until.js';

export interface WatchedRedis {
  readonly master: RedisServer;
  readonly copy: RedisServer;
  /** As the service wants it: `primary@host:port,...`. */
  readonly address: string;
  /** The copy has what the master confirmed so far. */
  caughtUp(): Promise<boolean>;
  flush(): Promise<void>;
  stop(): Promise<void>;
}

const SENTINELS = 3;

/**
 * Watch one master under the name `primary`, and promote a replica of it after half a second without a response: a
 * majority of them has to agree.
 */
export function startSentinels(master: RedisServer, count: number): Promise<readonly RedisServer[]> {
  const majority = Math.floor(count / 2) + 1;
  const settings = [
    `monitor primary 127.0.0.1 ${master.port} ${majority}`,
    'down-after-milliseconds primary 500',
    'failover-timeout primary 3000',
  ];
  const file = settings.map((setting) => `sentinel ${setting}\n`).join('');
  return Promise.all(Array.from({ length: count }, () => startSentinel(file)));
}

async function startSentinel(settings: string): Promise<RedisServer> {
  const directory = await temporaryDirectory();
  const file = join(directory.path, 'sentinel.conf');
  await writeFile(file, settings);
  const sentinel = await startRedis({ file, args: ['--sentinel'] });
  return {
    ...sentinel,
    async stop() {
      await sentinel.stop();
      await directory.remove();
    },
  };
}

/** How many of the sentinels a sentinel knows beside itself. */
const sentinelsBeside = (sentinel: RedisServer): Promise<number> =>
  withRedis(sentinel.url(), async (redis) => {
    const others = (await redis.call('SENTINEL', 'SENTINELS', 'primary')) as readonly unknown[];
    return others.length;
  });

/** Whether the replica has confirmed all that the master wrote. */
const hasCaughtUp = (master: RedisServer): Promise<boolean> =>
  withRedis(master.url(), async (redis) => {
    const info = await redis.info('replication');
    const at = /^master_repl_offset:(\d+)/m.exec(info)?.[1] ?? '';
    return new RegExp(`^slave0:.*state=online,offset=${at},`, 'm').test(info);
  });

export async function startWatchedRedis(): Promise<WatchedRedis> {
  const master = await startRedis();
  const copy = await startRedis({ args: ['--replicaof', '127.0.0.1', String(master.port)] });
  const caughtUp = (): Promise<boolean> => hasCaughtUp(master);
  await until(caughtUp);
  const sentinels = await startSentinels(master, SENTINELS);
  for (const sentinel of sentinels)
    await until(async () => (await sentinelsBeside(sentinel)) === SENTINELS - 1);
  return {
    master,
    copy,
    address: `primary@${sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',')}`,
    caughtUp,
    async flush() {
      await withRedis(master.url(), (redis) => redis.flushall());
    },
    async stop() {
      for (const server of [...sentinels, copy, master]) await server.stop();
    },
  };
}
