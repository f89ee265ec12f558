/*
 * Opens Redis as one server, a master behind sentinels, or a cluster. The client library never repeats a command without
 * a reply: redis.ts does, protected by the attempt ids of the scripts. Reconnects for ever.
 */
import { Cluster, Redis } from 'ioredis';
import type { RedisOptions } from 'ioredis';
import type { RedisCluster, RedisConfig, RedisSentinel } from '../../src/config/config.js';
import { limitCommands } from './redis-deadlines.js';
import { gatherWrites } from './redis-writes.js';

export type RedisClient = Redis | Cluster;

const CONNECT_MS = 1000;
/** A connection without a reply for this long while some are due is dead, although it was not closed. */
const SILENCE_MS = 2000;
const FIRST_WAIT_MS = 50;
const MAX_WAIT_MS = 500;
const FIRST_CONNECTION_MS = 2000;

const backoff = (times: number): number => Math.min(times * FIRST_WAIT_MS, MAX_WAIT_MS);

const NODE_OPTIONS = {
  connectTimeout: CONNECT_MS,
  socketTimeout: SILENCE_MS,
  // Commands under way fail as soon as their connection does: redis.ts decides whether to repeat them.
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
} satisfies RedisOptions;

const OPTIONS = {
  ...NODE_OPTIONS,
  enableOfflineQueue: false,
  retryStrategy: backoff,
  // After a failover the old master replies READONLY: look for the new one.
  reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
} satisfies RedisOptions;

interface Endpoint {
  readonly host: string;
  readonly port: number;
  readonly credentials: Pick<RedisOptions, 'username' | 'password'>;
  readonly encrypted: boolean;
}

function endpoint(address: string): Endpoint {
  const url = new URL(address);
  const [username, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port),
    credentials: { ...(username && { username }), ...(password && { password }) },
    encrypted: url.protocol === 'rediss:',
  };
}

function openCluster({ nodes }: RedisCluster): Cluster {
  const endpoints = nodes.map(endpoint);
  const [first] = endpoints;
  return new Cluster(
    endpoints.map(({ host, port }) => ({ host, port })),
    {
      enableOfflineQueue: false,
      clusterRetryStrategy: backoff,
      slotsRefreshTimeout: CONNECT_MS,
      retryDelayOnFailover: FIRST_WAIT_MS,
      retryDelayOnClusterDown: FIRST_WAIT_MS,
      redisOptions: {
        ...NODE_OPTIONS,
        ...first?.credentials,
        ...(first?.encrypted === true && { tls: {} }),
      },
    },
  );
}

/** The credentials and the scheme of the first sentinel apply to all sentinels and to the master. */
function openSentinel({ sentinels, masterName }: RedisSentinel): Redis {
  const endpoints = sentinels.map(endpoint);
  const { username, password } = endpoints[0]?.credentials ?? {};
  const encrypted = endpoints[0]?.encrypted === true;
  return new Redis({
    ...OPTIONS,
    sentinels: endpoints.map(({ host, port }) => ({ host, port })),
    name: masterName,
    sentinelRetryStrategy: backoff,
    ...(username !== undefined && { username, sentinelUsername: username }),
    ...(password !== undefined && { password, sentinelPassword: password }),
    ...(encrypted && { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }),
  });
}

function openRedis(config: RedisConfig): RedisClient {
  if (config.mode === 'cluster') return openCluster(config);
  if (config.mode === 'sentinel') return openSentinel(config);
  return new Redis(config.url, OPTIONS);
}

/** True once connected; false when that took longer than `milliseconds`. Never throws. */
export function readyWithin(redis: RedisClient, milliseconds: number): Promise<boolean> {
  if (redis.status === 'ready') return Promise.resolve(true);
  return new Promise((resolve) => {
    const finish = (ready: boolean): void => {
      clearTimeout(timer);
      redis.off('ready', onReady);
      resolve(ready);
    };
    const onReady = (): void => finish(true);
    const timer = setTimeout(() => finish(false), milliseconds);
    redis.on('ready', onReady);
  });
}

/** Returns connected, or after two seconds as it is: faults are then reported by `faults()`, not by an exception. */
export async function connectRedis(
  config: RedisConfig,
  onError: (error: Error) => void,
): Promise<RedisClient> {
  const redis = openRedis(config);
  gatherWrites(redis);
  limitCommands(redis);
  redis.on('error', onError);
  await readyWithin(redis, FIRST_CONNECTION_MS);
  return redis;
}
