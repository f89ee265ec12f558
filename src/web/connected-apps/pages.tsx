/*
 * `/settings/apps`: the grants of a user, also those whose code still waits, and revoking them. Each is a token family;
 * removing it is one write, and invalidates its code and all its tokens.
 */
import {
  CONNECTED_APPS_TEXT,
  type ConnectedApp,
  ConnectedAppsPage,
  EVERY_INSTALLATION,
  INSTALLATION,
} from '../../../views/connected-apps/connected-apps.js';
import { confirmRemoval, confirmRemovalOfAll } from '../../../views/connected-apps/confirmations.js';
import type { Confirmation } from '../../../views/parts/confirmation.js';
import type { GrantedResourcesView, GrantedGroups } from '../../../views/parts/granted-resources.js';
import type { AuditLog } from '../../events/audit-log.js';
import { logoUrl } from '../../clients/logo/logo.js';
import type { Client, ClientStore } from '../../clients/store.js';
import type { GrantedIds } from '../../scopes/granted-resources.js';
import type { Families, LoadedFamily } from '../../authorization/grants/families.js';
import { revokedEntry } from '../../authorization/grants/audit-entries.js';
import {
  chosenIds,
  CONNECTED_APPS_PATH,
  grantsOf,
  limitsPath,
} from '../../authorization/grants/installations.js';
import { isNarrowable } from '../../authorization/grants/narrowing.js';
import { indexedGrant } from '../../authorization/grants/granted-resources.js';
import type { GrantedResourcesStore } from '../../authorization/grants/granted-resources-store.js';
import { type RefreshRepeat, refreshRepeats } from '../../authorization/grants/refresh-repeats.js';
import { scopeSentences } from '../../authorization/consent/scope-sentences.js';
import { defineConfirmedForm } from '../confirmed-form.js';
import { definePage, handlerWith, type Page, type UserPost, type UserRequest } from '../page.js';
import { page, type PageReply, redirect } from '../reply.js';
import { endOf, isWaiting, lastActiveOf } from '../../authorization/grants/token-family.js';

export interface ConnectedAppsDeps {
  readonly families: Families;
  readonly clients: ClientStore;
  readonly grantedResources: GrantedResourcesStore;
  readonly audit: AuditLog;
  readonly clock: () => number;
}

export const REMOVALS_PATH = `${CONNECTED_APPS_PATH}/removals`;

const REMOVED: Readonly<Record<string, string>> = {
  one: CONNECTED_APPS_TEXT.removed,
  all: CONNECTED_APPS_TEXT.removedAll,
  before: CONNECTED_APPS_TEXT.removedBefore,
};
const LIMITED: Readonly<Record<string, string>> = {
  yes: CONNECTED_APPS_TEXT.limited,
  no: CONNECTED_APPS_TEXT.notLimited,
};

type Names = ReadonlyMap<number, string>;

const namesOf = (ids: GrantedIds, names: Names): GrantedGroups =>
  ids === 'all' ? 'all' : ids.map((id) => names.get(id));

/** Undefined for a grant without teams and organizations. */
function resourcesOf(loaded: LoadedFamily, names: Names): GrantedResourcesView | undefined {
  const indexed = indexedGrant(loaded);
  return (
    indexed && { teams: namesOf(indexed.teams, names), organizations: namesOf(indexed.organizations, names) }
  );
}

const presentApp = (
  loaded: LoadedFamily,
  client: Client,
  names: Names,
  repeats: readonly RefreshRepeat[],
): ConnectedApp => ({
  id: loaded.id,
  name: client.name,
  website: client.website,
  logoUrl: logoUrl(client.logo),
  reviewed: client.status === 'approved',
  permissions: scopeSentences(loaded.family.scope),
  resources: resourcesOf(loaded, names),
  since: new Date(loaded.family.born),
  waiting: isWaiting(loaded.family),
  lastActive: new Date(lastActiveOf(loaded.family)),
  ends: new Date(loaded.family.ends),
  chosenEnd: loaded.family.until !== undefined,
  unusedUntil: new Date(endOf(loaded.family)),
  limits: !isWaiting(loaded.family) && isNarrowable(loaded.family) ? limitsPath(loaded.id) : undefined,
  repeat: repeats.find(({ grantId }) => grantId === loaded.id),
});

async function appsOf(deps: ConnectedAppsDeps, accountId: number): Promise<readonly ConnectedApp[]> {
  const loaded = await grantsOf(deps.families, accountId);
  const ids = [...new Set(loaded.map(({ family }) => family.client))];
  const clients = new Map(
    (await Promise.all(ids.map((id) => deps.clients.find(id)))).map((client) => [client?.id, client]),
  );
  const names = await deps.grantedResources.namesOf([
    ...new Set(loaded.flatMap(({ family }) => chosenIds(family))),
  ]);
  const repeats = await refreshRepeats(deps.audit, `account:${accountId}`, deps.clock());
  return loaded.flatMap((one) => {
    const client = clients.get(one.family.client);
    return client ? [presentApp(one, client, names, repeats)] : [];
  });
}

async function showApps(
  deps: ConnectedAppsDeps,
  { user: { account }, query, csrf }: UserRequest,
): Promise<PageReply> {
  const props = {
    user: account,
    apps: await appsOf(deps, account.id),
    now: new Date(deps.clock()),
    csrf: csrf(),
    action: REMOVALS_PATH,
    done: REMOVED[query('removed')] ?? LIMITED[query('limited')],
  };
  return page(<ConnectedAppsPage {...props} />);
}

/** The grants that a removal is about, among all of the user. */
async function chosenGrants(deps: ConnectedAppsDeps, { user, form }: UserPost) {
  const installation = form.text(INSTALLATION);
  const isEvery = installation === EVERY_INSTALLATION;
  const all = await grantsOf(deps.families, user.account.id);
  return { isEvery, all, chosen: isEvery ? all : all.filter(({ id }) => id === installation) };
}

/** Undefined when none of them is left. */
async function askToRemove(deps: ConnectedAppsDeps, post: UserPost): Promise<Confirmation | undefined> {
  const { isEvery, all, chosen } = await chosenGrants(deps, post);
  const [first] = chosen;
  if (first === undefined) return undefined;
  const clients = await Promise.all(chosen.map(({ family }) => deps.clients.find(family.client)));
  const names = chosen.map(({ family }, index) => clients[index]?.name ?? family.client);
  if (isEvery) return confirmRemovalOfAll(names);
  const installations = all.filter(({ family }) => family.client === first.family.client).length;
  return confirmRemoval(names[0] ?? '', installations - 1);
}

async function remove(deps: ConnectedAppsDeps, post: UserPost): Promise<PageReply> {
  const { isEvery, chosen } = await chosenGrants(deps, post);
  const { clientIp } = post;
  for (const one of chosen) {
    if (await deps.families.revoke(one.id)) await deps.audit.append(revokedEntry(one, 'person', clientIp));
  }
  const one = chosen.length === 0 ? 'before' : 'one';
  return redirect(`${CONNECTED_APPS_PATH}?removed=${isEvery ? 'all' : one}`);
}

export function createConnectedAppsPages(deps: ConnectedAppsDeps): readonly Page[] {
  const by = handlerWith(deps);
  return [
    definePage({ method: 'GET', path: CONNECTED_APPS_PATH, who: 'user', handle: by(showApps) }),
    ...defineConfirmedForm({
      path: REMOVALS_PATH,
      who: 'user',
      confirm: { ask: (post) => askToRemove(deps, post), backTo: () => CONNECTED_APPS_PATH },
      handle: by(remove),
    }),
  ];
}
