/*
 * The service on stores of its own, which a test may freeze, crash and cut off. They keep what they have confirmed:
 * Redis writes each command down before it answers.
 */
import { backendOn } from '../support/backend.js';
import { temporaryDirectory } from '../support/child-server.js';
import { startLossyProxy } from '../support/lossy-proxy.js';
import type { LossyProxy } from '../support/lossy-proxy.js';
import { startPostgres } from '../support/postgres-server.js';
import { startRedis, startRedisCluster } from '../support/redis-server.js';
import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';

const SECRET_KEYS = 'dGVzdHMtb25seS1zZWNyZXQta2V5LW51bWJlci1vbmU';
const DURABLE = { args: ['--appendonly', 'yes', '--appendfsync', 'always'] };

/** Something that can stop answering, and be brought back. */
export interface Victim {
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  crash(): Promise<void>;
  restart(): Promise<void>;
}

export interface FaultFixture {
  readonly service: Service;
  readonly postgres: Victim;
  /** Redis or the whole cluster; PostgreSQL where it keeps everything. */
  readonly artifacts: Victim;
  /** Between the service and what keeps the artifacts; there is none in front of a cluster. */
  readonly proxy: LossyProxy | undefined;
  close(): Promise<void>;
}

interface Kept {
  readonly env: Readonly<Record<string, string>>;
  readonly victim: Victim;
  readonly proxy?: LossyProxy;
  stop(): Promise<void>;
}

async function keptInRedis(): Promise<Kept> {
  const redis = await startRedis(DURABLE);
  const proxy = await startLossyProxy(redis.port);
  return {
    env: { REDIS_URL: `redis://127.0.0.1:${proxy.port}/0` },
    victim: redis,
    proxy,
    async stop() {
      proxy.stop();
      await redis.stop();
    },
  };
}

async function keptInCluster(): Promise<Kept> {
  const cluster = await startRedisCluster(DURABLE);
  const all = async (act: (node: Victim) => Promise<void>): Promise<void> => {
    await Promise.all(cluster.nodes.map(act));
  };
  return {
    env: { REDIS_CLUSTER_NODES: cluster.nodes.map(({ port }) => `redis://127.0.0.1:${port}`).join(',') },
    victim: {
      freeze: () => all((node) => node.freeze()),
      thaw: () => all((node) => node.thaw()),
      crash: () => all((node) => node.crash()),
      restart: () => all((node) => node.restart()),
    },
    stop: () => cluster.stop(),
  };
}

export async function openFaultFixture(keptIn: 'redis' | 'cluster' | 'postgres'): Promise<FaultFixture> {
  const postgres = await startPostgres();
  await postgres.execute('create database service');
  const direct = new URL(postgres.url('service'));
  const behind = await startLossyProxy(Number(direct.port));
  const kept =
    keptIn === 'redis' ? await keptInRedis() : keptIn === 'cluster' ? await keptInCluster() : undefined;
  const directory = await temporaryDirectory();
  direct.port = String(behind.port);
  const env = { DATA_DIR: directory.path, DATABASE_URL: direct.href, SECRET_KEYS, ...kept?.env };
  const backend = await backendOn(env);
  const service = await startService({ backend });
  return {
    service,
    postgres,
    artifacts: kept?.victim ?? postgres,
    proxy: kept === undefined ? behind : kept.proxy,
    async close() {
      await service.close();
      await backend.close();
      await kept?.stop();
      behind.stop();
      await postgres.stop();
      await directory.remove();
    },
  };
}
