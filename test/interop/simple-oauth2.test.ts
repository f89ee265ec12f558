import { createHash, randomBytes } from 'node:crypto';
import { AuthorizationCode, type ModuleOptions } from 'simple-oauth2';
import { type TestClient, type TestUser, useService } from '../support/service.js';
import { type CallbackServer, startCallback } from './callback-server.js';
import { answer, type Decision } from './browser-user.js';

const service = useService();
let callback: CallbackServer;
beforeAll(async () => {
  callback = await startCallback();
});
afterAll(async () => {
  await callback.close();
});

type Options = NonNullable<ModuleOptions['options']>;

interface Metadata {
  readonly issuer: string;
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly revocation_endpoint: string;
}

/** The library has no discovery, so the URLs are read from the document. */
async function library(client: TestClient, options: Options): Promise<AuthorizationCode> {
  const document = await fetch(`${service.config.issuerUrl}/.well-known/oauth-authorization-server`);
  const metadata = (await document.json()) as Metadata;
  const [authorize, token, revoke] = [
    metadata.authorization_endpoint,
    metadata.token_endpoint,
    metadata.revocation_endpoint,
  ].map((address) => new URL(address));
  return new AuthorizationCode({
    client: { id: client.clientId, secret: client.clientSecret ?? '' },
    auth: {
      tokenHost: token?.origin ?? '',
      tokenPath: token?.pathname ?? '',
      revokePath: revoke?.pathname ?? '',
      authorizeHost: authorize?.origin ?? '',
      authorizePath: authorize?.pathname ?? '',
    },
    options,
  });
}

const confidential = () => service.client({ redirectUris: [callback.uri] });
const unguarded = () => service.client({ kind: 'public', redirectUris: [callback.uri] });

interface Wishes {
  readonly decision?: Decision;
  readonly scope?: string[];
}

interface Arrival {
  readonly answered: URLSearchParams;
  readonly verifier: string;
}

/** The library leaves state, issuer and PKCE to its user. */
async function authorize(oauth: AuthorizationCode, user: TestUser, wishes: Wishes = {}): Promise<Arrival> {
  const { decision = 'allow', scope = ['PROFILE_READ', 'PROFILE_WRITE'] } = wishes;
  const [state, verifier] = [randomBytes(16).toString('hex'), randomBytes(32).toString('base64url')];
  const pkce = {
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  const url = oauth.authorizeURL({ redirect_uri: callback.uri, scope, state, ...pkce });
  const { searchParams: answered } = await callback.arrive(await answer(url, user, decision));
  expect(answered.get('state')).toBe(state);
  expect(answered.get('iss')).toBe(service.config.issuerUrl);
  return { answered, verifier };
}

const redeem = (oauth: AuthorizationCode, { answered, verifier }: Arrival) => {
  const proof = { code_verifier: verifier };
  return oauth.getToken({ code: answered.get('code') ?? '', redirect_uri: callback.uri, ...proof });
};

async function profile(accessToken: unknown): Promise<{ status: number; email: string | undefined }> {
  const headers = { authorization: `Bearer ${String(accessToken)}` };
  const response = await fetch(`${service.config.baseUrl}/v2/me`, { headers });
  const { data } = (await response.json()) as { data?: { email: string } };
  return { status: response.status, email: data?.email };
}

/** The whole life of an authorization. */
async function live(oauth: AuthorizationCode): Promise<void> {
  const user = await service.user();
  const first = await redeem(oauth, await authorize(oauth, user));
  expect(first.token).toMatchObject({ token_type: 'bearer', scope: 'PROFILE_READ PROFILE_WRITE' });
  expect(first.expired(1790)).toBe(false);
  expect(first.expired(1801)).toBe(true);
  expect(await profile(first.token['access_token'])).toEqual({ status: 200, email: user.email });

  const second = await first.refresh();
  const third = await second.refresh();
  expect(new Set([first, second, third].map(({ token }) => token['refresh_token'])).size).toBe(3);
  expect(await profile(third.token['access_token'])).toEqual({ status: 200, email: user.email });

  await third.revokeAll();
  expect((await profile(third.token['access_token'])).status).toBe(401);
  await expect(third.refresh()).rejects.toMatchObject(refusal(400, 'invalid_grant'));
}

/** What the library throws: its HTTP client's error, with the body as it came. */
const refusal = (statusCode: number, error: string) => ({
  isBoom: true,
  output: { statusCode },
  data: { payload: { error } },
});

describe('simple-oauth2, configured from the metadata document', () => {
  test.each<[string, Options]>([
    ['in the header of a form', {}],
    ['in a form', { authorizationMethod: 'body' }],
    ['in the header of a JSON body', { bodyFormat: 'json' }],
    ['in a JSON body', { authorizationMethod: 'body', bodyFormat: 'json' }],
    ['in the header, not percent-encoded', { credentialsEncodingMode: 'loose' }],
    ['in the header, with commas between its scopes', { scopeSeparator: ',' }],
  ])('a confidential client that sends its secret %s completes an authorization', async (_, options) => {
    await live(await library(await confidential(), options));
  });

  test.each<[string, Options]>([
    ['a form', { authorizationMethod: 'body' }],
    ['JSON', { authorizationMethod: 'body', bodyFormat: 'json' }],
  ])(
    'a public client with PKCE that sends %s, and an empty secret, completes an authorization',
    async (_, options) => {
      await live(await library(await unguarded(), options));
    },
  );

  test('a second redemption of a code is invalid_grant', async () => {
    const oauth = await library(await confidential(), {});
    const arrival = await authorize(oauth, await service.user());
    await redeem(oauth, arrival);
    await expect(redeem(oauth, arrival)).rejects.toMatchObject(refusal(400, 'invalid_grant'));
  });

  test('a wrong secret is invalid_client', async () => {
    const client = await confidential();
    const arrival = await authorize(await library(client, {}), await service.user());
    const nonMember = { ...client, clientSecret: 'sk_not-the-secret' };
    for (const options of [{}, { authorizationMethod: 'body' as const }]) {
      const oauth = await library(nonMember, options);
      await expect(redeem(oauth, arrival)).rejects.toMatchObject(refusal(401, 'invalid_client'));
    }
  });

  test.each<[string, Wishes, string]>([
    ['an unknown scope', { scope: ['PROFILE_READ', 'EVERYTHING'] }, 'invalid_scope'],
    ['a user who refuses', { decision: 'cancel' }, 'access_denied'],
  ])('%s arrives at the redirect URI', async (_, wishes, error) => {
    const oauth = await library(await confidential(), {});
    const { answered } = await authorize(oauth, await service.user(), wishes);
    expect(answered.get('error')).toBe(error);
    expect(answered.has('code')).toBe(false);
  });
});
