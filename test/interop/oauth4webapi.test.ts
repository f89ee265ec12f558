import * as oauth from 'oauth4webapi';
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

// eslint-disable-next-line @typescript-eslint/no-deprecated -- marked to stand out; the tests' issuer is http on loopback
const HTTP = { [oauth.allowInsecureRequests]: true };

interface Connection {
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  readonly auth: oauth.ClientAuth;
  readonly kind: string;
}

async function discover(
  issuerUrl: string,
  algorithm: 'oidc' | 'oauth2' = 'oauth2',
): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(issuerUrl);
  return oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { algorithm, ...HTTP }));
}

const confidential = () => service.client({ redirectUris: [callback.uri] });
const unguarded = () => service.client({ kind: 'public', redirectUris: [callback.uri] });

async function connect(
  { clientId, form: { kind } }: TestClient,
  auth: oauth.ClientAuth,
): Promise<Connection> {
  return { server: await discover(service.config.issuerUrl), client: { client_id: clientId }, auth, kind };
}

const viaPost = async (client: TestClient) =>
  connect(client, oauth.ClientSecretPost(client.clientSecret ?? ''));
const viaBasic = async (client: TestClient) =>
  connect(client, oauth.ClientSecretBasic(client.clientSecret ?? ''));

interface Arrival {
  readonly url: URL;
  readonly state: string;
  readonly verifier: string;
}

interface Wishes {
  readonly decision?: Decision;
  readonly scope?: string;
}

async function authorize(
  { server, client }: Connection,
  user: TestUser,
  { decision = 'allow', scope = 'PROFILE_READ,BOOKING_READ' }: Wishes = {},
): Promise<Arrival> {
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const url = new URL(server.authorization_endpoint ?? '');
  url.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: callback.uri,
    response_type: 'code',
    scope,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString();
  return { url: await callback.arrive(await answer(url, user, decision)), state, verifier };
}

async function redeem({ server, client, auth }: Connection, { url, state, verifier }: Arrival) {
  const answered = oauth.validateAuthResponse(server, client, url, state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    auth,
    answered,
    callback.uri,
    verifier,
    HTTP,
  );
  return oauth.processAuthorizationCodeResponse(server, client, response);
}

async function refresh(
  { server, client, auth }: Connection,
  { refresh_token: token = '' }: oauth.TokenEndpointResponse,
) {
  const response = await oauth.refreshTokenGrantRequest(server, client, auth, token, HTTP);
  return oauth.processRefreshTokenResponse(server, client, response);
}

async function introspect({ server, client, auth }: Connection, token: string) {
  const response = await oauth.introspectionRequest(server, client, auth, token, HTTP);
  return oauth.processIntrospectionResponse(server, client, response);
}

async function profileEmail(accessToken: string): Promise<string> {
  const url = new URL('/v2/me', service.config.baseUrl);
  const response = await oauth.protectedResourceRequest(accessToken, 'GET', url, undefined, undefined, HTTP);
  return ((await response.json()) as { data: { email: string } }).data.email;
}

/** A public client has nothing to prove itself with (RFC 7662 section 2.1). */
async function expectIntrospected(connection: Connection, token: string, expected: object): Promise<void> {
  const introspection = introspect(connection, token);
  if (connection.kind === 'public')
    await expect(introspection).rejects.toMatchObject({ status: 401, error: 'invalid_client' });
  else expect(await introspection).toMatchObject(expected);
}

/** The whole life of an authorization. */
async function authorizeAndCheck(connection: Connection): Promise<void> {
  const { server, client, auth } = connection;
  const user = await service.user();
  const first = await redeem(connection, await authorize(connection, user));
  expect(first).toMatchObject({ token_type: 'bearer', expires_in: 1800, scope: 'PROFILE_READ BOOKING_READ' });
  expect(await profileEmail(first.access_token)).toBe(user.email);

  const second = await refresh(connection, first);
  const third = await refresh(connection, second);
  expect(new Set([first, second, third].map((tokens) => tokens.refresh_token)).size).toBe(3);
  expect(third.scope).toBe('PROFILE_READ BOOKING_READ');
  expect(await profileEmail(third.access_token)).toBe(user.email);

  await expectIntrospected(connection, third.access_token, { active: true, client_id: client.client_id });
  const revoked = await oauth.revocationRequest(server, client, auth, third.refresh_token ?? '', HTTP);
  await oauth.processRevocationResponse(revoked);
  await expectIntrospected(connection, third.access_token, { active: false });
  await expect(profileEmail(third.access_token)).rejects.toBeInstanceOf(oauth.WWWAuthenticateChallengeError);
}

const caught = (running: Promise<unknown>): Promise<unknown> => running.catch((error: unknown) => error);

describe('oauth4webapi, from the issuer alone', () => {
  test('a confidential client that sends its secret in the body completes an authorization', async () => {
    await authorizeAndCheck(await viaPost(await confidential()));
  });

  test('a confidential client that sends its secret in the header completes an authorization', async () => {
    await authorizeAndCheck(await viaBasic(await confidential()));
  });

  test('a public client with PKCE completes an authorization', async () => {
    await authorizeAndCheck(await connect(await unguarded(), oauth.None()));
  });

  test('both well-known documents are equal', async () => {
    const { issuerUrl } = service.config;
    expect(await discover(issuerUrl, 'oidc')).toEqual(await discover(issuerUrl, 'oauth2'));
  });

  test('it discovers the authorization server from a refused API call', async () => {
    const challenged = await caught(profileEmail('not-a-token'));
    if (!(challenged instanceof oauth.WWWAuthenticateChallengeError)) throw challenged;
    const [challenge] = challenged.cause;
    const resource = new URL('/v2', service.config.baseUrl);
    expect(challenge?.parameters.resource_metadata).toBe(
      `${resource.origin}/.well-known/oauth-protected-resource/v2`,
    );
    const response = await oauth.resourceDiscoveryRequest(resource, HTTP);
    const { authorization_servers: [issuer = ''] = [] } = await oauth.processResourceDiscoveryResponse(
      resource,
      response,
    );
    expect((await discover(issuer)).issuer).toBe(service.config.issuerUrl);
  });

  test('a second redemption of a code is its invalid_grant', async () => {
    const connection = await viaBasic(await confidential());
    const arrival = await authorize(connection, await service.user());
    await redeem(connection, arrival);
    const error = await caught(redeem(connection, arrival));
    expect(error).toBeInstanceOf(oauth.ResponseBodyError);
    expect(error).toMatchObject({ error: 'invalid_grant', status: 400 });
  });

  test('a refresh token that was never issued is its invalid_grant', async () => {
    const connection = await viaPost(await confidential());
    const error = await caught(
      refresh(connection, { access_token: '', token_type: 'bearer', refresh_token: 'unknown' }),
    );
    expect(error).toBeInstanceOf(oauth.ResponseBodyError);
    expect(error).toMatchObject({ error: 'invalid_grant', status: 400 });
  });

  test('a wrong secret is its invalid_client', async () => {
    const client = await confidential();
    const arrival = await authorize(await viaPost(client), await service.user());
    const inBody = await caught(redeem(await connect(client, oauth.ClientSecretPost('sk_wrong')), arrival));
    expect(inBody).toBeInstanceOf(oauth.ResponseBodyError);
    expect(inBody).toMatchObject({ error: 'invalid_client', status: 401 });
    // RFC 6749 section 5.2: who tried with the Authorization header is answered with a challenge.
    const inHeader = await caught(
      redeem(await connect(client, oauth.ClientSecretBasic('sk_wrong')), arrival),
    );
    expect(inHeader).toBeInstanceOf(oauth.WWWAuthenticateChallengeError);
    expect(inHeader).toMatchObject({ status: 401, cause: [{ scheme: 'basic' }] });
  });

  test.each<[string, Wishes, string]>([
    ['an unknown scope', { scope: 'EVERYTHING' }, 'invalid_scope'],
    ['a scope that is not enabled on the client', { scope: 'ORG_MEMBERSHIP_WRITE' }, 'invalid_scope'],
    ['a user who refuses', { decision: 'cancel' }, 'access_denied'],
  ])('%s is its authorization error, with state and issuer verified', async (_, wishes, error) => {
    const connection = await viaPost(await confidential());
    const { url, state } = await authorize(connection, await service.user(), wishes);
    const validate = () => oauth.validateAuthResponse(connection.server, connection.client, url, state);
    const refused = await caught(Promise.resolve().then(validate));
    expect(refused).toBeInstanceOf(oauth.AuthorizationResponseError);
    expect(refused).toMatchObject({ error });
  });

  test('it detects a response with another issuer or state', async () => {
    const connection = await viaPost(await confidential());
    const { url, state } = await authorize(connection, await service.user());
    for (const name of ['iss', 'state']) {
      const other = new URL(url);
      other.searchParams.set(name, 'https://evil.example');
      expect(() => oauth.validateAuthResponse(connection.server, connection.client, other, state)).toThrow(
        /unexpected/,
      );
    }
  });
});
