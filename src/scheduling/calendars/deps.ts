/* What the use cases of calendars are made of, put together from stores and configuration. */
import { createConnectStates } from '../provider-oauth/states.js';
import type { StateDeps } from '../provider-oauth/states.js';
import { createTokenKeeper } from '../provider-oauth/token-keeper.js';
import type { KeeperDeps } from '../provider-oauth/token-keeper.js';
import type { ProviderApps } from '../provider-oauth/provider.js';
import type { CalendarUseCasesDeps } from './use-cases.js';
import type { RefreshDeps } from './refresh.js';
import type { SignInDeps } from './sign-in.js';
import { calendarSignIns } from './sign-ins.js';

type Common = { readonly providers: ProviderApps } & Pick<KeeperDeps, 'random' | 'outbound'>;

/** For jobs. */
export type CalendarWorkDeps = Omit<RefreshDeps, 'signIns' | 'tokenKeeper'> & Common;

export const calendarJobDeps = <P extends CalendarWorkDeps>(parts: P): P & RefreshDeps => ({
  ...parts,
  signIns: calendarSignIns(parts.providers),
  tokenKeeper: createTokenKeeper({ ...parts, credentials: parts.calendarCredentials }),
});

/** For people. */
export type CalendarDeps = Omit<CalendarUseCasesDeps, 'signIns' | 'tokenKeeper'> &
  Omit<SignInDeps, keyof CalendarUseCasesDeps | 'connectStates'> &
  StateDeps &
  Common;

export const calendarDeps = (deps: CalendarDeps): SignInDeps => ({
  ...calendarJobDeps(deps),
  connectStates: createConnectStates(deps),
});
