/*
 * oidc-provider without code of the service: one confidential client, one user who is signed in and has allowed
 * everything, storage in a Map that records its calls.
 */
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { interactionPolicy } from 'oidc-provider';
import type { AdapterPayload, Configuration } from 'oidc-provider';

export const CLIENT = {
  client_id: 'client',
  client_secret: 'the placeholder',
  redirect_uris: ['https://client.example.com/callback'],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code' as const],
};

export interface BareProvider {
  readonly provider: Provider;
  readonly url: string;
  /** `AuthorizationCode.consume` and the like, in order. */
  readonly calls: string[];
  authorize(params?: Record<string, string>): Promise<Response>;
  token(params: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

function recordingAdapter(calls: string[]) {
  const payloads = new Map<string, AdapterPayload>();
  return (model: string) => {
    const key = (id: string): string => `${model} ${id}`;
    const called = (what: string): void => void calls.push(`${model}.${what}`);
    return {
      upsert: async (id: string, payload: AdapterPayload) => (
        called('upsert'),
        void payloads.set(key(id), payload)
      ),
      find: async (id: string) => (called('find'), model === 'Client' ? CLIENT : payloads.get(key(id))),
      findByUserCode: async () => undefined,
      findByUid: async () => undefined,
      consume: async () => called('consume'),
      destroy: async (id: string) => (called('destroy'), void payloads.delete(key(id))),
      revokeByGrantId: async () => called('revokeByGrantId'),
    };
  };
}

async function allowEverything(ctx: Parameters<NonNullable<Configuration['loadExistingGrant']>>[0]) {
  const { Grant } = ctx.oidc.provider;
  const grant = new Grant({ accountId: 'person', clientId: CLIENT.client_id });
  grant.addOIDCScope('READ WRITE');
  await grant.save();
  return grant;
}

const configuration = (calls: string[], more: Configuration): Configuration => ({
  adapter: recordingAdapter(calls),
  scopes: ['READ', 'WRITE'],
  claims: {},
  jwks: {
    keys: [generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })],
  },
  clientDefaults: { id_token_signed_response_alg: 'ES256' },
  ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, Interaction: 60, RefreshToken: 60, Session: 60 },
  renderError: (ctx, out) => void (ctx.body = out),
  cookies: { keys: ['a key of the tests'] },
  clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
  pkce: { required: () => false },
  interactions: { policy: [new interactionPolicy.Prompt({ name: 'login', requestable: true })] },
  issueRefreshToken: () => true,
  expiresWithSession: () => false,
  rotateRefreshToken: true,
  findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
  loadExistingGrant: allowEverything,
  features: {
    devInteractions: { enabled: false },
    introspection: { enabled: true, allowedPolicy: () => true },
    revocation: { enabled: true, allowedPolicy: () => true },
  },
  ...more,
});

/** The user is signed in the way src/authorization/provider/hooks.ts does it. */
function signIn(provider: Provider): void {
  Object.assign(provider.Session, {
    get(ctx: { readonly oidc: { entity(key: string, value: unknown): void } }) {
      const session = new provider.Session();
      session.uid = '';
      session.jti = '';
      session.loginAccount({ accountId: 'person', loginTs: 1 });
      Object.defineProperty(session, 'destroyed', { value: true });
      ctx.oidc.entity('Session', session);
      return Promise.resolve(session);
    },
  });
}

export async function startBareProvider(more: Configuration = {}): Promise<BareProvider> {
  const calls: string[] = [];
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(url, configuration(calls, more));
  signIn(provider);
  const handle = provider.callback();
  server.on('request', (request, response) => void handle(request, response));
  return {
    provider,
    url,
    calls,
    authorize(params = {}) {
      const sent = {
        client_id: CLIENT.client_id,
        redirect_uri: CLIENT.redirect_uris[0] ?? '',
        response_type: 'code',
      };
      return fetch(`${url}/auth?${new URLSearchParams({ ...sent, scope: 'READ', ...params }).toString()}`, {
        redirect: 'manual',
      });
    },
    token: (params) =>
      fetch(`${url}/token`, {
        method: 'POST',
        body: new URLSearchParams({
          client_id: CLIENT.client_id,
          client_secret: CLIENT.client_secret,
          ...params,
        }),
      }),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
