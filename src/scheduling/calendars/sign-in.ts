/*
 * Connecting a calendar by signing in with its provider (RFC 6749 section 4.1): the address of the consent page, and
 * what is done when the browser comes back. The state that travels is all that is known then; it counts once.
 */
import type { Actor } from '../../events/audit-log.js';
import { badRequest, invalidInput } from '../../errors.js';
import type { Outbound } from '../../outbound/outbound.js';
import type { OAuthProvider } from '../provider-oauth/provider.js';
import type { ConnectStates, SpentState } from '../provider-oauth/states.js';
import { ProviderFailure, redeemCode, sealTokens } from '../provider-oauth/tokens.js';
import type { SignInKind } from './calendar.js';
import type { CalendarUseCasesDeps } from './use-cases.js';
import { CalendarFault } from './fault.js';
import type { SignInProvider } from './provider.js';
import { FACTS } from './presenter.js';

export interface SignInDeps extends CalendarUseCasesDeps {
  readonly connectStates: ConnectStates;
  readonly outbound: Outbound;
  /** Origin of the API, where the browser comes back, and of the pages. */
  readonly baseUrl: string;
  readonly appUrl: string;
  readonly clients: {
    find(id: string): Promise<{ readonly redirectUris: readonly string[] } | undefined>;
  };
}

export const CALENDARS_PATH = '/settings/calendars';

interface Asked {
  readonly kind: SignInKind;
  readonly accountId: number;
  /** Where the browser goes in the end; the settings when absent. */
  readonly returnTo?: string | undefined;
  /** The address leads to the consent page, and what comes back from there connects nothing. */
  readonly isDryRun?: boolean;
}

const purposeOf = (kind: SignInKind): string => `calendar:${kind}`;

const redirectUriOf = ({ baseUrl }: SignInDeps, kind: SignInKind): string =>
  `${baseUrl}/v2/calendars/${kind}/save`;

interface Ready {
  readonly signIn: OAuthProvider;
  readonly provider: SignInProvider;
}

function readyFor({ signIns, calendarProviders }: SignInDeps, kind: SignInKind): Ready {
  const [signIn, provider] = [signIns[kind], calendarProviders[kind]];
  if (signIn === undefined || provider === undefined)
    throw badRequest(`${FACTS[kind].name} is not set up here: the operator has to register it first.`);
  return { signIn, provider };
}

/** The address of the provider's consent page. */
export function signInUrl(deps: SignInDeps, { kind, accountId, returnTo, isDryRun }: Asked): string {
  const { signIn } = readyFor(deps, kind);
  const settings = `${deps.appUrl}${CALENDARS_PATH}`;
  return deps.connectStates.begin(signIn, redirectUriOf(deps, kind), {
    purpose: isDryRun === true ? 'calendar:nothing' : purposeOf(kind),
    accountId,
    returnTo: returnTo ?? `${settings}?done=connected`,
    onErrorReturnTo: returnTo ?? `${settings}?failed=sign-in`,
  });
}

/** Only home, or to where the application that asks is at home: the address would lead anywhere under our name. */
export async function refuseForeign(
  { clients, appUrl }: SignInDeps,
  clientId: string,
  returnTo: string | undefined,
): Promise<void> {
  if (returnTo === undefined) return;
  const client = await clients.find(clientId);
  const homes = [appUrl, ...(client?.redirectUris ?? [])].filter((url) => URL.canParse(url));
  const { origin, protocol } = new URL(returnTo);
  const isHome = homes.some((home) => new URL(home).origin === origin);
  if (!isHome || !/^https?:$/.test(protocol)) {
    const message = 'must be on the host of a redirect URI of this application';
    throw invalidInput([{ property: 'redir', message }]);
  }
}

export interface CameBack {
  readonly state?: string;
  readonly code?: string;
  readonly error?: string;
}

const withError = (address: string, error: string): string => {
  const url = new URL(address);
  url.searchParams.set('error', error);
  return url.href;
};

async function connect(
  deps: SignInDeps,
  kind: SignInKind,
  { accountId, verifier }: SpentState,
  code: string,
  clientIp: string,
): Promise<void> {
  const { signIn, provider } = readyFor(deps, kind);
  const redirectUri = redirectUriOf(deps, kind);
  const tokens = await redeemCode(deps, signIn, { code, verifier, redirectUri });
  const identity = await provider.identity(tokens);
  const found = await provider.list(tokens);
  const sealedAccess = sealTokens(deps.keys, { ...tokens, identity });
  const connection = { kind, identity, calendars: found, sealedAccess };
  const actor: Actor = { actor: `account:${accountId}`, clientIp };
  await deps.calendars.connect(accountId, connection, actor);
}

/** Where the browser goes on. A state that does not count says nothing of where it came from. */
export async function cameBack(
  deps: SignInDeps,
  kind: SignInKind,
  { state = '', code, error }: CameBack,
  clientIp: string,
): Promise<string> {
  const spent = await deps.connectStates.spend(purposeOf(kind), state);
  if (spent === undefined) return `${deps.appUrl}${CALENDARS_PATH}?failed=state`;
  if (error !== undefined || code === undefined) return withError(spent.onErrorReturnTo, 'access_denied');
  try {
    await connect(deps, kind, spent, code, clientIp);
    return spent.returnTo;
  } catch (failure) {
    if (failure instanceof ProviderFailure || failure instanceof CalendarFault)
      return withError(spent.onErrorReturnTo, 'server_error');
    throw failure;
  }
}
