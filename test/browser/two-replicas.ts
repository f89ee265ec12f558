/*
 * The service as it runs in production: PostgreSQL, Redis and two replicas with connections of their own, behind one
 * address that leads each request to the next of them.
 */
import { backendOn } from '../support/backend.js';
import { startBalancer } from '../support/balancer.js';
import { temporaryDirectory } from '../support/child-server.js';
import { startPostgres } from '../support/postgres-server.js';
import { startRedis } from '../support/redis-server.js';
import { type Service, startService } from '../support/service.js';

const SECRET_KEYS = 'dGVzdHMtb25seS1zZWNyZXQta2V5LW51bWJlci1vbmU';

export interface TwoReplicas {
  /** The address that people and clients know. */
  readonly door: Service;
  /** What is heard while the address leads to one replica alone, then to the other alone. */
  onEach<T>(ask: () => Promise<T>): Promise<readonly T[]>;
  close(): Promise<void>;
}

export async function startTwoReplicas(clock: () => number): Promise<TwoReplicas> {
  const started = [startPostgres(), startRedis(), startBalancer(), temporaryDirectory()] as const;
  const [postgres, redis, balancer, directory] = await Promise.all(started);
  const stores = { DATABASE_URL: postgres.url('postgres'), REDIS_URL: redis.url() };
  const env = { DATA_DIR: directory.path, SECRET_KEYS, ...stores };
  const edge = { BASE_URL: balancer.url, TRUSTED_PROXIES: '127.0.0.0/8' };
  const backends = [await backendOn(env), await backendOn(env)] as const;
  const first = await startService({ backend: backends[0], env: edge, clock });
  const second = await startService({ backend: backends[1], env: edge, clock });
  const replicas = [first, second] as const;
  balancer.to(replicas);
  return {
    door: { ...first, url: balancer.url },
    async onEach(ask) {
      const heard = [];
      try {
        for (const replica of replicas) {
          balancer.to([replica]);
          heard.push(await ask());
        }
      } finally {
        balancer.to(replicas);
      }
      return heard;
    },
    async close() {
      await balancer.close();
      for (const replica of replicas) await replica.close();
      for (const backend of backends) await backend.close();
      await Promise.all([postgres.stop(), redis.stop(), directory.remove()]);
    },
  };
}
