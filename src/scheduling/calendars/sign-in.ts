/*
 * Connecting a calendar by signing in with its provider (RFC 6749 section 4.1): the URL of the consent page, and what
 * follows when the browser returns. The state identifies the user then; it can be used once.
 */
import type { z } from 'zod';
import type { Actor } from '../../events/audit-log.js';
import { badRequest, invalidInput } from '../../errors.js';
import type { Outbound } from '../../outbound/outbound.js';
import { ProviderFailure } from '../provider-oauth/call-provider.js';
import { withError } from '../provider-oauth/states.js';
import type { ConnectStates, SpentState } from '../provider-oauth/states.js';
import { redeemCode, sealTokens } from '../provider-oauth/tokens.js';
import type { SignInKind } from './calendar.js';
import type { CalendarUseCasesDeps } from './use-cases.js';
import { CalendarFault } from './fault.js';
import { FACTS } from './presenter.js';
import type { saveQuery } from './schemas.js';

export interface SignInDeps extends CalendarUseCasesDeps {
  readonly connectStates: ConnectStates;
  readonly outbound: Outbound;
  /** Origin of the API, where the browser returns, and of the pages. */
  readonly baseUrl: string;
  readonly appUrl: string;
  readonly clients: {
    find(id: string): Promise<{ readonly redirectUris: readonly string[] } | undefined>;
  };
}

export const CALENDARS_PATH = '/settings/calendars';

interface SignInRequest {
  readonly kind: SignInKind;
  readonly accountId: number;
  /** Where the browser goes in the end; by default the settings page. */
  readonly returnTo?: string | undefined;
  /** The consent page can be opened, but connects nothing. */
  readonly isDryRun?: boolean;
}

const purposeOf = (kind: SignInKind): string => `calendar:${kind}`;

const redirectUriOf = ({ baseUrl }: SignInDeps, kind: SignInKind): string =>
  `${baseUrl}/v2/calendars/${kind}/save`;

function requireProvider({ signIns, calendarProviders }: SignInDeps, kind: SignInKind) {
  const [signIn, open] = [signIns[kind], calendarProviders[kind]];
  if (signIn === undefined || open === undefined)
    throw badRequest(`${FACTS[kind].name} is not set up here: the operator has to register it first.`);
  return { signIn, open };
}

/** URL of the provider's consent page. */
export function signInUrl(deps: SignInDeps, { kind, accountId, returnTo, isDryRun }: SignInRequest): string {
  const { signIn } = requireProvider(deps, kind);
  const settings = `${deps.appUrl}${CALENDARS_PATH}`;
  return deps.connectStates.begin(signIn, redirectUriOf(deps, kind), {
    purpose: isDryRun === true ? 'calendar:nothing' : purposeOf(kind),
    accountId,
    returnTo: returnTo ?? `${settings}?done=${kind}`,
    onErrorReturnTo: returnTo ?? `${settings}?failed=sign-in`,
  });
}

/** Allows our origin and those of the client's redirect URIs: anything else would be an open redirect. */
export async function checkReturnUrl(
  { clients, appUrl }: SignInDeps,
  clientId: string,
  returnTo: string | undefined,
): Promise<void> {
  if (returnTo === undefined) return;
  const client = await clients.find(clientId);
  const allowed = [appUrl, ...(client?.redirectUris ?? [])].filter((url) => URL.canParse(url));
  const { origin, protocol } = new URL(returnTo);
  const isAllowed = allowed.some((url) => new URL(url).origin === origin);
  if (!isAllowed || !/^https?:$/.test(protocol)) {
    const message = 'must be on the host of a redirect URI of this application';
    throw invalidInput([{ property: 'redir', message }]);
  }
}

async function connect(
  deps: SignInDeps,
  kind: SignInKind,
  { accountId, verifier }: SpentState,
  code: string,
  clientIp: string,
): Promise<void> {
  const { signIn, open } = requireProvider(deps, kind);
  const redirectUri = redirectUriOf(deps, kind);
  const tokens = await redeemCode(deps, signIn, { code, verifier, redirectUri });
  const provider = open(tokens);
  const identity = await provider.identity();
  const calendars = await provider.list();
  const sealedAccess = sealTokens(deps.keys, { ...tokens, identity });
  const actor: Actor = { actor: `account:${accountId}`, clientIp };
  await deps.calendars.connect(accountId, { kind, identity, calendars, sealedAccess }, actor);
}

/** Where to redirect the browser. An invalid state does not tell where it came from. */
export async function completeSignIn(
  deps: SignInDeps,
  kind: SignInKind,
  { state = '', code, error }: z.output<typeof saveQuery>,
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
