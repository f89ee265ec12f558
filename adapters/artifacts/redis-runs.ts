/*
 * Which run of which server a record was written in. After a failover the new master may lack the last writes of the old
 * one, such as the redemption of a code, and so may a server that restarts after a power cut. Only one that wrote each
 * command to its append-only file before it confirmed it has lost nothing.
 */
import { Cluster } from 'ioredis';
import type { Redis } from 'ioredis';
import type { RedisClient } from './redis-connection.js';
import { infoField, readAppendFsync } from './redis-info.js';

interface Run {
  readonly id: string;
  /** It has every write that it, or an earlier run on the same server, confirmed. */
  readonly whole: boolean;
}

/** As in redis-scripts.ts. */
const RUN_ID_LENGTH = 16;

async function readRun(node: Redis): Promise<Run> {
  const [info, appendFsync] = await Promise.all([node.info(), readAppendFsync(node)]);
  // A replica that was promoted names the point where it left its master's history; any other says -1.
  const tookOver = infoField(info, 'second_repl_offset') !== '-1';
  return {
    id: (infoField(info, 'run_id') ?? '').slice(0, RUN_ID_LENGTH),
    whole: infoField(info, 'aof_enabled') === '1' && appendFsync === 'always' && !tookOver,
  };
}

export function createRedisRuns(redis: RedisClient) {
  const known = new WeakMap<Redis, Promise<Run>>();

  function runOf(node: Redis): Promise<Run> {
    const earlier = known.get(node);
    if (earlier) return earlier;
    const run = readRun(node);
    const forget = (): void => {
      if (known.get(node) === run) known.delete(node);
    };
    known.set(node, run);
    // The next connection may be to another run, or to another server.
    node.once('close', forget);
    run.catch(forget);
    return run;
  }

  const masters = (): readonly Redis[] => (redis instanceof Cluster ? redis.nodes('master') : [redis]);

  return {
    /** No round trip, except for the first call on each connection. */
    async isCurrent(runId: string): Promise<boolean> {
      const results = await Promise.allSettled(masters().map(runOf));
      const runs = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      if (runs.some(({ id }) => id === runId)) return true;
      // It may be the run of a server that does not answer: an outage, not a verdict.
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
      return runs.every(({ whole }) => whole);
    },
  };
}
