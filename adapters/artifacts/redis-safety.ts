/*
 * Whether a Redis may be trusted with grants: what it says of itself, and whether it accepts a write. On a cluster every
 * master is examined.
 */
import { Cluster, ReplyError } from 'ioredis';
import type { Redis } from 'ioredis';
import type { StoreFault } from '../../src/stores.js';
import { errorMessage } from '../error-code.js';
import type { RedisClient } from './redis-connection.js';
import { infoField, readAppendFsync } from './redis-info.js';

/** The first version whose scripts are refused as a whole under memory pressure (`#!lua`). */
const OLDEST_MAJOR = 7;

export interface RedisSafety {
  readonly faults: readonly StoreFault[];
  readonly warnings: readonly StoreFault[];
}

const toFault = (reason: string): StoreFault => ({ store: 'redis', reason });

function infoFaults(info: string): readonly string[] {
  const field = (name: string): string => infoField(info, name) ?? 'unknown';
  const [version, policy] = [field('redis_version'), field('maxmemory_policy')];
  return [
    ...(Number.parseInt(version) >= OLDEST_MAJOR
      ? []
      : [`Redis ${version} is too old: use ${OLDEST_MAJOR}.0 or later.`]),
    ...(policy === 'noeviction'
      ? []
      : [`maxmemory-policy is ${policy}, which drops grants silently: set it to noeviction.`]),
  ];
}

const POWER_CUT =
  'a power cut may undo the last changes, also revocations and sign-outs. Set appendfsync to always.';

function durabilityWarnings(info: string, appendFsync: string | undefined): readonly string[] {
  if (infoField(info, 'aof_enabled') !== '1')
    return [
      'The append-only file is off: a restart of Redis ends sessions and grants. Set appendonly to yes.',
    ];
  if (appendFsync === 'always') return [];
  return appendFsync === undefined
    ? [`Redis does not tell its appendfsync, because CONFIG is refused. Unless it is always, ${POWER_CUT}`]
    : [`appendfsync is ${appendFsync}: ${POWER_CUT}`];
}

/** By the code of the error with which a server that can be reached refuses to write. */
const REMEDIES: Readonly<Record<string, string>> = {
  READONLY: 'It is a replica: connect to the master.',
  OOM: 'Raise maxmemory, or give it more memory.',
  MISCONF: 'Free space on its disk, and read its log.',
  NOREPLICAS: 'Start its replicas: too few are connected for min-replicas-to-write.',
  NOPERM: 'Allow its user to run scripts, and to read and write the keys slotkey:*.',
};

// Leaves nothing behind.
const WRITE = `#!lua
redis.call('SET', KEYS[1], '1', 'PX', 1000)
return redis.call('DEL', KEYS[1])`;

/** Enough to find a key for a master with one slot in forty; one with fewer is not asked to write. */
const MAX_KEYS = 200;

const isForOtherNode = (error: unknown): boolean => /^(MOVED|ASK) /.test(errorMessage(error));

async function write(node: Redis): Promise<void> {
  for (let count = 0; count < MAX_KEYS; count += 1) {
    try {
      await node.eval(WRITE, 1, `slotkey:{examination-${count}}`);
      return;
    } catch (error) {
      if (!isForOtherNode(error)) throw error;
    }
  }
}

/** Undefined when it accepts a write. Throws when it does not answer. */
async function writeFault(node: Redis): Promise<string | undefined> {
  try {
    await write(node);
    return undefined;
  } catch (error) {
    if (!(error instanceof ReplyError)) throw error;
    const [sentence = '', code = ''] = /^(\w+)[^.]*/.exec(errorMessage(error)) ?? [];
    return `Redis refuses to write (${sentence}). ${REMEDIES[code] ?? 'Read its log.'}`;
  }
}

async function examine(node: Redis): Promise<RedisSafety> {
  const [info, appendFsync, refusal] = await Promise.all([
    node.info(),
    readAppendFsync(node),
    writeFault(node),
  ]);
  return {
    faults: [...infoFaults(info), ...(refusal === undefined ? [] : [refusal])].map(toFault),
    warnings: durabilityWarnings(info, appendFsync).map(toFault),
  };
}

const distinct = (faults: readonly StoreFault[]): readonly StoreFault[] => [
  ...new Map(faults.map((fault) => [fault.reason, fault])).values(),
];

async function examineInCluster(node: Redis): Promise<RedisSafety> {
  const state = await node.cluster('INFO');
  if (!state.includes('cluster_state:ok')) throw new Error('the cluster does not serve every slot');
  return examine(node);
}

async function examineAll(redis: RedisClient): Promise<readonly RedisSafety[]> {
  if (!(redis instanceof Cluster)) return [await examine(redis)];
  const masters = redis.nodes('master');
  if (masters.length === 0) throw new Error('no master of the cluster is known');
  return Promise.all(masters.map(examineInCluster));
}

/** Never throws: a server that does not answer is a fault. */
export async function redisSafety(redis: RedisClient): Promise<RedisSafety> {
  try {
    if (redis.status !== 'ready') throw new Error(`the connection is ${redis.status}`);
    const results = await examineAll(redis);
    return {
      faults: distinct(results.flatMap(({ faults }) => faults)),
      warnings: distinct(results.flatMap(({ warnings }) => warnings)),
    };
  } catch (error) {
    const reason = `Redis does not answer (${errorMessage(error)}): check that it runs and can be reached.`;
    return { faults: [toFault(reason)], warnings: [] };
  }
}
