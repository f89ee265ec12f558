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
} from '../../views/connected-apps.js';
import type { AuditLog } from '../audit.js';
import { logoUrl } from '../clients/logo.js';
import type { Client, ClientStore } from '../clients/store.js';
import { notFound } from '../errors.js';
import { SCOPES } from '../scopes/catalogue.js';
import { parseScope } from '../scopes/policy.js';
import { UNRESTRICTED } from './bearer.js';
import type { Families, LoadedFamily } from './families.js';
import { revokedEntry } from './grant-entries.js';
import type { ConsentPerson, PageKit } from './page-kit.js';
import { endOf } from './token-families.js';

export interface ConnectedAppsDeps {
  readonly families: Families;
  readonly clients: ClientStore;
  readonly audit: AuditLog;
  readonly pages: PageKit;
  readonly network: (ctx: Context) => string;
  readonly clock: () => number;
}

export const CONNECTED_APPS_PATH = '/settings/apps';
const REMOVALS_PATH = `${CONNECTED_APPS_PATH}/removals`;

const DONE: Readonly<Record<string, string>> = {
  one: CONNECTED_APPS_TEXT.removed,
  all: CONNECTED_APPS_TEXT.removedAll,
};

function wordsOf(scope: string): readonly string[] {
  if (scope === UNRESTRICTED) return [];
  const names = new Set<string>(parseScope(scope).names);
  return SCOPES.filter(({ name }) => names.has(name)).map(({ words }) => words);
}

/** Tokens are renewed at least every half hour of use, so the last renewal tells the last use well enough. */
const shown = ({ id, family }: LoadedFamily, client: Client): ConnectedApp => ({
  id,
  name: client.name,
  website: client.website,
  logoUrl: logoUrl(client.logo),
  reviewed: client.status === 'approved',
  words: wordsOf(family.scope),
  since: new Date(family.born),
  lastActive: new Date(family.spent?.at ?? family.code?.redeemedAt ?? family.born),
  ends: new Date(family.ends),
  chosenEnd: family.until !== undefined,
  unusedUntil: new Date(endOf(family)),
});

/** Those that ever got tokens, newest first. */
async function installations(
  { families }: ConnectedAppsDeps,
  person: ConsentPerson,
): Promise<readonly LoadedFamily[]> {
  const all = await families.ofAccount(person.accountId);
  return all
    .filter(({ family }) => family.refresh !== undefined)
    .toSorted((a, b) => b.family.born - a.family.born);
}

async function appsOf(deps: ConnectedAppsDeps, person: ConsentPerson): Promise<readonly ConnectedApp[]> {
  const loaded = await installations(deps, person);
  const ids = [...new Set(loaded.map(({ family }) => family.client))];
  const clients = new Map(
    (await Promise.all(ids.map((id) => deps.clients.find(id)))).map((client) => [client?.id, client]),
  );
  return loaded.flatMap((one) => {
    const client = clients.get(one.family.client);
    return client ? [shown(one, client)] : [];
  });
}

async function remove(deps: ConnectedAppsDeps, ctx: Context, one: LoadedFamily): Promise<void> {
  if (!(await deps.families.revoke(one.id))) return;
  await deps.audit.append(revokedEntry(one, 'person', deps.network(ctx)));
}

export function createConnectedApps(deps: ConnectedAppsDeps): Router {
  const { pages, clock } = deps;
  const router = new Router();
  /** Undefined when the browser was sent to sign in first. */
  async function signedIn(ctx: Context): Promise<ConsentPerson | undefined> {
    const person = await pages.person(ctx);
    if (person) return person;
    ctx.status = 303;
    ctx.redirect(pages.signInPath(CONNECTED_APPS_PATH, { fresh: false }));
    return undefined;
  }
  router.get(CONNECTED_APPS_PATH, async (ctx) => {
    const person = await signedIn(ctx);
    if (!person) return;
    const props = {
      person: { name: person.name, email: person.email },
      apps: await appsOf(deps, person),
      now: new Date(clock()),
      csrf: pages.csrf(ctx),
      action: REMOVALS_PATH,
      done: DONE[String(ctx.query.removed)],
    };
    pages.sendPage(ctx, 200, <ConnectedAppsPage {...props} />);
  });
  router.post(REMOVALS_PATH, async (ctx) => {
    const { installation } = await pages.readAnswer(ctx);
    const person = await signedIn(ctx);
    if (!person) return;
    const all = await installations(deps, person);
    const chosen = installation === EVERY_INSTALLATION ? all : all.filter(({ id }) => id === installation);
    if (chosen.length === 0 && installation !== EVERY_INSTALLATION)
      throw notFound('This application has no access any more.');
    for (const one of chosen) await remove(deps, ctx, one);
    ctx.status = 303;
    ctx.redirect(`${CONNECTED_APPS_PATH}?removed=${installation === EVERY_INSTALLATION ? 'all' : 'one'}`);
  });
  return router;
}
