/*
 * A local server with the documented calendar APIs of Google and Microsoft: consent, tokens, lists and events; and
 * enough of Apple's to connect them. One account at each, with an own and a read-only calendar. Tests expire the access
 * tokens.
 */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StoredEvent {
  readonly id: string;
  /** As the service sent them. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly deleted: boolean;
}

export interface ProviderServer {
  readonly url: string;
  /** Configuration of the service. */
  readonly env: Readonly<Record<string, string>>;
  readonly events: Map<string, StoredEvent>;
  /** `PUT /calendar/v3/… 200`, oldest first. */
  readonly calls: string[];
  /** The user consents; returns the query of the callback. */
  consent(authUrl: string): string;
  expire(): void;
  /** The user revokes access at the provider. */
  revoke(): void;
  /** Whether any token is still valid. */
  hasTokens(): boolean;
  /** Forces the status of the revocation endpoint; undefined: none. */
  answerRevocationsWith(status: number | undefined): void;
  close(): Promise<void>;
}

export const OWN = 'ada@example.com';
const CLIENT = { id: 'slotkey', secret: 'secret' };
const random = (): string => randomBytes(12).toString('hex');
const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

interface State {
  readonly codes: Map<string, { readonly challenge: string; readonly redirectUri: string }>;
  readonly access: Set<string>;
  readonly refresh: Set<string>;
  readonly events: Map<string, StoredEvent>;
  readonly anyToken: boolean;
  revocationStatus: number | undefined;
}

interface Answer {
  readonly status: number;
  readonly body?: object;
  readonly xml?: string;
}

interface ProviderRequest {
  readonly method: string;
  readonly url: URL;
  readonly text: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

const refused: Answer = { status: 400, body: { error: 'invalid_grant' } };

function tokens({ access, refresh }: State): Answer {
  const [access_token, refresh_token] = [random(), random()];
  access.add(access_token);
  refresh.add(refresh_token);
  return { status: 200, body: { access_token, refresh_token, token_type: 'Bearer', expires_in: 3600 } };
}

const isClient = (form: URLSearchParams): boolean =>
  form.get('client_id') === CLIENT.id && form.get('client_secret') === CLIENT.secret;

function redeem(state: State, form: URLSearchParams): Answer {
  const code = form.get('code') ?? '';
  const consent = state.codes.get(code);
  state.codes.delete(code);
  if (consent === undefined || consent.redirectUri !== form.get('redirect_uri')) return refused;
  return consent.challenge === sha256(form.get('code_verifier') ?? '') ? tokens(state) : refused;
}

/** Codes and refresh tokens are valid once. */
function tokenAnswer(state: State, form: URLSearchParams): Answer {
  if (!isClient(form)) return { status: 401 };
  if (form.get('grant_type') !== 'refresh_token') return redeem(state, form);
  return state.refresh.delete(form.get('refresh_token') ?? '') ? tokens(state) : refused;
}

/** Revoking one token ends the whole consent (RFC 7009 section 2.1). */
function revoke({ access, refresh, revocationStatus }: State, form: URLSearchParams): Answer {
  if (revocationStatus !== undefined) return { status: revocationStatus, body: {} };
  const token = form.get('token') ?? '';
  if (!access.has(token) && !refresh.has(token)) return { status: 400, body: { error: 'invalid_token' } };
  access.clear();
  refresh.clear();
  return { status: 200, body: {} };
}

const idIn = ({ url }: ProviderRequest): string => decodeURIComponent(url.pathname.split('/').at(-1) ?? '');

const live = ({ events }: State): readonly StoredEvent[] =>
  [...events.values()].filter(({ deleted }) => !deleted);

function remove({ events }: State, id: string): Answer {
  const event = events.get(id);
  if (event === undefined || event.deleted) return { status: 410, body: {} };
  events.set(id, { ...event, deleted: true });
  return { status: 204 };
}

/** `whole`: replaces all fields. */
function change(
  state: State,
  id: string,
  fields: StoredEvent['fields'],
  whole: boolean,
): StoredEvent | undefined {
  const event = state.events.get(id);
  if (event === undefined || (event.deleted && !whole)) return undefined;
  const changed = { id, fields: whole ? fields : { ...event.fields, ...fields }, deleted: false };
  state.events.set(id, changed);
  return changed;
}

const asGoogle = ({ id, fields }: StoredEvent) => ({ id, iCalUID: `${id}@google.com`, ...fields });

function googleEvent(state: State, request: ProviderRequest): Answer {
  const { method, fields } = request;
  if (method === 'DELETE') return remove(state, idIn(request));
  const event =
    method === 'GET'
      ? live(state).find(({ id }) => id === idIn(request))
      : change(state, idIn(request), fields, method === 'PUT');
  return event === undefined ? { status: 404, body: {} } : { status: 200, body: asGoogle(event) };
}

function google(state: State, request: ProviderRequest): Answer {
  const { method, url, fields } = request;
  if (url.pathname.endsWith('/calendarList')) {
    const first = { id: OWN, summary: 'Ada', primary: true, accessRole: 'owner' };
    const second = { id: 'holidays@group.v.calendar.google.com', summary: 'Holidays', accessRole: 'reader' };
    // In two pages.
    return url.searchParams.has('pageToken')
      ? { status: 200, body: { items: [second] } }
      : { status: 200, body: { items: [first], nextPageToken: 'more' } };
  }
  if (!url.pathname.endsWith('/events')) return googleEvent(state, request);
  if (method === 'GET') {
    const items = url.pathname.includes('holidays') ? [] : live(state).map(asGoogle);
    return { status: 200, body: { items } };
  }
  const id = String(fields['id']);
  if (state.events.has(id)) return { status: 409, body: {} };
  const { id: _, ...rest } = fields;
  const event = { id, fields: rest, deleted: false };
  state.events.set(id, event);
  return { status: 200, body: asGoogle(event) };
}

const asGraph = ({ id, fields }: StoredEvent) => ({ id, iCalUId: `ical-${id}`, ...fields });

function graphEvent(state: State, request: ProviderRequest): Answer {
  if (request.method === 'DELETE') return remove(state, idIn(request));
  const event =
    request.method === 'GET'
      ? live(state).find(({ id }) => id === idIn(request))
      : change(state, idIn(request), request.fields, false);
  return event === undefined ? { status: 404, body: {} } : { status: 200, body: asGraph(event) };
}

function graph(state: State, request: ProviderRequest): Answer {
  const { method, url, fields } = request;
  const path = url.pathname.replace('/v1.0/me', '');
  if (path === '') return { status: 200, body: { mail: OWN } };
  if (path === '/calendars') {
    const own = { id: 'AAMk=own', name: 'Calendar', isDefaultCalendar: true, canEdit: true };
    return { status: 200, body: { value: [own, { id: 'AAMk=team', name: 'Team', canEdit: false }] } };
  }
  if (path.endsWith('/calendarView')) return { status: 200, body: { value: live(state).map(asGraph) } };
  if (!path.endsWith('/events')) return graphEvent(state, request);
  const existing = live(state).find((event) => event.fields['transactionId'] === fields['transactionId']);
  const event = existing ?? { id: random(), fields, deleted: false };
  state.events.set(event.id, event);
  return { status: method === 'POST' ? 201 : 405, body: asGraph(event) };
}

/** Apple: one calendar, with any password (RFC 4791 sections 6.2.1 and 5.3.1). */
const CALDAV = `<d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">
  <d:response><d:href>/dav/home/</d:href><d:propstat><d:prop>
    <d:current-user-principal><d:href>/dav/</d:href></d:current-user-principal>
    <c:calendar-home-set><d:href>/dav/</d:href></c:calendar-home-set>
    <d:resourcetype><d:collection/><c:calendar/></d:resourcetype>
    <d:displayname>Home</d:displayname>
  </d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>`;

function answerTo(state: State, request: ProviderRequest, authorization = ''): Answer {
  const { pathname } = request.url;
  if (authorization.startsWith('Basic ')) return { status: 207, xml: CALDAV };
  if (/\/token$/.test(pathname)) return tokenAnswer(state, new URLSearchParams(request.text));
  if (pathname === '/revoke') return revoke(state, new URLSearchParams(request.text));
  if (!state.anyToken && !state.access.has(authorization.replace('Bearer ', '')))
    return { status: 401, body: {} };
  return pathname.startsWith('/v1.0/') ? graph(state, request) : google(state, request);
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const parseFields = (text: string): StoredEvent['fields'] =>
  text.startsWith('{') ? (JSON.parse(text) as StoredEvent['fields']) : {};

const envFor = (name: string, url: string) => ({
  [`${name}_CLIENT_ID`]: CLIENT.id,
  [`${name}_CLIENT_SECRET`]: CLIENT.secret,
  [`${name}_URL`]: url,
});

/** `anyToken`: accepts any access token. */
export async function startProvider({ anyToken = false } = {}): Promise<ProviderServer> {
  const state: State = {
    codes: new Map(),
    access: new Set(),
    refresh: new Set(),
    events: new Map(),
    anyToken,
    revocationStatus: undefined,
  };
  const calls: string[] = [];
  const server = createServer((request, response) => {
    void textOf(request).then((text) => {
      const { method = '' } = request;
      const url = new URL(request.url ?? '', 'http://localhost');
      const call = { method, url, text, fields: parseFields(text) };
      const { status, body, xml } = answerTo(state, call, request.headers.authorization);
      calls.push(`${method} ${url.pathname} ${status}`);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(xml ?? (body === undefined ? undefined : JSON.stringify(body)));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    env: { ...envFor('GOOGLE', url), ...envFor('OFFICE365', url) },
    events: state.events,
    calls,
    consent(authUrl) {
      const { searchParams } = new URL(authUrl);
      const code = random();
      const param = (name: string): string => searchParams.get(name) ?? '';
      state.codes.set(code, { challenge: param('code_challenge'), redirectUri: param('redirect_uri') });
      return new URLSearchParams({ code, state: param('state') }).toString();
    },
    expire: () => state.access.clear(),
    revoke() {
      state.access.clear();
      state.refresh.clear();
    },
    hasTokens: () => state.access.size > 0 || state.refresh.size > 0,
    answerRevocationsWith(status) {
      state.revocationStatus = status;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
