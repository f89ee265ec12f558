/*
 * A local server with the documented meeting APIs of Zoom, Google Meet and Microsoft Teams, with consent and tokens.
 * Refresh tokens are valid once; using one twice ends the connection.
 */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StoredMeeting {
  readonly id: string;
  readonly link: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface MeetingProvider {
  readonly url: string;
  /** Configuration of the service. */
  readonly env: Readonly<Record<string, string>>;
  /** By their ids. */
  readonly meetings: Map<string, StoredMeeting>;
  /** Calls of its APIs and of its token endpoint, oldest first: `POST /v2/users/me/meetings 201`. */
  readonly calls: string[];
  readonly refreshes: () => number;
  /** The user consents; returns the query of the callback. */
  consent(consentUrl: string): Readonly<Record<string, string>>;
  /** Expires the access tokens, not the refresh tokens. */
  expire(): void;
  /** The user revokes access at the provider. */
  revoke(): void;
  /** Whether any token is still valid. */
  hasTokens(): boolean;
  /** Forces the status of all answers; undefined: none. */
  answerWith(status: number | undefined): void;
  /** Delays the next refreshes. */
  slowDown(milliseconds: number): void;
  close(): Promise<void>;
}

const CLIENT = { id: 'slotkey-client', secret: 'secret:with/signs' };
const text = (): string => randomBytes(12).toString('hex');
const sha256 = (value: string): string => createHash('sha256').update(value).digest('base64url');

interface Consent {
  readonly challenge: string;
  readonly redirectUri: string;
}

interface State {
  readonly codes: Map<string, Consent>;
  readonly access: Set<string>;
  readonly refresh: Set<string>;
  readonly spent: Set<string>;
  /** The consent of each token; every consent is of another account. */
  readonly consentOf: Map<string, string>;
  status: number | undefined;
  pauseMs: number;
  refreshes: number;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** RFC 6749 section 2.3.1, in the header or in the body. */
function isClient({ headers }: IncomingMessage, form: URLSearchParams): boolean {
  const [, basic] = /^Basic (.+)$/.exec(headers.authorization ?? '') ?? [];
  const [id = '', secret = ''] =
    basic === undefined
      ? [form.get('client_id') ?? '', form.get('client_secret') ?? '']
      : Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent);
  return id === CLIENT.id && secret === CLIENT.secret;
}

interface Answer {
  readonly status: number;
  readonly body?: object;
}

function issue({ access, refresh, consentOf }: State, consent: string): Answer {
  const [accessToken, refreshToken] = [text(), text()];
  for (const token of [accessToken, refreshToken]) consentOf.set(token, consent);
  access.add(accessToken);
  refresh.add(refreshToken);
  const body = {
    access_token: accessToken,
    refresh_token: refreshToken,
    token_type: 'bearer',
    expires_in: 3600,
  };
  return { status: 200, body };
}

const refused = (error: string): Answer => ({ status: 400, body: { error } });

function redeem(state: State, form: URLSearchParams): Answer {
  const code = form.get('code') ?? '';
  const consent = state.codes.get(code);
  state.codes.delete(code);
  const isValid =
    consent !== undefined &&
    consent.redirectUri === form.get('redirect_uri') &&
    consent.challenge === sha256(form.get('code_verifier') ?? '');
  return isValid ? issue(state, text()) : refused('invalid_grant');
}

function redeemRefreshToken(state: State, form: URLSearchParams): Answer {
  state.refreshes += 1;
  const token = form.get('refresh_token') ?? '';
  if (state.spent.has(token)) {
    state.refresh.clear();
    state.access.clear();
  }
  if (!state.refresh.delete(token)) return refused('invalid_grant');
  state.spent.add(token);
  return issue(state, state.consentOf.get(token) ?? '');
}

async function tokenAnswer(state: State, request: IncomingMessage, body: string): Promise<Answer> {
  const form = new URLSearchParams(body);
  if (!isClient(request, form)) return { status: 401, body: { error: 'invalid_client' } };
  if (form.get('grant_type') === 'authorization_code') return redeem(state, form);
  await new Promise((resolve) => setTimeout(resolve, state.pauseMs));
  return redeemRefreshToken(state, form);
}

/** Zoom accepts access tokens of its client, Google any refresh token; the whole consent ends. */
function revoke({ access, refresh, consentOf }: State, request: IncomingMessage, body: string): Answer {
  const form = new URLSearchParams(body);
  const isZoom = request.url === '/oauth/revoke';
  if (isZoom && !isClient(request, form)) return { status: 401, body: { error: 'invalid_client' } };
  const accepted = isZoom ? access : refresh;
  const revokedToken = form.get('token') ?? '';
  if (!accepted.has(revokedToken)) return refused('invalid_token');
  for (const [token, consent] of consentOf)
    if (consent === consentOf.get(revokedToken)) [access, refresh].forEach((tokens) => tokens.delete(token));
  return { status: 200, body: { status: 'success' } };
}

const CREATED: Readonly<Record<string, (id: string) => object>> = {
  '/v2/users/me/meetings': (id) => ({ id: Number.parseInt(id.slice(0, 12), 16), join_url: link(id) }),
  '/v2/spaces': (id) => ({ name: `spaces/${id}`, meetingUri: link(id) }),
  '/v1.0/me/onlineMeetings': (id) => ({ id, joinWebUrl: link(id) }),
};
const link = (id: string): string => `https://meet.example/${id}`;
const ONE = /^\/(?:v2\/meetings|v1\.0\/me\/onlineMeetings)\/([^/]+)$/;

function create(
  meetings: MeetingProvider['meetings'],
  path: string,
  fields: StoredMeeting['fields'],
): Answer {
  const id = text();
  const body = CREATED[path]?.(id) as { readonly id?: string | number; readonly name?: string };
  const name = String(body.id ?? body.name);
  meetings.set(name, { id: name, link: link(id), fields });
  return { status: 201, body };
}

function apiAnswer(
  provider: MeetingProvider,
  { method = '', url = '' }: IncomingMessage,
  body: string,
): Answer {
  const { meetings } = provider;
  const fields = body === '' ? {} : (JSON.parse(body) as StoredMeeting['fields']);
  if (method === 'POST' && url in CREATED) return create(meetings, url, fields);
  const [, id = ''] = ONE.exec(url) ?? [];
  const meeting = meetings.get(id);
  if (meeting === undefined) return { status: 404, body: {} };
  if (method === 'DELETE') meetings.delete(id);
  else meetings.set(id, { ...meeting, fields });
  return { status: 204 };
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

export async function startMeetingProvider(): Promise<MeetingProvider> {
  const state: State = {
    codes: new Map(),
    access: new Set(),
    refresh: new Set(),
    spent: new Set(),
    consentOf: new Map(),
    status: undefined,
    pauseMs: 0,
    refreshes: 0,
  };

  async function answer(request: IncomingMessage): Promise<Answer> {
    const body = await bodyOf(request);
    if (state.status !== undefined) return { status: state.status, body: { error: 'server_error' } };
    if (request.url?.endsWith('/token') === true) return tokenAnswer(state, request, body);
    if (request.url?.endsWith('/revoke') === true) return revoke(state, request, body);
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    return state.access.has(token) ? apiAnswer(provider, request, body) : { status: 401, body: {} };
  }

  const server = createServer((request, response) => {
    void answer(request).then((reply) => {
      provider.calls.push(`${request.method} ${request.url} ${reply.status}`);
      send(response, reply);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: MeetingProvider = {
    url,
    env: Object.fromEntries(
      ['ZOOM', 'GOOGLE', 'OFFICE365'].flatMap((name) => [
        [`${name}_URL`, url],
        [`${name}_CLIENT_ID`, CLIENT.id],
        [`${name}_CLIENT_SECRET`, CLIENT.secret],
      ]),
    ),
    meetings: new Map(),
    calls: [],
    refreshes: () => state.refreshes,
    consent(consentUrl) {
      const { searchParams } = new URL(consentUrl);
      const param = (name: string): string => searchParams.get(name) ?? '';
      const code = text();
      state.codes.set(code, { challenge: param('code_challenge'), redirectUri: param('redirect_uri') });
      return { code, state: param('state') };
    },
    expire: () => state.access.clear(),
    revoke() {
      state.access.clear();
      state.refresh.clear();
    },
    hasTokens: () => state.access.size > 0 || state.refresh.size > 0,
    answerWith(status) {
      state.status = status;
    },
    slowDown(milliseconds) {
      state.pauseMs = milliseconds;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return provider;
}
