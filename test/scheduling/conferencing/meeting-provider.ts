/*
 * Providers of meetings as they document themselves, on this machine: Zoom, Google Meet and Microsoft Teams, each with
 * its consent, its tokens and its API. Refresh tokens are good once, and one that comes twice ends the connection.
 */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HeldMeeting {
  readonly id: string;
  readonly link: string;
  readonly told: Readonly<Record<string, unknown>>;
}

export interface MeetingProvider {
  readonly url: string;
  /** What the configuration of the service says of it. */
  readonly env: Readonly<Record<string, string>>;
  /** By their ids. */
  readonly meetings: Map<string, HeldMeeting>;
  /** Calls of its APIs and of its token endpoint, oldest first: `POST /v2/users/me/meetings 201`. */
  readonly calls: string[];
  readonly refreshes: () => number;
  /** A person allows what the consent page asks for; the query of the way back. */
  consent(consentUrl: string): Readonly<Record<string, string>>;
  /** Access tokens end, refresh tokens go on. */
  expire(): void;
  /** The person takes everything back, at the provider. */
  revoke(): void;
  /** Whether there is a token that it would still take. */
  isOpen(): boolean;
  /** From now on every call is answered so; undefined: as usual. */
  answerWith(status: number | undefined): void;
  /** The next refreshes are answered after so long. */
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
  /** Of each token, the consent that it rests on: everybody who consents has an account of their own. */
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

/** RFC 6749 section 2.3.1, either way. */
function isClient({ headers }: IncomingMessage, form: URLSearchParams): boolean {
  const [, basic] = /^Basic (.+)$/.exec(headers.authorization ?? '') ?? [];
  const [id = '', secret = ''] =
    basic === undefined
      ? [form.get('client_id') ?? '', form.get('client_secret') ?? '']
      : Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent);
  return id === CLIENT.id && secret === CLIENT.secret;
}

interface Given {
  readonly status: number;
  readonly body?: object;
}

function issue({ access, refresh, consentOf }: State, consent: string): Given {
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

const refused = (error: string): Given => ({ status: 400, body: { error } });

function redeem(state: State, form: URLSearchParams): Given {
  const code = form.get('code') ?? '';
  const consent = state.codes.get(code);
  state.codes.delete(code);
  const fits =
    consent !== undefined &&
    consent.redirectUri === form.get('redirect_uri') &&
    consent.challenge === sha256(form.get('code_verifier') ?? '');
  return fits ? issue(state, text()) : refused('invalid_grant');
}

function refreshed(state: State, form: URLSearchParams): Given {
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

async function tokenAnswer(state: State, request: IncomingMessage, body: string): Promise<Given> {
  const form = new URLSearchParams(body);
  if (!isClient(request, form)) return { status: 401, body: { error: 'invalid_client' } };
  if (form.get('grant_type') === 'authorization_code') return redeem(state, form);
  await new Promise((resolve) => setTimeout(resolve, state.pauseMs));
  return refreshed(state, form);
}

/** Zoom's takes access tokens of its client, Google's refresh tokens of anybody's; either way the whole consent ends. */
function revoked({ access, refresh, consentOf }: State, request: IncomingMessage, body: string): Given {
  const form = new URLSearchParams(body);
  const isZoom = request.url === '/oauth/revoke';
  if (isZoom && !isClient(request, form)) return { status: 401, body: { error: 'invalid_client' } };
  const good = isZoom ? access : refresh;
  const told = form.get('token') ?? '';
  if (!good.has(told)) return refused('invalid_token');
  for (const [token, consent] of consentOf)
    if (consent === consentOf.get(told)) [access, refresh].forEach((tokens) => tokens.delete(token));
  return { status: 200, body: { status: 'success' } };
}

const MAKERS: Readonly<Record<string, (id: string) => object>> = {
  '/v2/users/me/meetings': (id) => ({ id: Number.parseInt(id.slice(0, 12), 16), join_url: link(id) }),
  '/v2/spaces': (id) => ({ name: `spaces/${id}`, meetingUri: link(id) }),
  '/v1.0/me/onlineMeetings': (id) => ({ id, joinWebUrl: link(id) }),
};
const link = (id: string): string => `https://meet.example/${id}`;
const ONE = /^\/(?:v2\/meetings|v1\.0\/me\/onlineMeetings)\/([^/]+)$/;

function made(meetings: MeetingProvider['meetings'], path: string, told: HeldMeeting['told']): Given {
  const id = text();
  const body = MAKERS[path]?.(id) as { readonly id?: string | number; readonly name?: string };
  const name = String(body.id ?? body.name);
  meetings.set(name, { id: name, link: link(id), told });
  return { status: 201, body };
}

function apiAnswer(
  provider: MeetingProvider,
  { method = '', url = '' }: IncomingMessage,
  body: string,
): Given {
  const { meetings } = provider;
  const told = body === '' ? {} : (JSON.parse(body) as HeldMeeting['told']);
  if (method === 'POST' && url in MAKERS) return made(meetings, url, told);
  const [, id = ''] = ONE.exec(url) ?? [];
  const held = meetings.get(id);
  if (held === undefined) return { status: 404, body: {} };
  if (method === 'DELETE') meetings.delete(id);
  else meetings.set(id, { ...held, told });
  return { status: 204 };
}

function send(response: ServerResponse, { status, body }: Given): void {
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

  async function answer(request: IncomingMessage): Promise<Given> {
    const body = await bodyOf(request);
    if (state.status !== undefined) return { status: state.status, body: { error: 'trouble' } };
    if (request.url?.endsWith('/token') === true) return tokenAnswer(state, request, body);
    if (request.url?.endsWith('/revoke') === true) return revoked(state, request, body);
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    return state.access.has(token) ? apiAnswer(provider, request, body) : { status: 401, body: {} };
  }

  const server = createServer((request, response) => {
    void answer(request).then((given) => {
      provider.calls.push(`${request.method} ${request.url} ${given.status}`);
      send(response, given);
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
      const asked = (name: string): string => searchParams.get(name) ?? '';
      const code = text();
      state.codes.set(code, { challenge: asked('code_challenge'), redirectUri: asked('redirect_uri') });
      return { code, state: asked('state') };
    },
    expire: () => state.access.clear(),
    revoke() {
      state.access.clear();
      state.refresh.clear();
    },
    isOpen: () => state.access.size > 0 || state.refresh.size > 0,
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
