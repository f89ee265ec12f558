/*
 * Grants as an organization sees those of its people: what they permit in teams and organizations and how far they go,
 * nothing of what else the person allowed; and the organization's word that one has ended.
 */
import type { ArtifactStore } from '../artifact-store.js';
import type { AuditLog, Cause } from '../audit.js';
import type { Reached } from '../scopes/reach.js';
import { createFamilies } from './families.js';
import type { LoadedFamily } from './families.js';
import { endedByOrganization } from './grant-entries.js';
import { notedGrant } from './noted-grant.js';
import { wordsOf } from './scope-words.js';
import { lastActiveOf } from './token-families.js';

export interface OrganizationGrant {
  readonly id: string;
  /** Of teams and organizations, a sentence each; none at all for what may do everything. */
  readonly words: readonly string[];
  /** Through team scopes; no ids where there are none. */
  readonly teams: Reached;
  readonly organizations: Reached;
  readonly since: Date;
  readonly lastActive: Date;
}

export interface OrganizationGrants {
  /** `gone`: it has ended. `unused`: nobody got tokens of it so far. */
  read(id: string): Promise<OrganizationGrant | 'gone' | 'unused'>;
  /** False when it had ended before. */
  end(id: string, organizationId: number, cause: Cause): Promise<boolean>;
}

function shown(loaded: LoadedFamily): OrganizationGrant {
  const { id, family } = loaded;
  const { teams = [], organizations = [] } = notedGrant(loaded) ?? {};
  return {
    ...{ id, teams, organizations },
    words: wordsOf(family.scope, ['team', 'organization']),
    since: new Date(family.born),
    lastActive: new Date(lastActiveOf(family)),
  };
}

export function createOrganizationGrants(deps: {
  readonly artifacts: ArtifactStore;
  readonly audit: AuditLog;
}): OrganizationGrants {
  const families = createFamilies(deps.artifacts);
  return {
    async read(id) {
      const loaded = await families.load(id);
      if (loaded === undefined) return 'gone';
      return loaded.family.refresh === undefined ? 'unused' : shown(loaded);
    },
    async end(id, organizationId, cause) {
      const loaded = await families.load(id);
      if (loaded === undefined || !(await families.revoke(id))) return false;
      await deps.audit.append(endedByOrganization(loaded, organizationId, cause));
      return true;
    },
  };
}
