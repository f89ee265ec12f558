/*
 * Two replicas of the service, each with connections of its own, on a PostgreSQL of their own and whatever keeps the
 * artifacts. Several tests of a file share the PostgreSQL.
 */
import { backendOn } from '../support/backend.js';
import { temporaryDirectory } from '../support/child-server.js';
import { startPostgres } from '../support/postgres-server.js';
import type { PostgresServer } from '../support/postgres-server.js';
import { tokensFor, visit } from '../support/oauth.js';
import type { Tokens, Visitor } from '../support/oauth.js';
import { startService } from '../support/service.js';
import type { Replica, Service, TestClient } from '../support/service.js';

type Environment = Readonly<Record<string, string>>;

const SECRET_KEYS = 'dGVzdHMtb25seS1zZWNyZXQta2V5LW51bWJlci1vbmU';

export interface ServiceFixture {
  readonly service: Service;
  readonly replica: Replica;
  readonly postgres: PostgresServer;
  readonly env: Environment;
  /** Closes what came with it before the service does. */
  close(): Promise<void>;
}

/** `keptIn`: REDIS_URL or its like; the database keeps everything without one. */
export async function openServiceFixture(keptIn: Environment): Promise<ServiceFixture> {
  const [postgres, directory] = await Promise.all([startPostgres(), temporaryDirectory()]);
  const env = { DATA_DIR: directory.path, DATABASE_URL: postgres.url('postgres'), SECRET_KEYS, ...keptIn };
  const backends = [await backendOn(env), await backendOn(env)] as const;
  const service = await startService({ backend: backends[0] });
  const replica = await service.replica(backends[1]);
  return {
    service,
    replica,
    postgres,
    env,
    async close() {
      await service.close();
      for (const backend of backends) await backend.close();
      await postgres.stop();
      await directory.remove();
    },
  };
}

export const statusOf = async (at: { readonly url: string }, path: string): Promise<number> =>
  (await fetch(at.url + path)).status;

export interface Installed {
  readonly client: TestClient;
  readonly visitor: Visitor;
  /** One authorization each. */
  readonly installations: readonly Tokens[];
}

export async function install(service: Service, count: number): Promise<Installed> {
  const [client, visitor] = [await service.client(), await visit(service)];
  const installations: Tokens[] = [];
  while (installations.length < count) installations.push(await tokensFor(service, client, visitor));
  return { client, visitor, installations };
}
