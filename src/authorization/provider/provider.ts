/*
 * oidc-provider with everything off that Slotkey does not promise: the code grant with PKCE S256, refresh, revocation
 * and introspection. Nothing outside src/authorization imports it.
 */
import { createECDH } from 'node:crypto';
import type { Context } from 'koa';
import Provider, {
  type Configuration,
  errors,
  interactionPolicy,
  type JWK,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import { whoMayUse } from '../../clients/usable.js';
import { accountOf, mayUse } from './account-access.js';
import type { UsageRecorder } from '../../clients/usage/usage-recorder.js';
import type { KeyRing } from '../../keys/key-ring.js';
import { noteCause } from '../../request-log/note.js';
import { SCOPE_NAMES } from '../../scopes/catalogue.js';
import { UNRESTRICTED } from '../../scopes/policy.js';
import { writeScope } from '../grants/scope-record.js';
import { ACCESS_TOKEN_TTL } from '../grants/tokens.js';
import { type GrantHandlerDeps, installGrantHandlers } from './grant-handlers.js';
import { findPresentedTokens, type PresentedTokenDeps } from './presented-tokens.js';
import { type AdapterDeps, createAdapterFactory, guarded } from './storage-adapter.js';
import { installHooks, registeredOf, type SignedIn } from './hooks.js';
import { refuseFaulty } from './request-fault.js';
import { requestedScope } from './requested-scope.js';

export interface ProviderDeps extends AdapterDeps, Omit<GrantHandlerDeps, 'mayUse'>, PresentedTokenDeps {
  readonly issuerUrl: string;
  readonly appUrl: string;
  readonly baseUrl: string;
  readonly authorizationCodeTtl: number;
  readonly refreshTokenTtl: number;
  readonly refreshTokenMaxAge: number;
  readonly signedIn: (ctx: Context) => Promise<SignedIn | undefined>;
  readonly accountEnabled: (accountId: number) => Promise<boolean>;
  readonly usage: Pick<UsageRecorder, 'authorizationRequest'>;
  readonly renderError: NonNullable<Configuration['renderError']>;
}

export const AUTHORIZE_PATH = '/auth/oauth2/authorize';
export const INTERACTION_PATH = '/auth/oauth2/interaction';
export const TOKEN_PATH = '/v2/auth/oauth2/token';
export const REVOCATION_PATH = '/v2/auth/oauth2/revoke';
export const INTROSPECTION_PATH = '/v2/auth/oauth2/introspect';

const INTERACTION_TTL = 3600;

/** Nothing is signed with it and nothing publishes it: the provider requires one. */
function signingKeys(keys: KeyRing): JWK[] {
  return keys.derived('jwks').map((scalar) => {
    const ecdh = createECDH('prime256v1');
    ecdh.setPrivateKey(scalar);
    const point = ecdh.getPublicKey();
    const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url');
    return {
      kty: 'EC',
      crv: 'P-256',
      use: 'sig',
      alg: 'ES256',
      x: coordinate(1),
      y: coordinate(33),
      d: scalar.toString('base64url'),
    };
  });
}

const OFF = { enabled: false } as const;

interface Caller {
  readonly clientId: string;
}

interface OwnedToken {
  readonly kind?: string;
  readonly clientId?: string | undefined;
  readonly accountId?: string | undefined;
}

function features({ accountEnabled, keptClients }: ProviderDeps): NonNullable<Configuration['features']> {
  const ownToken = (_ctx: unknown, client: Caller, token: OwnedToken): boolean =>
    token.clientId === client.clientId;
  /** RFC 7662 section 2.1: clients introspect their own tokens, a resource server every access token. */
  const clientOf = async (caller: Caller, { kind, clientId = '' }: OwnedToken) => {
    if (clientId === caller.clientId) return registeredOf(caller);
    const isForIt = kind === 'AccessToken' && registeredOf(caller).resourceServer;
    return isForIt ? keptClients.find(clientId) : undefined;
  };
  /** Active means that `/v2` would accept it, so the same checks apply. */
  const activeToken = async (_ctx: unknown, caller: Caller, token: OwnedToken): Promise<boolean> => {
    const [client, accountId] = [await clientOf(caller, token), Number(token.accountId)];
    return client !== undefined && whoMayUse(client, accountId) && (await accountEnabled(accountId));
  };
  return {
    devInteractions: OFF,
    userinfo: OFF,
    rpInitiatedLogout: OFF,
    pushedAuthorizationRequests: OFF,
    dPoP: OFF,
    resourceIndicators: OFF,
    claimsParameter: OFF,
    revocation: { enabled: true, allowedPolicy: ownToken },
    introspection: { enabled: true, allowedPolicy: activeToken },
  };
}

/**
 * Every authorization asks for consent; `prompt=login` also for a sign-in newer than the request, whose time is in the
 * prompt's details; `prompt=select_account` for a choice of the account.
 */
function policy(clock: () => number): interactionPolicy.Prompt[] {
  const { Check, Prompt } = interactionPolicy;
  return [
    new Prompt(
      { name: 'login', requestable: true },
      () => ({ askedAt: clock() }),
      new Check(
        'no_session',
        'no user is signed in',
        'login_required',
        (ctx) => ctx.oidc.account === undefined,
      ),
    ),
    new Prompt({ name: 'select_account', requestable: true }, () => ({ askedAt: clock() })),
    new Prompt(
      { name: 'consent', requestable: true },
      new Check(
        'always',
        'the user has not allowed this request',
        'consent_required',
        (ctx) => ctx.oidc.result?.consent === undefined,
      ),
    ),
  ];
}

/**
 * Runs after client, redirect URI and PKCE were checked; a fault here is redirected. Reads the raw query, because the
 * provider has dropped unknown names from its own copy by now.
 */
const checkScope =
  ({ usage }: ProviderDeps) =>
  (ctx: KoaContextWithOIDC, _value: unknown, client: object): void => {
    refuseFaulty(ctx);
    const { scope } = ctx.query;
    const registered = registeredOf(client);
    const verdict = requestedScope(registered, typeof scope === 'string' ? scope : undefined);
    if (verdict.kind === 'refused') {
      noteCause(ctx, verdict.cause);
      throw new errors.InvalidScope(verdict.why, '');
    }
    // Only legacy clients may leave it out.
    if (registered.legacy) usage.authorizationRequest(registered.id, verdict.scope.kind === 'scopes');
    Object.assign(ctx.oidc.params ?? {}, { scope: writeScope(verdict.scope) });
  };

/** Called when there is no challenge, which may be one of the unreadable parameters. */
function requirePkce(ctx: KoaContextWithOIDC, client: { readonly clientAuthMethod?: unknown }): boolean {
  refuseFaulty(ctx);
  return client.clientAuthMethod === 'none';
}

async function loadExistingGrant(ctx: KoaContextWithOIDC) {
  const grantId = ctx.oidc.result?.consent?.grantId;
  if (grantId === undefined) return undefined;
  const grant = await ctx.oidc.provider.Grant.find(grantId);
  return grant?.accountId === ctx.oidc.account?.accountId ? grant : undefined;
}

function configuration(deps: ProviderDeps): Configuration {
  const { keys, appUrl } = deps;
  const secure = appUrl.startsWith('https:');
  const prefix = secure ? '__Secure-' : '';
  const cookie = { signed: true, httpOnly: true, sameSite: 'lax', secure, overwrite: true } as const;
  return {
    adapter: createAdapterFactory(deps),
    jwks: { keys: signingKeys(keys) },
    scopes: [...SCOPE_NAMES, writeScope(UNRESTRICTED)],
    claims: {},
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    extraClientMetadata: { properties: ['slotkey'] },
    extraParams: { scope: checkScope(deps) },
    features: features(deps),
    pkce: { required: requirePkce },
    routes: {
      authorization: AUTHORIZE_PATH,
      token: TOKEN_PATH,
      revocation: REVOCATION_PATH,
      introspection: INTROSPECTION_PATH,
    },
    interactions: { policy: policy(deps.clock), url: (_ctx, { uid }) => `${INTERACTION_PATH}/${uid}` },
    cookies: {
      keys: keys.derived('cookie').map((key) => key.toString('base64url')),
      names: {
        session: `${prefix}unused`,
        interaction: `${prefix}slotkey_interaction`,
        resume: `${prefix}slotkey_resume`,
      },
      short: cookie,
      long: cookie,
    },
    ttl: {
      AccessToken: ACCESS_TOKEN_TTL,
      AuthorizationCode: deps.authorizationCodeTtl,
      Grant: deps.refreshTokenMaxAge,
      Interaction: INTERACTION_TTL,
      RefreshToken: deps.refreshTokenTtl,
      Session: INTERACTION_TTL,
    },
    allowOmittingSingleRegisteredRedirectUri: false,
    acceptQueryParamAccessTokens: false,
    enableHttpPostMethods: false,
    rotateRefreshToken: true,
    issueRefreshToken: () => true,
    expiresWithSession: () => false,
    clientBasedCORS: () => true,
    findAccount: accountOf(deps),
    loadExistingGrant,
    renderError: deps.renderError,
  };
}

export function createProvider(deps: ProviderDeps): Provider {
  const { signedIn, accountEnabled } = deps;
  const keptClients = { find: guarded((id: string) => deps.keptClients.find(id)) };
  const guardedDeps = {
    ...{ ...deps, keptClients },
    signedIn: guarded(signedIn),
    accountEnabled: guarded(accountEnabled),
  };
  const provider = new Provider(deps.issuerUrl, configuration(guardedDeps));
  installHooks(provider, {
    ...guardedDeps,
    renewSecretHash: (...change) => deps.clients.renewSecretHash(...change),
  });
  installGrantHandlers(provider, { ...guardedDeps, mayUse: mayUse(guardedDeps) });
  findPresentedTokens(provider, deps);
  return provider;
}
