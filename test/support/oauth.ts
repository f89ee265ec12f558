/* A third-party client written by hand: URLs, forms and JSON, without code of the service. */
import { createHash, randomBytes } from 'node:crypto';
import type { Browser, Page } from './browser.js';
import type { Service, TestClient, TestUser } from './service.js';
import { createBrowser } from './browser.js';
import { holdRaw } from './raw-request.js';

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly token_type: string;
  readonly expires_in: number;
  readonly scope: string;
}

export interface Answer<B> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: B;
}

export interface OAuthError {
  readonly error: string;
  readonly error_description?: string;
}

export interface Introspected {
  readonly active: boolean;
  readonly scope?: string;
  readonly client_id?: string;
  readonly sub?: string;
  readonly iss?: string;
  /** Seconds since the epoch. */
  readonly exp?: number;
  readonly iat?: number;
  readonly token_type?: string;
  readonly aud?: string;
}

export interface Pkce {
  readonly verifier: string;
  readonly challenge: string;
}

export type TokenAnswer = Answer<Tokens & OAuthError>;
type Params = Readonly<Record<string, string>>;
/** What is `undefined` is left out. */
export type Overrides = Readonly<Record<string, string | undefined>>;
/** The service, or one of its replicas. */
type At = { readonly url: string };

/** S256, RFC 7636 section 4.2. */
export const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url');

export function pkce(): Pkce {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: challengeOf(verifier) };
}

const sent = (params: Overrides): URLSearchParams =>
  new URLSearchParams(
    Object.entries(params).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );

const redirectUriOf = (client: TestClient): string => client.form.redirectUris[0] ?? '';

export const authorizeUrl = (service: At, client: TestClient, params: Overrides = {}): string =>
  `${service.url}/auth/oauth2/authorize?${sent({
    client_id: client.clientId,
    redirect_uri: redirectUriOf(client),
    scope: 'PROFILE_READ',
    state: 'a state',
    ...params,
  }).toString()}`;

async function answerOf<B>(response: Response): Promise<Answer<B>> {
  const text = await response.text();
  const body = (text === '' ? {} : JSON.parse(text)) as B;
  return { status: response.status, headers: response.headers, body };
}

export const postForm = async <B = Tokens & OAuthError>(
  url: string,
  params: Overrides,
  headers: Params = {},
): Promise<Answer<B>> => answerOf(await fetch(url, { method: 'POST', body: sent(params), headers }));

/** A text is sent unchanged. */
export async function postJson<B = Tokens & OAuthError>(
  url: string,
  json: string | Readonly<Record<string, unknown>>,
  headers: Params = {},
): Promise<Answer<B>> {
  const body = typeof json === 'string' ? json : JSON.stringify(json);
  return answerOf(
    await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } }),
  );
}

export const tokenUrl = (service: At): string => `${service.url}/v2/auth/oauth2/token`;

export const credentials = (client: TestClient): Params => ({
  client_id: client.clientId,
  ...(client.clientSecret !== undefined && { client_secret: client.clientSecret }),
});

/** RFC 6749 section 2.3.1. */
export const basic = (id: string, secret: string): Params => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
});

export interface Authorized {
  readonly code: string;
  readonly back: URL;
  readonly browser: Browser;
}

export interface AuthorizeOptions {
  readonly params?: Overrides;
  readonly browser?: Browser;
  /** The boxes that are ticked instead of all. */
  readonly tick?: readonly string[];
  /** Until when, other than what the page has ticked. */
  readonly until?: string;
}

/** All boxes of a consent page, ticked or not. */
const offeredIn = ({ root }: Page): readonly string[] =>
  root.querySelectorAll('input[name=scope]').map((box) => box.getAttribute('value') ?? '');

/** Signs in where asked, allows all that is offered, comes back with the code. */
export async function authorize(
  service: Service,
  client: TestClient,
  user: TestUser,
  { params = {}, browser = createBrowser(service.url), tick, until }: AuthorizeOptions = {},
): Promise<Authorized> {
  let page: Page = await browser.get(authorizeUrl(service, client, params));
  if (page.url.includes('/sign-in')) page = await browser.signIn(user, page);
  const chosen = { scope: tick ?? offeredIn(page), ...(until !== undefined && { until }) };
  const answered = await browser.submit(page, chosen, 'allow');
  const code = answered.left?.searchParams.get('code');
  if (!answered.left || !code) {
    throw new Error(
      `no code: ${answered.status} ${answered.url} ${answered.left?.href ?? answered.root.text}`,
    );
  }
  return { code, back: answered.left, browser };
}

/** A user with their own browser. */
export interface Visitor {
  readonly user: TestUser;
  readonly browser: Browser;
}

/** Signed in once and reused: sign-ins from one client IP are counted. */
export async function visit(service: Service, known?: TestUser): Promise<Visitor> {
  const user = known ?? (await service.user());
  const browser = createBrowser(service.url);
  const page = await browser.signIn(user);
  if (page.status !== 200) throw new Error(`not signed in: ${page.status} ${page.root.text}`);
  return { user, browser };
}

/** From nothing to a code, for someone signed in. */
export const codeFor = async (
  service: Service,
  client: TestClient,
  { user, browser }: Visitor,
  params: Overrides = {},
): Promise<string> => (await authorize(service, client, user, { params, browser })).code;

export const exchange = (service: At, client: TestClient, code: string, params: Overrides = {}) =>
  postForm(tokenUrl(service), {
    ...credentials(client),
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUriOf(client),
    ...params,
  });

export const refresh = (service: At, client: TestClient, token: string, params: Overrides = {}) =>
  postForm(tokenUrl(service), {
    ...credentials(client),
    grant_type: 'refresh_token',
    refresh_token: token,
    ...params,
  });

/** From nothing to tokens; a public client gets its challenge and verifier here. */
export async function tokensFor(
  service: Service,
  client: TestClient,
  visitor: Visitor,
  params: Overrides = {},
): Promise<Tokens> {
  const { challenge, verifier } = pkce();
  const isPublic = client.form.kind === 'public';
  const asked = { ...(isPublic && { code_challenge: challenge }), ...params };
  const code = await codeFor(service, client, visitor, asked);
  const { status, body } = await exchange(service, client, code, isPublic ? { code_verifier: verifier } : {});
  if (status !== 200) throw new Error(`no tokens: ${status} ${JSON.stringify(body)}`);
  return body;
}

export const revoke = (service: At, client: TestClient, token: string, params: Overrides = {}) =>
  postForm<OAuthError>(`${service.url}/v2/auth/oauth2/revoke`, { ...credentials(client), token, ...params });

export const introspect = (service: At, client: TestClient, token: string, params: Overrides = {}) =>
  postForm<Introspected>(`${service.url}/v2/auth/oauth2/introspect`, {
    ...credentials(client),
    token,
    ...params,
  });

export const me = (service: At, accessToken: string): Promise<Response> =>
  fetch(`${service.url}/v2/me`, { headers: { authorization: `Bearer ${accessToken}` } });

/**
 * The same token request once at each replica, all of them begun before any of them continues: requests sent merely in
 * parallel come in one after the other.
 */
export async function tokenAtOnce(replicas: readonly At[], fields: Params): Promise<readonly TokenAnswer[]> {
  const request = {
    method: 'POST',
    path: '/v2/auth/oauth2/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  };
  const held = await Promise.all(replicas.map(({ url }) => holdRaw(url, request)));
  const answers = await Promise.all(held.map((send) => send()));
  return answers.map(({ status, headers, text }) => ({
    status,
    headers: new Headers(headers as Params),
    body: JSON.parse(text) as TokenAnswer['body'],
  }));
}
