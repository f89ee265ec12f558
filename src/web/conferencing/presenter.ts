/* The conferencing apps of a user and of their teams as their page shows them. Pure. */
import type { PageApp, PageGroup } from '../../../views/conferencing/conferencing.js';
import { CONFERENCING_PATH } from '../../scheduling/conferencing/connecting.js';
import { meetingApis } from '../../scheduling/conferencing/provider-calls.js';
import type { AppOwner, ConnectedApp } from '../../scheduling/conferencing/store.js';
import { type App, APPS, FACTS, needsAccount } from '../../scheduling/event-types/meeting-apps.js';
import type { ProviderApps } from '../../scheduling/provider-oauth/provider.js';

/** The owner in paths: `own` or `team-5`. */
export const ownerKey = (owner: AppOwner): string => ('teamId' in owner ? `team-${owner.teamId}` : 'own');

const appPath = (owner: AppOwner, app: App, action: 'connect' | 'end'): string =>
  `${CONFERENCING_PATH}/${ownerKey(owner)}/${app}/${action}`;

export const canConnect = (providers: ProviderApps, app: App): boolean =>
  needsAccount(app) && meetingApis(providers)[app] !== undefined;

function presentApp(
  providers: ProviderApps,
  owner: AppOwner,
  { app, invalid, endedAt, isDefault }: ConnectedApp,
): PageApp {
  const since = endedAt === null ? undefined : new Date(endedAt);
  const again = canConnect(providers, app) ? appPath(owner, app, 'connect') : undefined;
  return {
    title: FACTS[app].title,
    needsAccount: needsAccount(app),
    isDefault,
    revoked: invalid ? { since, again } : undefined,
    disconnect: appPath(owner, app, 'end'),
  };
}

export interface GroupApps {
  readonly owner: AppOwner;
  /** Name of the team; absent for the user. */
  readonly team?: string;
  readonly connected: readonly ConnectedApp[];
}

export function presentGroup(providers: ProviderApps, { owner, team, connected }: GroupApps): PageGroup {
  const isConnected = (app: App): boolean => connected.some((one) => one.app === app);
  const offered = APPS.filter((app) => canConnect(providers, app) && !isConnected(app));
  return {
    key: ownerKey(owner),
    team,
    apps: connected.map((one) => presentApp(providers, owner, one)),
    offers: offered.map((app) => ({ title: FACTS[app].title, to: appPath(owner, app, 'connect') })),
  };
}
