/*
 * `/settings/conferencing`: the conferencing apps of a user and of the teams they administer. Their rules are in
 * scheduling/conferencing.
 */
import { ConferencingPage } from '../../../views/conferencing/conferencing.js';
import { confirmAppDisconnecting } from '../../../views/conferencing/confirmations.js';
import { CONFERENCING_TEXT as TEXT } from '../../../views/conferencing/messages.js';
import type { Confirmation } from '../../../views/parts/confirmation.js';
import { notFound } from '../../errors.js';
import {
  CONFERENCING_PATH,
  type ConnectingDeps,
  type Connector,
  createConnector,
} from '../../scheduling/conferencing/connecting.js';
import type { AppOwner } from '../../scheduling/conferencing/store.js';
import { createConferencingUseCases } from '../../scheduling/conferencing/use-cases.js';
import { type App, appNamed, APPS, FACTS, needsAccount } from '../../scheduling/event-types/meeting-apps.js';
import { defineConfirmedForm } from '../confirmed-form.js';
import { definePage, handlerWith, type Page, type UserRequest } from '../page.js';
import { doneReply, page, type PageReply, redirect } from '../reply.js';
import { doneText } from '../request-values.js';
import { canConnect, type GroupApps, ownerKey, presentGroup } from './presenter.js';

export interface ConferencingPagesDeps extends ConnectingDeps {
  readonly jitsiUrl: string;
  readonly appUrl: string;
}

/** After the sign-in at a provider, whose redirect names the app. */
const CONNECTED = Object.fromEntries(APPS.map((app) => [app, TEXT.connected(FACTS[app].title)]));

async function showApps(deps: ConferencingPagesDeps, request: UserRequest): Promise<PageReply> {
  const { conferencing, providers } = deps;
  const { account } = request.user;
  const owner = { accountId: account.id };
  const groups: GroupApps[] = [{ owner, connected: await conferencing.list(owner) }];
  for (const { id: teamId, name: team } of await conferencing.administeredTeams(account.id))
    groups.push({ owner: { teamId }, team, connected: await conferencing.list({ teamId }) });
  const hasFailed = request.query('failed') !== '' || request.query('error') !== '';
  const props = {
    user: account,
    groups: groups.map((group) => presentGroup(providers, group)),
    isSetUp: APPS.some((app) => canConnect(providers, app)),
    videoHost: new URL(deps.jitsiUrl).host,
    csrf: request.csrf(),
    now: new Date(deps.clock()),
    done: doneText(request, CONNECTED),
    failed: hasFailed ? TEXT.failed : undefined,
  };
  return page(<ConferencingPage {...props} />);
}

interface Target {
  readonly app: App;
  readonly owner: AppOwner;
  /** Name of the team; undefined for the user. */
  readonly team: string | undefined;
}

/** The app and its owner in the path. Throws 404 for teams that the user does not administer. */
async function targetOf({ conferencing }: ConferencingPagesDeps, request: UserRequest): Promise<Target> {
  const { account } = request.user;
  const [key, app] = [request.param('owner'), appNamed(request.param('app'))];
  const teams = key === 'own' ? [] : await conferencing.administeredTeams(account.id);
  const owners: AppOwner[] = [{ accountId: account.id }, ...teams.map(({ id }) => ({ teamId: id }))];
  const owner = owners.find((one) => ownerKey(one) === key);
  const team = teams.find(({ id }) => ownerKey({ teamId: id }) === key)?.name;
  if (app === undefined || owner === undefined) throw notFound('You have no such conferencing app.');
  return { app, owner, team };
}

/** Undefined for an app without accounts, and for one that is not connected. */
async function askToDisconnect(
  deps: ConferencingPagesDeps,
  request: UserRequest,
): Promise<Confirmation | undefined> {
  const { app, owner, team } = await targetOf(deps, request);
  const connected = await deps.conferencing.list(owner);
  if (!needsAccount(app) || !connected.some((one) => one.app === app)) return undefined;
  return confirmAppDisconnecting(FACTS[app].title, team);
}

async function connect(
  deps: ConferencingPagesDeps,
  connector: Connector,
  request: UserRequest,
): Promise<PageReply> {
  const { app, owner } = await targetOf(deps, request);
  const home = `${deps.appUrl}${CONFERENCING_PATH}`;
  const returns = { returnTo: `${home}?done=${app}`, onErrorReturnTo: `${home}?failed=sign-in` };
  return redirect(connector.begin(app, { ...owner, accountId: request.user.account.id, ...returns }));
}

export function createConferencingPages(deps: ConferencingPagesDeps): readonly Page[] {
  const handler = handlerWith(deps);
  const connector = createConnector(deps);
  const useCases = createConferencingUseCases(deps.conferencing, deps.jitsiUrl);
  return [
    definePage({ method: 'GET', path: CONFERENCING_PATH, who: 'user', handle: handler(showApps) }),
    definePage({
      method: 'GET',
      path: `${CONFERENCING_PATH}/:owner/:app/connect`,
      who: 'user',
      handle: (request) => connect(deps, connector, request),
    }),
    ...defineConfirmedForm({
      path: `${CONFERENCING_PATH}/:owner/:app/end`,
      who: 'user',
      confirm: { ask: (post) => askToDisconnect(deps, post), backTo: () => CONFERENCING_PATH },
      async handle(request) {
        const target = await targetOf(deps, request);
        await useCases.disconnect({ ...target, actor: request.actor });
        return doneReply(request, CONFERENCING_PATH, TEXT.disconnected(FACTS[target.app].title));
      },
    }),
  ];
}
