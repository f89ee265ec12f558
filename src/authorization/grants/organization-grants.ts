/*
 * The grants of members as their organization sees them: their permissions in teams and organizations, nothing else that
 * the member allowed; and how the organization ends one.
 */
import type { ArtifactStore } from '../../artifacts/store.js';
import type { AuditLog } from '../../events/audit-log.js';
import type { MemberGrant, MemberGrants } from '../../organization-apps/member-grants.js';
import { createFamilies } from './families.js';
import type { LoadedFamily } from './families.js';
import { endedByOrganization } from './audit-entries.js';
import { administeringScope, indexedGrant } from './granted-resources.js';
import type { IndexedGrant } from './granted-resources-store.js';
import { scopeSentences } from '../consent/scope-sentences.js';
import { isWaiting, lastActiveOf } from './token-family.js';

function toMemberGrant(
  { id, family }: LoadedFamily,
  { teams, organizations }: IndexedGrant,
  administers: boolean,
): MemberGrant {
  const administering = administers ? scopeSentences(administeringScope(family.scope)) : [];
  return {
    id,
    teams,
    organizations,
    permissions: [...administering, ...scopeSentences(family.scope, ['team', 'organization'])],
    since: new Date(family.born),
    waiting: isWaiting(family),
    lastActive: new Date(lastActiveOf(family)),
  };
}

export function createOrganizationGrants(deps: {
  readonly artifacts: ArtifactStore;
  readonly audit: AuditLog;
}): MemberGrants {
  const families = createFamilies(deps.artifacts);
  return {
    async read(id, administers) {
      const loaded = await families.load(id);
      // Narrowed to the member's own things, it has ended for the organization.
      const resources = loaded && indexedGrant(loaded);
      return loaded === undefined || resources === undefined
        ? 'ended'
        : toMemberGrant(loaded, resources, administers);
    },
    async end(id, organizationId, actor) {
      const loaded = await families.load(id);
      if (loaded === undefined || indexedGrant(loaded) === undefined) return false;
      if (!(await families.revoke(id))) return false;
      await deps.audit.append(endedByOrganization(loaded, organizationId, actor));
      return true;
    },
  };
}
