/*
 * `/settings/apps`: the installations of one person and their end. Each is a family; removing it is one write, and
 * nothing that was issued in it counts from then on.
 */
import Router from 'koa-router';
import type { Context } from 'koa';
import {
  CONNECTED_APPS_TEXT,
  type ConnectedApp,
  ConnectedAppsPage,
  EVERY_INSTALLATION,
} from '../../../views/connected-apps/connected-apps.js';
import type { GrantedResourcesView, GrantedGroups } from '../../../views/parts/granted-resources.js';
import type { AuditLog } from '../../events/audit-log.js';
import { logoUrl } from '../../clients/logo.js';
import type { Client, ClientStore } from '../../clients/store.js';
import type { GrantedIds } from '../../scopes/granted-resources.js';
import type { Families, LoadedFamily } from '../../authorization/grants/families.js';
import { revokedEntry } from '../../authorization/grants/audit-entries.js';
import {
  chosenIds,
  CONNECTED_APPS_PATH,
  installationsOf,
  limitsPath,
} from '../../authorization/grants/installations.js';
import { isNarrowable } from '../../authorization/grants/narrowing.js';
import type { ConsentUser, PageKit } from '../consent/page-deps.js';
import { indexedGrant } from '../../authorization/grants/granted-resources.js';
import type { GrantedResourcesStore } from '../../authorization/grants/granted-resources-store.js';
import { scopeSentences } from '../../authorization/consent/scope-sentences.js';
import { endOf, lastActiveOf } from '../../authorization/grants/token-family.js';

export interface ConnectedAppsDeps {
  readonly families: Families;
  readonly clients: ClientStore;
  readonly grantedResources: GrantedResourcesStore;
  readonly audit: AuditLog;
  readonly pages: PageKit;
  readonly clientIp: (ctx: Context) => string;
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

const named = (reached: GrantedIds, names: Names): GrantedGroups =>
  reached === 'all' ? 'all' : reached.map((id) => names.get(id));

/** Undefined for what reaches no team and no organization. */
function resourcesOf(loaded: LoadedFamily, names: Names): GrantedResourcesView | undefined {
  const indexed = indexedGrant(loaded);
  return (
    indexed && { teams: named(indexed.teams, names), organizations: named(indexed.organizations, names) }
  );
}

const shown = (loaded: LoadedFamily, client: Client, names: Names): ConnectedApp => ({
  id: loaded.id,
  name: client.name,
  website: client.website,
  logoUrl: logoUrl(client.logo),
  reviewed: client.status === 'approved',
  words: scopeSentences(loaded.family.scope),
  reach: resourcesOf(loaded, names),
  since: new Date(loaded.family.born),
  lastActive: new Date(lastActiveOf(loaded.family)),
  ends: new Date(loaded.family.ends),
  chosenEnd: loaded.family.until !== undefined,
  unusedUntil: new Date(endOf(loaded.family)),
  limits: isNarrowable(loaded.family) ? limitsPath(loaded.id) : undefined,
});

async function appsOf(deps: ConnectedAppsDeps, user: ConsentUser): Promise<readonly ConnectedApp[]> {
  const loaded = await installationsOf(deps.families, user.accountId);
  const ids = [...new Set(loaded.map(({ family }) => family.client))];
  const clients = new Map(
    (await Promise.all(ids.map((id) => deps.clients.find(id)))).map((client) => [client?.id, client]),
  );
  const names = await deps.grantedResources.namesOf([
    ...new Set(loaded.flatMap(({ family }) => chosenIds(family))),
  ]);
  return loaded.flatMap((one) => {
    const client = clients.get(one.family.client);
    return client ? [shown(one, client, names)] : [];
  });
}

async function remove(deps: ConnectedAppsDeps, ctx: Context, one: LoadedFamily): Promise<void> {
  if (!(await deps.families.revoke(one.id))) return;
  await deps.audit.append(revokedEntry(one, 'person', deps.clientIp(ctx)));
}

/** Undefined when the browser was sent to sign in first, and then to `path`. */
export async function signedIn(
  ctx: Context,
  { pages }: ConnectedAppsDeps,
  path: string,
): Promise<ConsentUser | undefined> {
  const user = await pages.user(ctx);
  if (user) return user;
  ctx.status = 303;
  ctx.redirect(pages.signInPath(path, { fresh: false }));
  return undefined;
}

export function createConnectedApps(deps: ConnectedAppsDeps): Router {
  const { pages, clock } = deps;
  const router = new Router();
  router.get(CONNECTED_APPS_PATH, async (ctx) => {
    const user = await signedIn(ctx, deps, CONNECTED_APPS_PATH);
    if (!user) return;
    const props = {
      user: { name: user.name, email: user.email },
      apps: await appsOf(deps, user),
      now: new Date(clock()),
      csrf: pages.csrf(ctx),
      action: REMOVALS_PATH,
      done: REMOVED[String(ctx.query.removed)] ?? LIMITED[String(ctx.query.limited)],
    };
    pages.sendPage(ctx, 200, <ConnectedAppsPage {...props} />);
  });
  router.post(REMOVALS_PATH, async (ctx) => {
    const answer = await pages.readAnswer(ctx);
    const user = answer && (await signedIn(ctx, deps, CONNECTED_APPS_PATH));
    if (!user) return;
    const { installation } = answer;
    const all = await installationsOf(deps.families, user.accountId);
    const chosen = installation === EVERY_INSTALLATION ? all : all.filter(({ id }) => id === installation);
    for (const one of chosen) await remove(deps, ctx, one);
    const what = chosen.length === 0 ? 'before' : 'one';
    ctx.status = 303;
    ctx.redirect(`${CONNECTED_APPS_PATH}?removed=${installation === EVERY_INSTALLATION ? 'all' : what}`);
  });
  return router;
}
