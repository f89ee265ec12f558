/* What a request costs: calls of the artifact store, each of them a round trip, and statements of the database. */
import { openBackend } from './backend.js';
import { type Asked, statementsOf } from './plans.js';
import { type Service, type StartedService, startService } from './service.js';

/** What every process asks by itself, and what is written in batches after the requests. */
const BACKGROUND =
  /standing_revision|clock_timestamp|^(?!with entry)[^]*\bjob\b|client_use|client_request|update client_secret|pg_settings/;
/** A process that is too busy to read the revision of the registry in time reads its clients again. */
const KEPT = /^select client\.\*/;
/** Counted as calls of the artifact store. */
const ARTIFACT = /\b(?:from|join|into|update) artifact\b/;

/** What a page asks of the database, without its session. What was still to be sent is sent before. */
export async function statementsOfPage(
  { backend, idle }: Service,
  work: () => Promise<unknown>,
): Promise<readonly Asked[]> {
  await idle();
  const asked = await statementsOf(backend.db, work);
  return asked.filter(({ sql }) => !BACKGROUND.test(sql) && !ARTIFACT.test(sql));
}

export interface Costs {
  /** Names of the methods called, in alphabetical order. */
  readonly artifacts: readonly string[];
  readonly statements: readonly string[];
  /** Of a client that is kept while the registry stays as it is; they are not among the statements. */
  readonly clientReads: number;
}

export interface CountedService extends StartedService {
  costs(work: () => Promise<unknown>): Promise<Costs>;
}

type Method = (...args: readonly unknown[]) => unknown;

/** Its jobs stay where they are: what they ask belongs to no request. */
export async function openCountedService(): Promise<CountedService> {
  const backend = await openBackend();
  const called: string[] = [];
  const counted = Object.entries(backend.stores.artifacts).map(([name, method]: [string, Method]) => [
    name,
    (...args: readonly unknown[]) => {
      called.push(name);
      return method(...args);
    },
  ]);
  const artifacts = Object.fromEntries(counted) as typeof backend.stores.artifacts;
  const jobs = { ...backend.stores.jobs, take: () => Promise.resolve([]) };
  const service = await startService({
    backend: { ...backend, stores: { ...backend.stores, artifacts, jobs } },
  });
  return {
    ...service,
    async costs(work) {
      const statements: string[] = [];
      let clientReads = 0;
      const hear = ({ sql }: Asked): void => {
        const statement = sql.trim();
        if (KEPT.test(statement)) clientReads += 1;
        else if (!ARTIFACT.test(statement) && !BACKGROUND.test(statement)) statements.push(statement);
      };
      called.length = 0;
      backend.db.on('query', hear);
      try {
        await work();
      } finally {
        backend.db.removeListener('query', hear);
      }
      return { artifacts: called.toSorted(), statements, clientReads };
    },
    async close() {
      await service.close();
      await backend.close();
    },
  };
}
