/* The applications of a user with their installations, as the page shows them. */
import type { ConnectedApp, InstallationView } from '../../../views/connected-apps/installation.js';
import type { GrantedGroups, GrantedResourcesView } from '../../../views/parts/granted-resources.js';
import { scopeSentences } from '../../authorization/consent/scope-sentences.js';
import type { LoadedFamily } from '../../authorization/grants/families.js';
import type { GrantHistory } from '../../authorization/grants/grant-history.js';
import { indexedGrant } from '../../authorization/grants/granted-resources.js';
import { limitsPath } from '../../authorization/grants/installations.js';
import { isNarrowable } from '../../authorization/grants/narrowing.js';
import type { RefreshRepeat } from '../../authorization/grants/refresh-repeats.js';
import { endOf, isWaiting, lastActiveOf } from '../../authorization/grants/token-family.js';
import { developerOf } from '../../clients/developer.js';
import { logoUrl } from '../../clients/logo/logo.js';
import type { ClientRecord } from '../../clients/record-store.js';
import { present } from '../../present.js';
import type { GrantedIds } from '../../scopes/granted-resources.js';

/** Of all installations. */
export interface Known {
  /** Of teams and organizations. */
  readonly names: ReadonlyMap<number, string>;
  readonly repeats: readonly RefreshRepeat[];
  readonly origins: Awaited<ReturnType<GrantHistory['origins']>>;
}

const namesOf = (ids: GrantedIds, { names }: Known): GrantedGroups =>
  ids === 'all' ? 'all' : ids.map((id) => names.get(id));

/** Undefined for a grant without teams and organizations. */
function resourcesOf(loaded: LoadedFamily, known: Known): GrantedResourcesView | undefined {
  const indexed = indexedGrant(loaded);
  return (
    indexed && { teams: namesOf(indexed.teams, known), organizations: namesOf(indexed.organizations, known) }
  );
}

const presentInstallation = (loaded: LoadedFamily, known: Known): InstallationView => {
  const { id, family } = loaded;
  return {
    id,
    permissions: scopeSentences(family.scope),
    resources: resourcesOf(loaded, known),
    since: new Date(family.born),
    origin: known.origins.get(id) ?? {},
    waiting: isWaiting(family),
    lastActive: new Date(lastActiveOf(family)),
    lastOrigin: present({ clientIp: family.spent?.clientIp }),
    ends: new Date(family.ends),
    chosenEnd: family.until !== undefined,
    unusedUntil: new Date(endOf(family)),
    limits: !isWaiting(family) && isNarrowable(family) ? limitsPath(id) : undefined,
    repeat: known.repeats.find(({ grantId }) => grantId === id),
  };
};

/** `all`: in the order of the page. */
export const presentApp = (
  record: ClientRecord,
  all: readonly LoadedFamily[],
  known: Known,
): ConnectedApp => ({
  clientId: record.client.id,
  name: record.client.name,
  website: record.client.website,
  logoUrl: logoUrl(record.client.logo),
  reviewed: record.client.status === 'approved',
  developer: developerOf(record),
  installations: all
    .filter(({ family }) => family.client === record.client.id)
    .map((loaded) => presentInstallation(loaded, known)),
});
