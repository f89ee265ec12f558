/*
 * Which run of which server a record was written in. After a failover the new master may have forgotten the last
 * writes of the old one, that a code was redeemed among them. A server that merely started again from its own
 * append-only file has forgotten nothing that it confirmed.
 */
import { Cluster } from 'ioredis';
import type { Redis } from 'ioredis';
import type { RedisClient } from './redis-connection.js';

interface Run {
  readonly id: string;
  /** It has all that it, or the runs before it on the same server, ever confirmed. */
  readonly whole: boolean;
}

/** As redis-scripts.ts names a run. */
const RUN_ID = 16;

export interface RedisRuns {
  /** No round trip, but for the first question to each server on each connection. */
  isCurrent(runId: string): Promise<boolean>;
}

function parse(info: string): Run {
  const field = (name: string): string | undefined => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];
  // A replica that was promoted names the point where it left its master's history; any other says -1.
  const tookOver = field('second_repl_offset') !== '-1';
  return { id: (field('run_id') ?? '').slice(0, RUN_ID), whole: field('aof_enabled') === '1' && !tookOver };
}

export function createRedisRuns(redis: RedisClient): RedisRuns {
  const known = new WeakMap<Redis, Promise<Run>>();

  function runOf(node: Redis): Promise<Run> {
    const heard = known.get(node);
    if (heard) return heard;
    const asked = node.info().then(parse);
    const forget = (): void => {
      if (known.get(node) === asked) known.delete(node);
    };
    known.set(node, asked);
    // Whoever answers on the next connection may be another run, or another server.
    node.once('close', forget);
    asked.catch(forget);
    return asked;
  }

  const masters = (): readonly Redis[] => (redis instanceof Cluster ? redis.nodes('master') : [redis]);

  return {
    async isCurrent(runId) {
      const runs = await Promise.allSettled(masters().map(runOf));
      const heard = runs.flatMap((run) => (run.status === 'fulfilled' ? [run.value] : []));
      if (heard.some(({ id }) => id === runId)) return true;
      // Whether the one that is silent is meant is not known: an outage, not an answer.
      const silent = runs.find((run) => run.status === 'rejected');
      if (silent) throw silent.reason;
      return heard.every(({ whole }) => whole);
    },
  };
}
