/* Where codes, tokens, grants and sessions live: one server, a cluster, or a master found through sentinels. */
import type { Reading } from './variables.js';
import { readUrl } from './urls.js';

export interface RedisSingle {
  readonly mode: 'single';
  readonly url: string;
}
export interface RedisCluster {
  readonly mode: 'cluster';
  /** Node URLs, `redis://host:port`. */
  readonly nodes: readonly string[];
}
export interface RedisSentinel {
  readonly mode: 'sentinel';
  /** `redis://host:port`. */
  readonly sentinels: readonly string[];
  readonly masterName: string;
}
export type RedisConfig = RedisSingle | RedisCluster | RedisSentinel;

const REDIS = { schemes: ['redis', 'rediss'], example: 'redis://localhost:6379' };
const CLUSTER_REMEDY = 'write it like redis://10.0.0.1:6379,redis://10.0.0.2:6379';
const SENTINEL_REMEDY = 'write it like mymaster@10.0.0.1:26379,10.0.0.2:26379';

/** `host`, `host:port` or a whole URL, with the port filled in; undefined when it is none of them. */
function nodeUrl(entry: string, defaultPort: string): string | undefined {
  const url = URL.parse(/^rediss?:\/\//.test(entry) ? entry : `redis://${entry}`);
  if (!url || url.host === '' || !/^\/?$/.test(url.pathname) || /[?#]/.test(url.href)) return undefined;
  if (url.port === '') url.port = defaultPort;
  return url.href.replace(/\/$/, '');
}

function nodeUrls(entries: readonly string[], defaultPort: string): readonly string[] | undefined {
  const urls = entries.map((entry) => nodeUrl(entry, defaultPort));
  const good = urls.filter((url) => url !== undefined);
  return good.length === urls.length && good.length > 0 ? good : undefined;
}

function readCluster(reading: Reading): RedisCluster | undefined {
  const nodes = nodeUrls(reading.list('REDIS_CLUSTER_NODES'), '6379');
  if (nodes) return { mode: 'cluster', nodes };
  reading.fault('REDIS_CLUSTER_NODES', 'has an entry that is not an address', CLUSTER_REMEDY);
  return undefined;
}

function readSentinels(reading: Reading): RedisSentinel | undefined {
  const [, masterName, addresses = ''] = /^([\w.-]+)@(.*)$/.exec(reading.text('REDIS_SENTINELS') ?? '') ?? [];
  const entries = addresses.split(',').flatMap((entry) => entry.trim() || []);
  const sentinels = nodeUrls(entries, '26379');
  if (masterName !== undefined && sentinels) return { mode: 'sentinel', masterName, sentinels };
  const problem =
    masterName === undefined
      ? 'does not begin with the name of the master'
      : 'has an entry that is not an address';
  reading.fault('REDIS_SENTINELS', problem, SENTINEL_REMEDY);
  return undefined;
}

function readSingle(reading: Reading): RedisSingle | undefined {
  const url = readUrl(reading, 'REDIS_URL', REDIS);
  return url && { mode: 'single', url: url.href };
}

const WAYS: readonly (readonly [string, (reading: Reading) => RedisConfig | undefined])[] = [
  ['REDIS_URL', readSingle],
  ['REDIS_CLUSTER_NODES', readCluster],
  ['REDIS_SENTINELS', readSentinels],
];

/** Reads each that is set, also where one is too many: the operator may keep any of them. */
export function readRedis(reading: Reading): RedisConfig | undefined {
  const ways = WAYS.filter(([name]) => reading.text(name) !== undefined);
  const [first, ...others] = ways;
  for (const [other] of others)
    reading.fault(other, `is set beside ${first?.[0]}`, 'set only one of the three REDIS_ variables');
  return ways.map(([, read]) => read(reading))[0];
}
