/*
 * Changes to the provider through its prototypes, because it has no options for them. Each is pinned by
 * test/authorization/provider/provider-behaviour.test.ts for the exact version in package.json.
 */
import type Provider from 'oidc-provider';
import { errors } from 'oidc-provider';
import type { Context } from 'koa';
import { redirectUriMatches } from '../../clients/redirect-uris.js';
import { renewedHash, verifySecret } from '../../clients/secrets.js';
import type { ClientSecret, ClientStore } from '../../clients/store.js';
import type { KeyRing } from '../../keys/key-ring.js';
import type { RegisteredClient } from './client-metadata.js';
import { currentContext, recordSecret } from './provider-call.js';
import { mint, mintRefresh } from '../grants/tokens.js';

/** The person whose browser sends an authorization request, as far as the provider must know. */
export interface SignedIn {
  readonly accountId: number;
  readonly signedInAt: Date;
}

/** The browser may not be sent back to the client: the answer is a page. */
export class ClientNotUsable extends errors.OIDCProviderError {
  constructor(readonly reason: 'pending' | 'rejected' | 'suspended' | 'removed') {
    super(400, 'unauthorized_client');
    this.error_description = `the client is ${reason}`;
    this.allow_redirect = false;
  }
}

const REFUSED = {
  pending: 'the client waits for its review: only those who manage it and its testers can use it',
  rejected: 'the client was not approved: its developer settings say why',
  suspended: 'the client is suspended: its developer settings say why',
} as const;

/** RFC 6749 section 5.2, with the reason: only for a client that has authenticated. */
class ClientRefused extends errors.OIDCProviderError {
  constructor(reason: keyof typeof REFUSED) {
    super(401, 'invalid_client');
    this.error_description = REFUSED[reason];
  }
}

const BROWSER_ROUTES = new Set(['authorization', 'resume']);
const APP_ROUTES = new Set(['authorization', 'resume']);

export const registeredOf = (client: object): RegisteredClient =>
  (client as { readonly slotkey: RegisteredClient }).slotkey;

export const refusalOn = (route: string, reason: keyof typeof REFUSED): Error =>
  BROWSER_ROUTES.has(route) ? new ClientNotUsable(reason) : new ClientRefused(reason);

const blocked = ({ status }: RegisteredClient): 'rejected' | 'suspended' | undefined =>
  status === 'rejected' || status === 'suspended' ? status : undefined;

/** Before a client has proven anything: a confidential one is refused behind its secret alone (fixClients). */
function refuseOnSight(route: string, client: RegisteredClient): void {
  // RFC 7662 section 2.1: who introspects has to be authorized; an id that everybody knows is no proof.
  if (route === 'introspection' && client.kind === 'public')
    throw new errors.InvalidClientAuth('a public client has nothing to prove itself with');
  const reason = blocked(client);
  if (reason === undefined) return;
  if (BROWSER_ROUTES.has(route)) throw new ClientNotUsable(reason);
  if (client.kind === 'public') throw new errors.InvalidClientAuth(REFUSED[reason]);
}

/** Routes have fixed homes, whatever host a request came in by. */
function fixHomes(provider: Provider, appUrl: string, baseUrl: string): void {
  provider.OIDCContext.prototype.urlFor = (name: string, options?: object) =>
    (APP_ROUTES.has(name) ? appUrl : baseUrl) + provider.pathFor(name, { ...options, mountPath: '' });
}

/** Every route takes its client through `entity`, so a client that may not come in at all gets no further than that. */
function refuseBlockedClients(provider: Provider): void {
  const { prototype } = provider.OIDCContext;
  const { entity } = prototype;
  prototype.entity = function (this: { readonly route: string }, key: string, value: unknown) {
    if (key === 'Client' && value) refuseOnSight(this.route, registeredOf(value));
    entity.call(this, key, value);
  };
}

/** Nobody waits for it, and what fails is tried again with the next use. */
function keepUnderNewestKey(
  { keys, renewSecretHash }: HookDeps,
  kept: Pick<ClientSecret, 'id' | 'hash'>,
  presented: string,
): void {
  const renewed = renewedHash(keys, presented, kept.hash);
  if (renewed !== undefined) renewSecretHash(kept.id, kept.hash, renewed).catch(() => undefined);
}

function fixClients(provider: Provider, deps: HookDeps): void {
  const { prototype } = provider.Client;
  prototype.compareClientSecret = function (presented: string) {
    const client = registeredOf(this);
    const { secrets } = client;
    const secretId = verifySecret(deps.keys, secrets, presented);
    const kept = secrets.find(({ id }) => id === secretId);
    if (kept === undefined) return false;
    recordSecret(kept.id);
    keepUnderNewestKey(deps, kept, presented);
    const reason = blocked(client);
    if (reason !== undefined) throw new ClientRefused(reason);
    return true;
  };
  prototype.redirectUriAllowed = function (requested: string) {
    const { redirectUris, kind } = registeredOf(this);
    return redirectUris.some((registered) => redirectUriMatches(registered, requested, kind));
  };
}

interface GrantBound {
  /** Access tokens only: the model chooses its storage by this. */
  format?: 'opaque';
  readonly grantId?: string;
  readonly rotations?: number;
}

function fixTokens(provider: Provider, keys: KeyRing): void {
  const tokenIds = (Model: { readonly prototype: object }, make: (token: GrantBound) => string): void => {
    Object.assign(Model.prototype, {
      generateTokenId(this: GrantBound) {
        return make(this);
      },
    });
  };
  tokenIds(provider.AuthorizationCode, ({ grantId = '' }) => mint('code', grantId));
  tokenIds(provider.AccessToken, (token) => {
    token.format = 'opaque';
    return mint('access', token.grantId ?? '');
  });
  tokenIds(provider.RefreshToken, ({ grantId = '', rotations = 0 }) => mintRefresh(keys, grantId, rotations));
  Object.defineProperty(provider.AccessToken.prototype, 'tokenType', { get: () => 'bearer' });
}

type EngineContext = Context & {
  readonly oidc: { entity(key: string, value: unknown): void; noclient?: boolean };
};

/** To redirect an error the provider looks up the client once more; a store that did not answer is not asked again. */
function giveUpOnClient(ctx: EngineContext | undefined, fault: unknown): never {
  if (ctx) ctx.oidc.noclient = true;
  throw fault;
}

function askForClientOnce(provider: Provider): void {
  const { Client } = provider;
  const find = Client.find.bind(Client);
  Client.find = (id) =>
    find(id).catch((fault: unknown) => giveUpOnClient(currentContext() as EngineContext | undefined, fault));
}

/**
 * The provider keeps no session of its own: for the length of one request it sees ours. Marked as destroyed it is
 * neither saved nor set as a cookie. It has no id, because a user may sign in again between request and answer; what
 * ties the two together is the signed interaction cookie, the consent form's CSRF field and the account of the grant.
 */
function borrowSession(provider: Provider, signedIn: (ctx: Context) => Promise<SignedIn | undefined>): void {
  Object.assign(provider.Session, {
    async get(ctx: EngineContext) {
      const person = await signedIn(ctx).catch((fault: unknown) => giveUpOnClient(ctx, fault));
      const session = new provider.Session();
      session.uid = '';
      session.jti = '';
      if (person) {
        session.loginAccount({
          accountId: String(person.accountId),
          loginTs: Math.floor(person.signedInAt.getTime() / 1000),
        });
      }
      Object.defineProperty(session, 'destroyed', { value: true });
      ctx.oidc.entity('Session', session);
      return session;
    },
  });
}

export interface HookDeps {
  readonly appUrl: string;
  readonly baseUrl: string;
  readonly keys: KeyRing;
  readonly renewSecretHash: ClientStore['renewSecretHash'];
  readonly signedIn: (ctx: Context) => Promise<SignedIn | undefined>;
}

export function installHooks(provider: Provider, deps: HookDeps): void {
  const { appUrl, baseUrl, keys, signedIn } = deps;
  fixHomes(provider, appUrl, baseUrl);
  refuseBlockedClients(provider);
  fixClients(provider, deps);
  fixTokens(provider, keys);
  askForClientOnce(provider);
  borrowSession(provider, signedIn);
}
