/* The dependencies of the use cases and jobs of calendars. */
import { createConnectStates } from '../provider-oauth/states.js';
import type { StateDeps } from '../provider-oauth/states.js';
import { createTokenKeeper } from '../provider-oauth/token-keeper.js';
import type { KeeperDeps } from '../provider-oauth/token-keeper.js';
import type { ProviderApps } from '../provider-oauth/provider.js';
import type { RefreshDeps } from './refresh.js';
import type { SignInDeps } from './sign-in.js';
import { calendarSignIns } from './sign-ins.js';

type Common = { readonly providers: ProviderApps } & Pick<KeeperDeps, 'random' | 'outbound'>;

/** For jobs. */
export type CalendarJobDeps = Omit<RefreshDeps, 'signIns' | 'tokenKeeper'> & Common;

export const calendarJobDeps = <P extends CalendarJobDeps>(deps: P): P & RefreshDeps => ({
  ...deps,
  signIns: calendarSignIns(deps.providers),
  tokenKeeper: createTokenKeeper({ ...deps, credentials: deps.calendarCredentials }),
});

/** For routes and pages. */
export type CalendarDeps = Omit<SignInDeps, 'signIns' | 'tokenKeeper' | 'connectStates'> & StateDeps & Common;

export const calendarDeps = (deps: CalendarDeps): SignInDeps => ({
  ...calendarJobDeps(deps),
  connectStates: createConnectStates(deps),
});
