/*
 * Changes to the provider through its prototypes, because it has no options for them. Each is pinned by
 * test/authorization/provider/provider-behaviour.test.ts for the exact version in package.json.
 */
import type Provider from 'oidc-provider';
import { type ClientMetadata, errors } from 'oidc-provider';
import type { Context } from 'koa';
import { redirectUriMatches } from '../../clients/redirect-uris.js';
import { hashesOf, renewedHash, verifySecret } from '../../clients/secrets.js';
import type { Client, ClientSecret, ClientStore } from '../../clients/store.js';
import type { KeyRing } from '../../keys/key-ring.js';
import { metadataOf, type RegisteredClient } from './client-metadata.js';
import { callOf, currentCall, currentContext } from './provider-call.js';
import { parseScope } from '../../scopes/policy.js';
import { isRetiredOnly, RETIRED_SCOPES, withTodaysNames } from '../../scopes/retired-scopes.js';
import { mint } from '../grants/tokens.js';

/** The account that is signed in at the browser, as far as the provider must know. */
export interface SignedIn {
  readonly accountId: number;
  readonly signedInAt: Date;
  /** Whether the user has proven that they read the mail of the account's address. */
  readonly addressConfirmed: boolean;
}

/** The browser may not be redirected to the client: the response is a page. */
export class ClientNotUsable extends errors.OIDCProviderError {
  constructor(readonly reason: 'pending' | 'rejected' | 'suspended' | 'removed') {
    super(400, 'unauthorized_client');
    this.error_description = `the client is ${reason}`;
    this.allow_redirect = false;
  }
}

const REFUSED = {
  pending: 'the client waits for its review: only those who manage it and its testers can use it',
  rejected: 'the client was not approved: see the reason in its developer settings',
  suspended: 'the client is suspended: see the reason in its developer settings',
} as const;

/** RFC 6749 section 5.2, with the reason: only for a client that has authenticated. */
class ClientRefused extends errors.OIDCProviderError {
  constructor(reason: keyof typeof REFUSED) {
    super(401, 'invalid_client');
    this.error_description = REFUSED[reason];
  }
}

const BROWSER_ROUTES = new Set(['authorization', 'resume']);

export const registeredOf = (client: object): RegisteredClient =>
  (client as { readonly slotkey: RegisteredClient }).slotkey;

export const refusalOn = (route: string, reason: keyof typeof REFUSED): Error =>
  BROWSER_ROUTES.has(route) ? new ClientNotUsable(reason) : new ClientRefused(reason);

const blocked = ({ status }: RegisteredClient): 'rejected' | 'suspended' | undefined =>
  status === 'rejected' || status === 'suspended' ? status : undefined;

/** Before a client has proven anything: a confidential one is refused only after its secret was checked (fixClients). */
function refuseUnproven(route: string, client: RegisteredClient): void {
  // RFC 7662 section 2.1: a caller of introspection must be authorized; a public client id is no proof.
  if (route === 'introspection' && client.kind === 'public')
    throw new errors.InvalidClientAuth('a public client has nothing to prove itself with');
  const reason = blocked(client);
  if (reason === undefined) return;
  if (BROWSER_ROUTES.has(route)) throw new ClientNotUsable(reason);
  if (client.kind === 'public') throw new errors.InvalidClientAuth(REFUSED[reason]);
}

/** Each route has a fixed origin, whatever host a request was sent to. */
function fixOrigins(provider: Provider, appUrl: string, baseUrl: string): void {
  provider.OIDCContext.prototype.urlFor = (name: string, options?: object) =>
    (BROWSER_ROUTES.has(name) ? appUrl : baseUrl) + provider.pathFor(name, { ...options, mountPath: '' });
}

interface TokenParams {
  readonly params?: { scope?: string | undefined } | undefined;
}

/**
 * A refresh may name a scope (RFC 6749 section 6). Retired names mean those of today for a migrating client; of another
 * client they mean nothing, where they stand alone.
 */
function readRetiredScopes(params: TokenParams['params'], { migrating }: RegisteredClient): void {
  const parsed = parseScope(params?.scope ?? '');
  if (params === undefined || !parsed.unknown.some((name) => RETIRED_SCOPES.has(name))) return;
  if (migrating) {
    const { names, unknown } = withTodaysNames(parsed);
    params.scope = [...names, ...unknown].join(' ');
  } else if (isRetiredOnly(parsed)) params.scope = undefined;
}

/** Every route loads its client through `entity`, so a blocked client gets no further than that. */
function readClients(provider: Provider): void {
  const { prototype } = provider.OIDCContext;
  const { entity } = prototype;
  prototype.entity = function (this: TokenParams & { readonly route: string }, key: string, value: unknown) {
    if (key === 'Client' && value) {
      refuseUnproven(this.route, registeredOf(value));
      if (this.route === 'token') readRetiredScopes(this.params, registeredOf(value));
    }
    entity.call(this, key, value);
  };
}

/** Fire and forget: a failure is retried with the next use. */
function renewHash(
  { keys, renewSecretHash }: HookDeps,
  { id, hash }: Pick<ClientSecret, 'id' | 'hash'>,
  presented: string,
): void {
  const renewed = renewedHash(keys, presented, hash);
  if (renewed !== undefined) renewSecretHash(id, hash, renewed).catch(() => undefined);
}

function fixClients(provider: Provider, deps: HookDeps): void {
  const { prototype } = provider.Client;
  prototype.compareClientSecret = function (presented: string) {
    const client = registeredOf(this);
    const secret = verifySecret(deps.keys, client.secrets, presented);
    const call = currentCall();
    if (secret === undefined) {
      const secretHashes = hashesOf(deps.keys, presented);
      if (call !== undefined) Object.assign(call, { cause: { code: 'wrong_secret' }, secretHashes });
      return false;
    }
    if (call !== undefined) call.secretId = secret.id;
    renewHash(deps, secret, presented);
    const reason = blocked(client);
    if (reason !== undefined) throw new ClientRefused(reason);
    return true;
  };
  prototype.redirectUriAllowed = function (requested: string) {
    const { redirectUris, kind } = registeredOf(this);
    return redirectUris.some((registered) => redirectUriMatches(registered, requested, kind));
  };
}

function mintCodes(provider: Provider): void {
  Object.assign(provider.AuthorizationCode.prototype, {
    generateTokenId(this: { readonly grantId?: string }) {
      return mint('code', this.grantId ?? '');
    },
  });
}

/** A body is decoded once, by client-request.ts. What the provider has read itself is ignored. */
function handOverFields(provider: Provider): void {
  Object.defineProperty(provider.OIDCContext.prototype, 'body', {
    get(this: { readonly ctx: Context }) {
      return callOf(this.ctx)?.fields ?? {};
    },
    set: () => undefined,
  });
}

type ProviderContext = Context & {
  readonly oidc: { entity(key: string, value: unknown): void; noclient?: boolean };
};

/** To redirect an error the provider would look up the client again; a store that did not answer is not read twice. */
function giveUpOnClient(ctx: ProviderContext | undefined, fault: unknown): never {
  if (ctx) ctx.oidc.noclient = true;
  throw fault;
}

type ProviderClient = InstanceType<Provider['Client']>;

/** The model of a client that is kept is kept with it. */
function createKeptModels(provider: Provider, { keptClients }: HookDeps) {
  const models = new WeakMap<Client, ProviderClient>();
  const Model: new (metadata: ClientMetadata) => ProviderClient = provider.Client;
  return async (id: string): Promise<ProviderClient | undefined> => {
    const client = await keptClients.find(id);
    if (client === undefined) return undefined;
    const model = models.get(client) ?? new Model(metadataOf(client));
    models.set(client, model);
    return model;
  };
}

/** For the browser, clients are read each time: what was removed from one is not asked for any more. */
function findClients(provider: Provider, deps: HookDeps): void {
  const { Client } = provider;
  const find = Client.find.bind(Client);
  const findKept = createKeptModels(provider, deps);
  Client.find = async (id) => {
    const isForBrowser = currentCall() === undefined;
    try {
      return await (isForBrowser ? find(id) : findKept(id));
    } catch (fault) {
      return giveUpOnClient(currentContext() as ProviderContext | undefined, fault);
    }
  };
}

/**
 * The provider has no session of its own: for the length of one request it sees ours. Marked as destroyed it is neither
 * saved nor set as a cookie. It has no id, because a user may sign in again between request and answer; the two are tied
 * together by the signed interaction cookie, the consent form's CSRF field and the account of the grant.
 */
function borrowSession(provider: Provider, signedIn: (ctx: Context) => Promise<SignedIn | undefined>): void {
  Object.assign(provider.Session, {
    async get(ctx: ProviderContext) {
      const user = await signedIn(ctx).catch((fault: unknown) => giveUpOnClient(ctx, fault));
      const session = new provider.Session();
      session.uid = '';
      session.jti = '';
      if (user) {
        session.loginAccount({
          accountId: String(user.accountId),
          loginTs: Math.floor(user.signedInAt.getTime() / 1000),
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
  /** Its outage is an error of the provider. */
  readonly keptClients: Pick<ClientStore, 'find'>;
  readonly signedIn: (ctx: Context) => Promise<SignedIn | undefined>;
}

export function installHooks(provider: Provider, deps: HookDeps): void {
  const { appUrl, baseUrl, signedIn } = deps;
  fixOrigins(provider, appUrl, baseUrl);
  readClients(provider);
  fixClients(provider, deps);
  mintCodes(provider);
  handOverFields(provider);
  findClients(provider, deps);
  borrowSession(provider, signedIn);
}
