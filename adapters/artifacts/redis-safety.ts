/*
 * Whether a Redis may be trusted with grants. It reads INFO alone, which every managed service allows, on a cluster from
 * every master.
 */
import { Cluster } from 'ioredis';
import type { Redis } from 'ioredis';
import type { StoreFault } from '../../src/stores.js';
import { errorMessage } from '../error-code.js';
import type { RedisClient } from './redis-connection.js';

/** The first version whose scripts are refused as a whole under memory pressure (`#!lua`). */
const OLDEST_MAJOR = 7;

export interface RedisSafety {
  readonly faults: readonly StoreFault[];
  readonly warnings: readonly StoreFault[];
}

const toFault = (reason: string): StoreFault => ({ store: 'redis', reason });

function checkInfo(info: string): RedisSafety {
  const field = (name: string): string => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? 'unknown';
  const [version, policy] = [field('redis_version'), field('maxmemory_policy')];
  const faults = [
    ...(Number.parseInt(version) >= OLDEST_MAJOR
      ? []
      : [`Redis ${version} is too old: use ${OLDEST_MAJOR}.0 or later.`]),
    ...(policy === 'noeviction'
      ? []
      : [`maxmemory-policy is ${policy}, which drops grants silently: set it to noeviction.`]),
  ];
  const warnings =
    field('aof_enabled') === '1'
      ? []
      : ['The append-only file is off: a restart of Redis ends sessions and grants. Set appendonly to yes.'];
  return { faults: faults.map(toFault), warnings: warnings.map(toFault) };
}

const distinct = (faults: readonly StoreFault[]): readonly StoreFault[] => [
  ...new Map(faults.map((fault) => [fault.reason, fault])).values(),
];

async function clusterInfo(node: Redis): Promise<string> {
  const state = await node.cluster('INFO');
  if (!state.includes('cluster_state:ok')) throw new Error('the cluster does not serve every slot');
  return node.info();
}

async function infos(redis: RedisClient): Promise<readonly string[]> {
  if (!(redis instanceof Cluster)) return [await redis.info()];
  const masters = redis.nodes('master');
  if (masters.length === 0) throw new Error('no master of the cluster is known');
  return Promise.all(masters.map(clusterInfo));
}

/** Never throws: a server that does not answer is a fault. */
export async function redisSafety(redis: RedisClient): Promise<RedisSafety> {
  try {
    if (redis.status !== 'ready') throw new Error(`the connection is ${redis.status}`);
    const results = (await infos(redis)).map(checkInfo);
    return {
      faults: distinct(results.flatMap(({ faults }) => faults)),
      warnings: distinct(results.flatMap(({ warnings }) => warnings)),
    };
  } catch (error) {
    const reason = `Redis does not answer (${errorMessage(error)}): check that it runs and can be reached.`;
    return { faults: [toFault(reason)], warnings: [] };
  }
}
