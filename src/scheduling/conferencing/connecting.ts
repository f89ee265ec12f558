/*
 * Connecting an account at a provider: the user goes to its consent page and returns with a code. Only the state
 * identifies the user then: it is valid once, for ten minutes, and permissions are checked again.
 */
import type { ArtifactStore } from '../../artifacts/store.js';
import { outranks } from '../../api/role.js';
import type { ReadMembership } from '../../api/role.js';
import type { AppError } from '../../errors.js';
import { badRequest } from '../../errors.js';
import type { KeyRing } from '../../keys/key-ring.js';
import type { Outbound } from '../../outbound/outbound.js';
import type { BookingStore } from '../bookings/store.js';
import type { ProviderApps } from '../provider-oauth/provider.js';
import { ProviderFailure } from '../provider-oauth/call-provider.js';
import { createConnectStates, withError } from '../provider-oauth/states.js';
import type { ConnectClaims, SpentState } from '../provider-oauth/states.js';
import { redeemCode, sealTokens } from '../provider-oauth/tokens.js';
import { FACTS, needsAccount } from '../event-types/meeting-apps.js';
import type { App } from '../event-types/meeting-apps.js';
import type { MeetingApi } from './meeting-api.js';
import { meetingApis } from './provider-calls.js';
import type { CallbackQuery } from './schemas.js';
import type { AppOwner, ConferencingStore, ConnectedApp } from './store.js';

/** The page of connected apps. */
export const CONFERENCING_PATH = '/settings/conferencing';

export interface ConnectingDeps {
  readonly conferencing: ConferencingStore;
  readonly bookings: Pick<BookingStore, 'findUser'>;
  readonly teams: { readonly readMembership: ReadMembership };
  readonly artifacts: Pick<ArtifactStore, 'create'>;
  readonly outbound: Outbound;
  readonly keys: KeyRing;
  readonly providers: ProviderApps;
  /** Origin of the API. */
  readonly baseUrl: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly random: (bytes: number) => Buffer;
}

/** `error`: a code of RFC 6749 section 4.1.2.1. */
export type ConnectOutcome =
  | { readonly kind: 'connected'; readonly connection: ConnectedApp; readonly returnTo: string }
  | { readonly kind: 'failed'; readonly error: string; readonly returnTo: string };

/** Where to redirect the browser. */
export const redirectUrlOf = (outcome: ConnectOutcome): string =>
  outcome.kind === 'connected' ? outcome.returnTo : withError(outcome.returnTo, outcome.error);

const invalidState = (): AppError =>
  badRequest('state: is unknown, was used before, or is older than ten minutes. Begin again.');

const purposeOf = (app: App): string => `conferencing:${app}`;

const ownerOf = ({ accountId, teamId }: ConnectClaims): AppOwner =>
  teamId === undefined ? { accountId } : { teamId };

/** The user may have lost their account or role since the request began. */
async function mayConnect({ bookings, teams }: ConnectingDeps, { accountId, teamId }: SpentState) {
  if ((await bookings.findUser(accountId)) === undefined) return false;
  if (teamId === undefined) return true;
  const membership = await teams.readMembership(accountId, { orgId: undefined, teamId });
  return membership?.role !== undefined && outranks(membership.role, 'admin');
}

export interface Connector {
  /** URL of the consent page. */
  begin(app: App, claims: Omit<ConnectClaims, 'purpose'>): string;
  /** `isAllowed`: whether the caller may use the state. */
  finish(
    app: App,
    query: CallbackQuery,
    clientIp: string,
    isAllowed?: (state: SpentState) => boolean,
  ): Promise<ConnectOutcome>;
}

/** Other codes are not passed on to the application. */
const ERRORS = new Set(['access_denied', 'invalid_scope', 'temporarily_unavailable']);
const errorOf = (error: string | undefined): string =>
  error !== undefined && ERRORS.has(error) ? error : 'server_error';

export function createConnector(deps: ConnectingDeps): Connector {
  const { conferencing, keys, baseUrl } = deps;
  const [states, apis] = [createConnectStates(deps), meetingApis(deps.providers)];
  const redirectUri = (app: App): string => `${baseUrl}/v2/conferencing/${app}/oauth/callback`;

  function apiOf(app: App): MeetingApi {
    if (!needsAccount(app)) throw badRequest(`${FACTS[app].title} needs no consent: connect it with POST.`);
    const api = apis[app];
    if (api === undefined) throw badRequest(`${FACTS[app].title} is not set up on this installation.`);
    return api;
  }

  /** Undefined when the provider refuses. */
  async function connect(app: App, state: SpentState, code: string, clientIp: string) {
    const { accountId, verifier } = state;
    const redemption = { code, verifier, redirectUri: redirectUri(app) };
    try {
      const tokens = await redeemCode(deps, apiOf(app).provider, redemption);
      const connection = { app, accountId, sealed: sealTokens(keys, tokens) };
      const actor = { actor: `account:${accountId}`, clientIp };
      return await conferencing.connect(ownerOf(state), connection, actor);
    } catch (error) {
      if (error instanceof ProviderFailure) return undefined;
      throw error;
    }
  }

  return {
    begin: (app, claims) =>
      states.begin(apiOf(app).provider, redirectUri(app), { ...claims, purpose: purposeOf(app) }),
    async finish(app, { state: sealed, code, error }, clientIp, isAllowed = () => true) {
      apiOf(app);
      const state = await states.spend(purposeOf(app), sealed);
      if (state === undefined || !isAllowed(state)) throw invalidState();
      const { returnTo, onErrorReturnTo } = state;
      const failed = (reason: string): ConnectOutcome => ({
        kind: 'failed',
        error: reason,
        returnTo: onErrorReturnTo,
      });
      if (error !== undefined || code === undefined) return failed(errorOf(error));
      if (!(await mayConnect(deps, state))) return failed('access_denied');
      const connection = await connect(app, state, code, clientIp);
      return connection ? { kind: 'connected', connection, returnTo } : failed('server_error');
    },
  };
}
