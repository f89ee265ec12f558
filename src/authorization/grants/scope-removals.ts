/*
 * Scopes that were taken from a client and from its existing installations. The access blocklist has them on every replica
 * within a second, so tokens permit less at once (bearer.ts). The grant itself is narrowed, with its event, when it is
 * next read, and otherwise by a job. A grant that was allowed for a later version of the client keeps the scope.
 */
import type { ClientStore, RemovedScopes } from '../../clients/store.js';
import type { Job, JobStore } from '../../jobs/store.js';
import { EVERYWHERE } from '../../scopes/granted-resources.js';
import { SCOPE_NAMES } from '../../scopes/catalogue.js';
import { grantedScope, type GrantedScope, intersectScopes, UNRESTRICTED } from '../../scopes/policy.js';
import type { Announcements } from '../consent/announcement-store.js';
import type { AccessBlocklist } from './access-blocklist.js';
import { narrowedEntry, revokedEntry } from './audit-entries.js';
import type { ClientGrantStore } from './client-grant-store.js';
import type { Families, LoadedFamily } from './families.js';
import { indexedGrant } from './granted-resources.js';
import type { GrantedResourcesStore } from './granted-resources-store.js';
import { narrow } from './narrowing.js';
import type { Family } from './token-family.js';

type Versioned = Pick<Family, 'clientVersion'>;

/** What the client has left a grant; more than the grant has. */
function permittedScope({ clientVersion = 0 }: Versioned, removed: RemovedScopes): GrantedScope {
  const kept = SCOPE_NAMES.filter((name) => (removed.get(name) ?? 0) <= clientVersion);
  return kept.length === SCOPE_NAMES.length ? UNRESTRICTED : grantedScope(kept);
}

const isNothing = (scope: GrantedScope): boolean => scope.kind === 'scopes' && scope.names.size === 0;

/** Of `scope`, that of the grant or of one token. Undefined for a grant that has nothing left: it has ended. */
export function scopeLeft(
  family: Versioned & Pick<Family, 'scope'>,
  scope: GrantedScope,
  removed: RemovedScopes | undefined,
): GrantedScope | undefined {
  if (removed === undefined) return scope;
  const permitted = permittedScope(family, removed);
  if (isNothing(intersectScopes(family.scope, permitted))) return undefined;
  return intersectScopes(scope, permitted);
}

export interface ScopeRemovalDeps {
  /** As they are stored. */
  readonly families: Families;
  readonly blocklist: Pick<AccessBlocklist, 'fresh' | 'current'>;
  readonly clients: Pick<ClientStore, 'find'>;
  readonly clientGrants: Pick<ClientGrantStore, 'ofClient'>;
  readonly grantedResources: Pick<GrantedResourcesStore, 'narrow'>;
  readonly announcements: Announcements;
  readonly jobs: Pick<JobStore, 'add'>;
}

export interface ScopeRemovals {
  /** Each is narrowed before it is read. */
  readonly families: Families;
  /** For a grant that was just opened: scopes may have been removed since its consent page. */
  narrowOpened(id: string, clientId: string): Promise<void>;
  /** Handles a job of the kind `narrowing`. */
  narrowGrants(job: Pick<Job<'narrowing'>, 'payload'>): Promise<void>;
}

/**
 * The grant as it is afterwards; undefined once it has ended. Its event comes first and is written once, so that no crash
 * or outage in between loses it.
 */
async function narrowRemoved(
  { families, announcements, grantedResources }: ScopeRemovalDeps,
  loaded: LoadedFamily,
  removed: RemovedScopes,
): Promise<LoadedFamily | undefined> {
  const { id } = loaded;
  const limits = { scope: permittedScope(loaded.family, removed), resources: EVERYWHERE };
  const verdict = narrow(loaded.family, limits);
  if (verdict.kind === 'unchanged') return loaded;
  const occasion = String(Math.max(...removed.values()));
  if (verdict.kind === 'nothing_left') {
    await announcements.announce(revokedEntry(loaded, 'scopes_removed', undefined), [], occasion);
    await families.revoke(id);
    return undefined;
  }
  const { before, family: after } = verdict;
  await announcements.announce(narrowedEntry(id, { before, after }, 'client'), [], occasion);
  await families.change(id, (family) => narrow(family, limits), { loaded });
  const { teams, organizations } = indexedGrant({ id, family: after }) ?? { teams: [], organizations: [] };
  await grantedResources.narrow(id, { teams, organizations });
  return families.load(id);
}

function limitedFamilies(deps: ScopeRemovalDeps): Families {
  const { families, blocklist } = deps;
  async function narrowed(loaded: LoadedFamily): Promise<LoadedFamily | undefined> {
    const { removedScopes } = blocklist.fresh() ?? (await blocklist.current());
    const removed = removedScopes.get(loaded.family.client);
    return removed === undefined ? loaded : narrowRemoved(deps, loaded, removed);
  }
  return {
    ...families,
    async load(id) {
      const loaded = await families.load(id);
      return loaded && narrowed(loaded);
    },
    async ofAccount(accountId) {
      const all = await Promise.all((await families.ofAccount(accountId)).map(narrowed));
      return all.flatMap((loaded) => loaded ?? []);
    },
  };
}

/** Grants of one job, and how many of them at once. */
const PAGE = 400;
const CONCURRENCY = 8;

export function createScopeRemovals(deps: ScopeRemovalDeps): ScopeRemovals {
  const { families, clients, clientGrants, jobs } = deps;

  async function narrowStored(id: string, removed: RemovedScopes): Promise<void> {
    const loaded = removed.size === 0 ? undefined : await families.load(id);
    if (loaded !== undefined) await narrowRemoved(deps, loaded, removed);
  }

  return {
    families: limitedFamilies(deps),
    async narrowOpened(id, clientId) {
      const client = await clients.find(clientId);
      if (client !== undefined) await narrowStored(id, client.removedScopes);
    },
    async narrowGrants({ payload: { clientId, after = '' } }) {
      const client = await clients.find(clientId);
      if (client === undefined) return;
      const ids = await clientGrants.ofClient(clientId, after, PAGE);
      for (let from = 0; from < ids.length; from += CONCURRENCY) {
        const some = ids.slice(from, from + CONCURRENCY);
        await Promise.all(some.map((id) => narrowStored(id, client.removedScopes)));
      }
      const last = ids.at(-1);
      if (last !== undefined && ids.length === PAGE)
        await jobs.add({ kind: 'narrowing', payload: { clientId, after: last } });
    },
  };
}
