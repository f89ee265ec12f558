/* The raw engine with everything in a Map: what the token endpoint costs before anything is kept or guarded. */
import { generateKeyPairSync } from 'node:crypto';
import Provider, { type Adapter, type AdapterPayload, type Configuration } from 'oidc-provider';
import { CLIENT_ID, CLIENT_SECRET, inParallel, REDIRECT_URI, SCOPE, type Target } from './target.js';

const store = new Map<string, AdapterPayload>();

const adapter = (model: string): Adapter => {
  const keyOf = (id: string) => `${model}:${id}`;
  return {
    upsert: (id, payload) => Promise.resolve(void store.set(keyOf(id), payload)),
    find: (id) => Promise.resolve(store.get(keyOf(id))),
    findByUserCode: () => Promise.resolve(undefined),
    findByUid: () => Promise.resolve(undefined),
    consume: (id) => Promise.resolve(void Object.assign(store.get(keyOf(id)) ?? {}, { consumed: 1 })),
    destroy: (id) => Promise.resolve(void store.delete(keyOf(id))),
    revokeByGrantId: () => Promise.resolve(),
  };
};

/** Nothing is signed with it; without one the engine would print warnings into the figures. */
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const CONFIGURATION: Configuration = {
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' }] },
  clientDefaults: { id_token_signed_response_alg: 'ES256' },
  clients: [
    {
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      redirect_uris: [REDIRECT_URI],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  scopes: SCOPE.split(' '),
  responseTypes: ['code'],
  features: {
    devInteractions: { enabled: false },
    resourceIndicators: { enabled: false },
    dPoP: { enabled: false },
    introspection: { enabled: true },
  },
  routes: { token: '/v2/auth/oauth2/token', introspection: '/v2/auth/oauth2/introspect' },
  cookies: { keys: ['bench'] },
  ttl: {
    AccessToken: 1800,
    AuthorizationCode: 600,
    Grant: 86_400,
    RefreshToken: 86_400,
    Interaction: 60,
    Session: 60,
    IdToken: 60,
  },
  rotateRefreshToken: true,
  issueRefreshToken: () => true,
  expiresWithSession: () => false,
  findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
};

function engine(
  adapterOf: (model: string) => Adapter,
  make: (provider: Provider, grantId: string) => Promise<string>,
): Target {
  const provider = new Provider('http://localhost', { ...CONFIGURATION, adapter: adapterOf });
  return {
    listener: provider.callback(),
    seed: (count) =>
      inParallel(count, async () => {
        const grant = new provider.Grant({ accountId: '1', clientId: CLIENT_ID });
        grant.addOIDCScope(SCOPE);
        return make(provider, await grant.save());
      }),
  };
}

const bound = (grantId: string) => ({
  accountId: '1',
  clientId: CLIENT_ID,
  grantId,
  scope: SCOPE,
  gty: 'authorization_code',
});

/** By what they are seeded with; each call makes an engine of its own. */
export const engineTargets = (adapterOf: (model: string) => Adapter) => {
  const made = (make: (provider: Provider, grantId: string) => Promise<string>) => (): Promise<Target> =>
    Promise.resolve(engine(adapterOf, make));
  return {
    codes: made((provider, grantId) =>
      new provider.AuthorizationCode({ ...bound(grantId), redirectUri: REDIRECT_URI } as never).save(),
    ),
    refresh: made((provider, grantId) => new provider.RefreshToken(bound(grantId) as never).save()),
    introspection: made((provider, grantId) => new provider.AccessToken(bound(grantId) as never).save()),
  };
};

export const {
  codes: engineCodes,
  refresh: engineRefresh,
  introspection: engineIntrospection,
} = engineTargets(adapter);
