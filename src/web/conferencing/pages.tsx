/*
 * `/settings/conferencing`: the accounts in which a person, and the teams that they administer, hold meetings. What
 * connecting means is decided in scheduling/conferencing/; this room asks, and passes the word on.
 */
import type { Context } from 'koa';
import Router from 'koa-router';
import { ConferencingPage } from '../../../views/conferencing/conferencing.js';
import type { PageApp, PageGroup } from '../../../views/conferencing/conferencing.js';
import { CONFERENCING_TEXT as TEXT } from '../../../views/conferencing/messages.js';
import type { CurrentUser, SignedInUser, RequireUser } from '../session/user.js';
import { notFound } from '../../errors.js';
import type { CsrfField } from '../../http/csrf.js';
import { readForm } from '../../http/forms.js';
import { redirectAfterPost, sendPage } from '../../http/pages.js';
import { clientIp } from '../../http/proxies.js';
import { appNamed, APPS, FACTS, needsAccount } from '../../scheduling/event-types/meeting-apps.js';
import type { App } from '../../scheduling/event-types/meeting-apps.js';
import { CONFERENCING_PATH, createConnector } from '../../scheduling/conferencing/connecting.js';
import type { ConnectingDeps, Connector } from '../../scheduling/conferencing/connecting.js';
import { createConferencingUseCases } from '../../scheduling/conferencing/use-cases.js';
import { meetingApis } from '../../scheduling/conferencing/provider-calls.js';
import type { AdministeredTeam, AppOwner, ConnectedApp } from '../../scheduling/conferencing/store.js';

export interface ConferencingPagesDeps extends ConnectingDeps {
  readonly jitsiUrl: string;
  readonly appUrl: string;
  readonly csrf: CsrfField;
  readonly currentUser: CurrentUser;
  readonly requireUser: RequireUser;
}

export const CONFERENCING_LINK = { to: CONFERENCING_PATH, label: TEXT.title, detail: TEXT.detail };

const DONE: Readonly<Record<string, string>> = {
  connected: TEXT.connected,
  disconnected: TEXT.disconnected,
};

interface Visit {
  readonly ctx: Context;
  readonly account: SignedInUser['account'];
}

type Show = (visit: Visit) => Promise<void>;

/** For whoever is signed in; others are asked to sign in first, and come to the page afterwards. */
const visiting =
  ({ currentUser }: ConferencingPagesDeps, show: Show) =>
  async (ctx: Context): Promise<void> => {
    const user = await currentUser(ctx);
    const query = new URLSearchParams({ return_to: CONFERENCING_PATH }).toString();
    if (user === undefined) redirectAfterPost(ctx, `/sign-in?${query}`);
    else await show({ ctx, account: user.account });
  };

/** As its addresses call it. */
const groupName = (owner: AppOwner): string => ('teamId' in owner ? `team-${owner.teamId}` : 'own');

const pathOf = (owner: AppOwner, app: App, verb: string): string =>
  `${CONFERENCING_PATH}/${groupName(owner)}/${app}/${verb}`;

const isReady = ({ providers }: ConferencingPagesDeps, app: App): boolean =>
  needsAccount(app) && meetingApis(providers)[app] !== undefined;

function presentApp(deps: ConferencingPagesDeps, owner: AppOwner, connected: ConnectedApp): PageApp {
  const { app, invalid, endedAt, isDefault } = connected;
  const again = isReady(deps, app) ? pathOf(owner, app, 'connect') : undefined;
  const since = endedAt === null ? undefined : new Date(endedAt);
  return {
    title: FACTS[app].title,
    needsAccount: needsAccount(app),
    isDefault,
    ended: invalid ? { since, again } : undefined,
    end: pathOf(owner, app, 'end'),
  };
}

async function presentGroup(deps: ConferencingPagesDeps, owner: AppOwner, team?: string): Promise<PageGroup> {
  const connected = await deps.conferencing.list(owner);
  const offered = APPS.filter((app) => isReady(deps, app) && !connected.some((one) => one.app === app));
  return {
    key: groupName(owner),
    team,
    apps: connected.map((one) => presentApp(deps, owner, one)),
    offers: offered.map((app) => ({ title: FACTS[app].title, to: pathOf(owner, app, 'connect') })),
  };
}

async function show(deps: ConferencingPagesDeps, { ctx, account }: Visit): Promise<void> {
  const teams = await deps.conferencing.administered(account.id);
  const groups = [await presentGroup(deps, { accountId: account.id })];
  for (const { id: teamId, name } of teams) groups.push(await presentGroup(deps, { teamId }, name));
  const { done, failed, error } = ctx.query;
  const props = {
    user: account,
    groups,
    isSetUp: APPS.some((app) => isReady(deps, app)),
    videoHost: new URL(deps.jitsiUrl).host,
    csrf: deps.csrf.csrfField(ctx),
    now: new Date(deps.clock()),
    done: DONE[String(done)],
    failed: failed === undefined && error === undefined ? undefined : TEXT.failed,
  };
  sendPage(ctx, 200, <ConferencingPage {...props} />);
}

const noPlace = () => notFound('There is nothing of yours here.');

const isNamed =
  (place: unknown) =>
  ({ id }: AdministeredTeam): boolean =>
    groupName({ teamId: id }) === place;

/** Whose app the address is about, and which. */
async function named({ conferencing }: ConferencingPagesDeps, { ctx, account }: Visit) {
  const { place, app: name } = ctx.params as Readonly<Record<string, unknown>>;
  const app = appNamed(String(name));
  if (app === undefined) throw noPlace();
  if (place === 'own') return { app, owner: { accountId: account.id } };
  const team = (await conferencing.administered(account.id)).find(isNamed(place));
  if (team === undefined) throw noPlace();
  return { app, owner: { teamId: team.id } };
}

async function leave(deps: ConferencingPagesDeps, connector: Connector, visit: Visit): Promise<void> {
  const { app, owner } = await named(deps, visit);
  const home = `${deps.appUrl}${CONFERENCING_PATH}`;
  const ways = { returnTo: `${home}?done=connected`, onErrorReturnTo: `${home}?failed=sign-in` };
  redirectAfterPost(visit.ctx, connector.begin(app, { ...owner, accountId: visit.account.id, ...ways }));
}

export function createConferencingPages(deps: ConferencingPagesDeps): Router {
  const router = new Router();
  const connector = createConnector(deps);
  const useCases = createConferencingUseCases(deps.conferencing, deps.jitsiUrl);
  const one = `${CONFERENCING_PATH}/:place/:app`;
  router.get(
    CONFERENCING_PATH,
    visiting(deps, (visit) => show(deps, visit)),
  );
  router.get(
    `${one}/connect`,
    visiting(deps, (visit) => leave(deps, connector, visit)),
  );
  router.post(`${one}/end`, async (ctx: Context) => {
    const user = await deps.requireUser(ctx, await readForm(ctx));
    if (user === undefined) return;
    const { account } = user;
    const actor = { actor: `account:${account.id}`, clientIp: clientIp(ctx) };
    await useCases.disconnect({ ...(await named(deps, { ctx, account })), actor });
    redirectAfterPost(ctx, `${CONFERENCING_PATH}?done=disconnected`);
  });
  return router;
}
