/* The service as in production: PostgreSQL, Redis and two replicas with their own connections, behind a load balancer. */
import { backendOn } from '../support/backend.js';
import { startBalancer } from '../support/balancer.js';
import { temporaryDirectory } from '../support/child-server.js';
import { startPostgres } from '../support/postgres-server.js';
import { startRedis } from '../support/redis-server.js';
import { type Service, startService } from '../support/service.js';

const SECRET_KEYS = 'dGVzdHMtb25seS1zZWNyZXQta2V5LW51bWJlci1vbmU';

export interface TwoReplicas {
  /** The service at the address of the load balancer. */
  readonly service: Service;
  /** The results of `call` with each replica alone behind the load balancer. */
  onEach<T>(call: () => Promise<T>): Promise<readonly T[]>;
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
    service: { ...first, url: balancer.url },
    async onEach(call) {
      const results = [];
      try {
        for (const replica of replicas) {
          balancer.to([replica]);
          results.push(await call());
        }
      } finally {
        balancer.to(replicas);
      }
      return results;
    },
    async close() {
      await balancer.close();
      for (const replica of replicas) await replica.close();
      for (const backend of backends) await backend.close();
      await Promise.all([postgres.stop(), redis.stop(), directory.remove()]);
    },
  };
}
