/* The Redis of codes, tokens, grants and sessions: one server, a cluster, or a master behind sentinels. */
import { entriesOf } from './readers.js';
import type { Reader } from './readers.js';
import { url } from './urls.js';

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

/** From `host`, `host:port` or a URL, with the port filled in; undefined for anything else. */
function nodeUrl(entry: string, defaultPort: string): string | undefined {
  const url = URL.parse(/^rediss?:\/\//.test(entry) ? entry : `redis://${entry}`);
  if (!url || url.host === '' || !/^\/?$/.test(url.pathname) || /[?#]/.test(url.href)) return undefined;
  if (url.port === '') url.port = defaultPort;
  return url.href.replace(/\/$/, '');
}

function nodeUrls(entries: readonly string[], defaultPort: string): readonly string[] | undefined {
  const urls = entries.flatMap((entry) => nodeUrl(entry, defaultPort) ?? []);
  return urls.length === entries.length && urls.length > 0 ? urls : undefined;
}

const anyRedis = url('redis', 'rediss');

export const redisServer: Reader<RedisSingle> = {
  accepts: anyRedis.accepts,
  read(text, context) {
    const href = anyRedis.read(text, context);
    return href === undefined ? undefined : { mode: 'single', url: href };
  },
};

const NO_ADDRESS = 'has an entry that is not an address';

export const redisCluster: Reader<RedisCluster> = {
  accepts: 'comma-separated nodes, `[redis://]host[:port]`',
  read(text, { example, fault }) {
    const nodes = nodeUrls(entriesOf(text), '6379');
    if (nodes) return { mode: 'cluster', nodes };
    fault(NO_ADDRESS, `write it like ${example}`);
    return undefined;
  },
};

export const redisSentinels: Reader<RedisSentinel> = {
  accepts: 'name of the master, `@`, comma-separated sentinels, `host[:port]`',
  read(text, { example, fault }) {
    const [, masterName, addresses = ''] = /^([\w.-]+)@(.*)$/.exec(text) ?? [];
    const sentinels = nodeUrls(entriesOf(addresses), '26379');
    if (masterName !== undefined && sentinels) return { mode: 'sentinel', masterName, sentinels };
    const problem = masterName === undefined ? 'does not begin with the name of the master' : NO_ADDRESS;
    fault(problem, `write it like ${example}`);
    return undefined;
  },
};
