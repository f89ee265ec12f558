/*
 * Connecting an account at a provider: a person is sent to its consent page and comes back with a code. Nothing but the
 * state says for whom that is, so that it is believed once, for ten minutes, and what the person may do is asked again.
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
import { createConnectStates } from '../provider-oauth/states.js';
import type { ConnectClaims, SpentState } from '../provider-oauth/states.js';
import { ProviderFailure, redeemCode, sealTokens } from '../provider-oauth/tokens.js';
import { FACTS, needsAccount } from '../event-types/meeting-apps.js';
import type { App } from '../event-types/meeting-apps.js';
import type { MeetingApi } from './meeting-api.js';
import { meetingApis } from './provider-calls.js';
import type { CallbackQuery } from './schemas.js';
import type { AppOwner, ConferencingStore, ConnectedApp } from './store.js';

/** Where people see their accounts, and connect them again. */
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

/** `failed`: with the words of RFC 6749 section 4.1.2.1. */
export type Connecting =
  | { readonly kind: 'connected'; readonly connection: ConnectedApp; readonly returnTo: string }
  | { readonly kind: 'failed'; readonly error: string; readonly returnTo: string };

/** Where the browser goes on. */
export function onwards(outcome: Connecting): string {
  if (outcome.kind === 'connected') return outcome.returnTo;
  const url = new URL(outcome.returnTo);
  url.searchParams.set('error', outcome.error);
  return url.href;
}

const withoutConsent = (app: App): AppError =>
  badRequest(`${FACTS[app].title} needs no consent: connect it with POST.`);
const notSetUp = (app: App): AppError =>
  badRequest(`${FACTS[app].title} is not set up on this installation.`);
const badState = (): AppError =>
  badRequest('state: is unknown, was used before, or is older than ten minutes. Begin again.');

const purposeOf = (app: App): string => `conferencing:${app}`;

const ownerOf = ({ accountId, teamId }: ConnectClaims): AppOwner =>
  teamId === undefined ? { accountId } : { teamId };

/** Whoever began it may have lost their account or their role since. */
async function mayStill({ bookings, teams }: ConnectingDeps, { accountId, teamId }: SpentState) {
  if ((await bookings.findUser(accountId)) === undefined) return false;
  if (teamId === undefined) return true;
  const membership = await teams.readMembership(accountId, { orgId: undefined, teamId });
  return membership !== undefined && outranks(membership.role, 'admin');
}

export type ConsentFor = Omit<ConnectClaims, 'purpose'>;

export interface Connector {
  /** The address of the consent page. */
  begin(app: App, claims: ConsentFor): string;
  /** `fits`: whether the state is one that the caller may use. */
  finish(
    app: App,
    query: CallbackQuery,
    clientIp: string,
    fits?: (state: SpentState) => boolean,
  ): Promise<Connecting>;
}

/** Only what the RFC names goes on to the address of somebody else. */
const ERRORS = new Set(['access_denied', 'invalid_scope', 'temporarily_unavailable']);
const errorOf = (error: string | undefined): string =>
  error !== undefined && ERRORS.has(error) ? error : 'server_error';

export function createConnector(deps: ConnectingDeps): Connector {
  const { conferencing, keys, baseUrl } = deps;
  const [states, apis] = [createConnectStates(deps), meetingApis(deps.providers)];
  const redirectUri = (app: App): string => `${baseUrl}/v2/conferencing/${app}/oauth/callback`;

  function apiOf(app: App): MeetingApi {
    if (!needsAccount(app)) throw withoutConsent(app);
    const api = apis[app];
    if (api === undefined) throw notSetUp(app);
    return api;
  }

  async function connect(
    app: App,
    state: SpentState,
    code: string,
    clientIp: string,
  ): Promise<ConnectedApp | undefined> {
    const redemption = { code, verifier: state.verifier, redirectUri: redirectUri(app) };
    const tokens = await redeemCode(deps, apiOf(app).provider, redemption);
    const { accountId } = state;
    const actor = { actor: `account:${accountId}`, clientIp };
    return conferencing.connect(ownerOf(state), { app, accountId, sealed: sealTokens(keys, tokens) }, actor);
  }

  async function tryConnect(app: App, state: SpentState, code: string, clientIp: string) {
    try {
      return await connect(app, state, code, clientIp);
    } catch (error) {
      if (error instanceof ProviderFailure) return undefined;
      throw error;
    }
  }

  return {
    begin: (app, claims) =>
      states.begin(apiOf(app).provider, redirectUri(app), { ...claims, purpose: purposeOf(app) }),
    async finish(app, { state: sealed, code, error }, clientIp, fits = () => true) {
      apiOf(app);
      const state = await states.spend(purposeOf(app), sealed);
      if (state === undefined || !fits(state)) throw badState();
      const { returnTo, onErrorReturnTo } = state;
      const failed = (why: string): Connecting => ({ kind: 'failed', error: why, returnTo: onErrorReturnTo });
      if (error !== undefined || code === undefined) return failed(errorOf(error));
      if (!(await mayStill(deps, state))) return failed('access_denied');
      const connection = await tryConnect(app, state, code, clientIp);
      return connection ? { kind: 'connected', connection, returnTo } : failed('server_error');
    },
  };
}
