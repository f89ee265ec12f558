import * as oauth from 'openid-client';
import { type TestClient, type TestUser, useService } from '../support/service.js';
import { type CallbackServer, startCallback } from './callback-server.js';
import { answer, type Decision } from './browser-user.js';

let ahead = 0;
const service = useService({ clock: () => Date.now() + ahead });
let callback: CallbackServer;
beforeAll(async () => {
  callback = await startCallback();
});
afterEach(() => {
  ahead = 0;
});
afterAll(async () => {
  await callback.close();
});

interface Connection {
  readonly client: TestClient;
  readonly config: oauth.Configuration;
}

// eslint-disable-next-line @typescript-eslint/no-deprecated -- marked to stand out; the tests' issuer is http on loopback
const HTTP = { execute: [oauth.allowInsecureRequests] };

async function connect(auth: oauth.ClientAuth, client: TestClient): Promise<Connection> {
  const issuer = new URL(service.config.issuerUrl);
  const options = { algorithm: 'oauth2', ...HTTP } as const;
  return { client, config: await oauth.discovery(issuer, client.clientId, undefined, auth, options) };
}

const confidential = () => service.client({ redirectUris: [callback.uri] });
const connectByPost = async (client: TestClient) =>
  connect(oauth.ClientSecretPost(client.clientSecret), client);
const connectByBasic = async (client: TestClient) =>
  connect(oauth.ClientSecretBasic(client.clientSecret), client);
const connectPublic = async () =>
  connect(oauth.None(), await service.client({ kind: 'public', redirectUris: [callback.uri] }));

interface Arrival {
  readonly url: URL;
  readonly checks: oauth.AuthorizationCodeGrantChecks;
}

async function authorize(
  { config }: Connection,
  user: TestUser,
  { decision = 'allow', scope = 'PROFILE_READ' }: { decision?: Decision; scope?: string } = {},
): Promise<Arrival> {
  const pkceCodeVerifier = oauth.randomPKCECodeVerifier();
  const expectedState = oauth.randomState();
  const url = oauth.buildAuthorizationUrl(config, {
    redirect_uri: callback.uri,
    scope,
    state: expectedState,
    code_challenge: await oauth.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  });
  const arrived = await callback.arrive(await answer(url, user, decision));
  return { url: arrived, checks: { pkceCodeVerifier, expectedState } };
}

async function profileEmail({ config }: Connection, accessToken: string): Promise<string> {
  const url = new URL('/v2/me', service.config.baseUrl);
  const response = await oauth.fetchProtectedResource(config, accessToken, url, 'GET');
  return ((await response.json()) as { data: { email: string } }).data.email;
}

const refreshTokenOf = (tokens: oauth.TokenEndpointResponse): string => tokens.refresh_token ?? '';

/** A public client has nothing to prove itself with (RFC 7662 section 2.1). */
async function expectIntrospected(connection: Connection, token: string, expected: object): Promise<void> {
  const introspection = oauth.tokenIntrospection(connection.config, token);
  if (connection.client.form.kind === 'public')
    await expect(introspection).rejects.toMatchObject({ status: 401, error: 'invalid_client' });
  else expect(await introspection).toMatchObject(expected);
}

/** The whole life of an authorization. */
async function authorizeAndCheck(connection: Connection): Promise<void> {
  const user = await service.user();
  const { url, checks } = await authorize(connection, user);
  const first = await oauth.authorizationCodeGrant(connection.config, url, checks);
  expect(first).toMatchObject({ token_type: 'bearer', expires_in: 1800, scope: 'PROFILE_READ' });
  expect(await profileEmail(connection, first.access_token)).toBe(user.email);

  const second = await oauth.refreshTokenGrant(connection.config, refreshTokenOf(first));
  const third = await oauth.refreshTokenGrant(connection.config, refreshTokenOf(second));
  expect(new Set([first, second, third].map(refreshTokenOf)).size).toBe(3);
  expect(await profileEmail(connection, third.access_token)).toBe(user.email);

  const alive = { active: true, scope: 'PROFILE_READ', client_id: connection.client.clientId };
  await expectIntrospected(connection, third.access_token, alive);
  await oauth.tokenRevocation(connection.config, refreshTokenOf(third));
  await expectIntrospected(connection, third.access_token, { active: false });
  const refused = await profileEmail(connection, third.access_token).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(oauth.WWWAuthenticateChallengeError);
  expect(refused).toMatchObject({ cause: [{ parameters: { error: 'invalid_token' } }] });
}

describe('openid-client, from the issuer alone', () => {
  test('a confidential client that sends its secret in the body completes an authorization', async () => {
    await authorizeAndCheck(await connectByPost(await confidential()));
  });

  test('a confidential client that sends its secret in the header completes an authorization', async () => {
    await authorizeAndCheck(await connectByBasic(await confidential()));
  });

  test('a public client with PKCE completes an authorization', async () => {
    await authorizeAndCheck(await connectPublic());
  });

  test('a client without an authentication method that discovers by OpenID completes an authorization', async () => {
    const client = await confidential();
    const issuer = new URL(service.config.issuerUrl);
    const config = await oauth.discovery(issuer, client.clientId, client.clientSecret, undefined, HTTP);
    await authorizeAndCheck({ client, config });
  });

  test('the metadata describe the service', async () => {
    const metadata = (await connectPublic()).config.serverMetadata();
    expect(metadata.issuer).toBe(service.config.issuerUrl);
    expect(metadata.authorization_response_iss_parameter_supported).toBe(true);
    expect(metadata.supportsPKCE()).toBe(true);
    expect(metadata.scopes_supported).toHaveLength(46);
    expect(metadata.response_types_supported).toEqual(['code']);
  });

  test('a second redemption of a code is its invalid_grant, and revokes the tokens of the first unless it came at once', async () => {
    const connection = await connectByPost(await confidential());
    const { url, checks } = await authorize(connection, await service.user());
    const tokens = await oauth.authorizationCodeGrant(connection.config, url, checks);
    const repeat = () => oauth.authorizationCodeGrant(connection.config, url, checks);
    const error = await repeat().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(oauth.ResponseBodyError);
    expect(error).toMatchObject({ error: 'invalid_grant', status: 400 });
    const renewed = await oauth.refreshTokenGrant(connection.config, refreshTokenOf(tokens));
    ahead = 30_000;
    await expect(repeat()).rejects.toMatchObject({ error: 'invalid_grant' });
    await expect(oauth.refreshTokenGrant(connection.config, refreshTokenOf(renewed))).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  test('a wrong verifier is its invalid_grant', async () => {
    const connection = await connectPublic();
    const { url, checks } = await authorize(connection, await service.user());
    const wrong = { ...checks, pkceCodeVerifier: oauth.randomPKCECodeVerifier() };
    await expect(oauth.authorizationCodeGrant(connection.config, url, wrong)).rejects.toMatchObject({
      error: 'invalid_grant',
      status: 400,
    });
  });

  test.each([
    ['an unknown scope', { scope: 'EVERYTHING' }, 'invalid_scope'],
    ['a scope that is not enabled on the client', { scope: 'TEAM_BOOKING_READ' }, 'invalid_scope'],
    ['a user who refuses', { decision: 'cancel' as const }, 'access_denied'],
  ])('%s is its authorization error, with state and issuer verified', async (_, options, error) => {
    const connection = await connectByPost(await confidential());
    const { url, checks } = await authorize(connection, await service.user(), options);
    const caught = await oauth
      .authorizationCodeGrant(connection.config, url, checks)
      .catch((reason: unknown) => reason);
    expect(caught).toBeInstanceOf(oauth.AuthorizationResponseError);
    expect(caught).toMatchObject({ error });
  });

  test('it detects a response with another issuer or state, because ours always has both', async () => {
    const connection = await connectByPost(await confidential());
    const { url, checks } = await authorize(connection, await service.user());
    for (const name of ['iss', 'state']) {
      for (const forged of ['https://evil.example', undefined]) {
        const other = new URL(url);
        other.searchParams.delete(name);
        if (forged !== undefined) other.searchParams.set(name, forged);
        await expect(oauth.authorizationCodeGrant(connection.config, other, checks)).rejects.toMatchObject({
          code: 'OAUTH_INVALID_RESPONSE',
        });
      }
    }
    await oauth.authorizationCodeGrant(connection.config, url, checks);
  });

  test('a wrong secret is its invalid_client', async () => {
    const client = await confidential();
    const { url, checks } = await authorize(await connectByPost(client), await service.user());
    const nonMember = await connect(oauth.ClientSecretPost('sk_not-the-secret'), client);
    const refused = oauth.authorizationCodeGrant(nonMember.config, url, checks);
    await expect(refused).rejects.toMatchObject({ error: 'invalid_client', status: 401 });
  });
});
