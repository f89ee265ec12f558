/* Where codes, tokens, grants and sessions live: one server, a cluster, or a master found through sentinels. */
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
