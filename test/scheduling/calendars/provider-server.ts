/*
 * Google's and Microsoft's calendars as they document themselves, on this machine: consent, tokens, lists, events; and
 * of Apple's what it takes to connect them. One account at each, with a calendar of its own and one that it may only read. Access tokens end when the test says so.
 */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HeldEvent {
  readonly id: string;
  /** As the provider was told. */
  readonly told: Readonly<Record<string, unknown>>;
  readonly deleted: boolean;
}

export interface ProviderServer {
  readonly url: string;
  /** What the configuration of the service says of it. */
  readonly env: Readonly<Record<string, string>>;
  readonly events: Map<string, HeldEvent>;
  /** `PUT /calendar/v3/… 200`, oldest first. */
  readonly calls: string[];
  /** The person allows what the page asks; the query of the way back. */
  consent(authUrl: string): string;
  expire(): void;
  /** The person takes everything back, at the provider. */
  revoke(): void;
  /** Whether there is a token that it would still take. */
  isOpen(): boolean;
  /** From now on its place of revocation answers so; undefined: as usual. */
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
  readonly events: Map<string, HeldEvent>;
  readonly anyToken: boolean;
  revocationStatus: number | undefined;
}

interface Answer {
  readonly status: number;
  readonly body?: object;
  readonly xml?: string;
}

interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly text: string;
  readonly told: Readonly<Record<string, unknown>>;
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

/** Codes and refresh tokens are good once. */
function tokenAnswer(state: State, form: URLSearchParams): Answer {
  if (!isClient(form)) return { status: 401 };
  if (form.get('grant_type') !== 'refresh_token') return redeem(state, form);
  return state.refresh.delete(form.get('refresh_token') ?? '') ? tokens(state) : refused;
}

/** One consent for the account and the client: any token of it ends all (RFC 7009 section 2.1). */
function revoked({ access, refresh, revocationStatus }: State, form: URLSearchParams): Answer {
  if (revocationStatus !== undefined) return { status: revocationStatus, body: {} };
  const token = form.get('token') ?? '';
  if (!access.has(token) && !refresh.has(token)) return { status: 400, body: { error: 'invalid_token' } };
  access.clear();
  refresh.clear();
  return { status: 200, body: {} };
}

const idIn = ({ url }: Asked): string => decodeURIComponent(url.pathname.split('/').at(-1) ?? '');

const live = ({ events }: State): readonly HeldEvent[] =>
  [...events.values()].filter(({ deleted }) => !deleted);

function remove({ events }: State, id: string): Answer {
  const event = events.get(id);
  if (event === undefined || event.deleted) return { status: 410, body: {} };
  events.set(id, { ...event, deleted: true });
  return { status: 204 };
}

/** Of what is there: the whole of it, or parts of it. */
function change(state: State, id: string, told: HeldEvent['told'], whole: boolean): HeldEvent | undefined {
  const event = state.events.get(id);
  if (event === undefined || (event.deleted && !whole)) return undefined;
  const changed = { id, told: whole ? told : { ...event.told, ...told }, deleted: false };
  state.events.set(id, changed);
  return changed;
}

const asGoogle = ({ id, told }: HeldEvent) => ({ id, iCalUID: `${id}@google.com`, ...told });

function googleEvent(state: State, asked: Asked): Answer {
  const { method, told } = asked;
  if (method === 'DELETE') return remove(state, idIn(asked));
  const held =
    method === 'GET'
      ? live(state).find(({ id }) => id === idIn(asked))
      : change(state, idIn(asked), told, method === 'PUT');
  return held === undefined ? { status: 404, body: {} } : { status: 200, body: asGoogle(held) };
}

function google(state: State, asked: Asked): Answer {
  const { method, url, told } = asked;
  if (url.pathname.endsWith('/calendarList')) {
    const first = { id: OWN, summary: 'Ada', primary: true, accessRole: 'owner' };
    const second = { id: 'holidays@group.v.calendar.google.com', summary: 'Holidays', accessRole: 'reader' };
    // In two pages.
    return url.searchParams.has('pageToken')
      ? { status: 200, body: { items: [second] } }
      : { status: 200, body: { items: [first], nextPageToken: 'more' } };
  }
  if (!url.pathname.endsWith('/events')) return googleEvent(state, asked);
  if (method === 'GET') {
    const items = url.pathname.includes('holidays') ? [] : live(state).map(asGoogle);
    return { status: 200, body: { items } };
  }
  const id = String(told['id']);
  if (state.events.has(id)) return { status: 409, body: {} };
  const { id: _, ...rest } = told;
  const held = { id, told: rest, deleted: false };
  state.events.set(id, held);
  return { status: 200, body: asGoogle(held) };
}

const asGraph = ({ id, told }: HeldEvent) => ({ id, iCalUId: `ical-${id}`, ...told });

function graphEvent(state: State, asked: Asked): Answer {
  if (asked.method === 'DELETE') return remove(state, idIn(asked));
  const held =
    asked.method === 'GET'
      ? live(state).find(({ id }) => id === idIn(asked))
      : change(state, idIn(asked), asked.told, false);
  return held === undefined ? { status: 404, body: {} } : { status: 200, body: asGraph(held) };
}

function graph(state: State, asked: Asked): Answer {
  const { method, url, told } = asked;
  const path = url.pathname.replace('/v1.0/me', '');
  if (path === '') return { status: 200, body: { mail: OWN } };
  if (path === '/calendars') {
    const own = { id: 'AAMk=own', name: 'Calendar', isDefaultCalendar: true, canEdit: true };
    return { status: 200, body: { value: [own, { id: 'AAMk=team', name: 'Team', canEdit: false }] } };
  }
  if (path.endsWith('/calendarView')) return { status: 200, body: { value: live(state).map(asGraph) } };
  if (!path.endsWith('/events')) return graphEvent(state, asked);
  const again = live(state).find((event) => event.told['transactionId'] === told['transactionId']);
  const held = again ?? { id: random(), told, deleted: false };
  state.events.set(held.id, held);
  return { status: method === 'POST' ? 201 : 405, body: asGraph(held) };
}

/** Apple's side: one calendar for whoever has any password (RFC 4791 sections 6.2.1 and 5.3.1). */
const CALDAV = `<d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">
  <d:response><d:href>/dav/home/</d:href><d:propstat><d:prop>
    <d:current-user-principal><d:href>/dav/</d:href></d:current-user-principal>
    <c:calendar-home-set><d:href>/dav/</d:href></c:calendar-home-set>
    <d:resourcetype><d:collection/><c:calendar/></d:resourcetype>
    <d:displayname>Home</d:displayname>
  </d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>`;

function answerTo(state: State, asked: Asked, authorization = ''): Answer {
  const { pathname } = asked.url;
  if (authorization.startsWith('Basic ')) return { status: 207, xml: CALDAV };
  if (/\/token$/.test(pathname)) return tokenAnswer(state, new URLSearchParams(asked.text));
  if (pathname === '/revoke') return revoked(state, new URLSearchParams(asked.text));
  if (!state.anyToken && !state.access.has(authorization.replace('Bearer ', '')))
    return { status: 401, body: {} };
  return pathname.startsWith('/v1.0/') ? graph(state, asked) : google(state, asked);
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const parsed = (text: string): HeldEvent['told'] =>
  text.startsWith('{') ? (JSON.parse(text) as HeldEvent['told']) : {};

const envFor = (name: string, url: string) => ({
  [`${name}_CLIENT_ID`]: CLIENT.id,
  [`${name}_CLIENT_SECRET`]: CLIENT.secret,
  [`${name}_URL`]: url,
});

/** `anyToken`: those of another server are good too. */
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
      const asked = { method, url: new URL(request.url ?? '', 'http://localhost'), text, told: parsed(text) };
      const { status, body, xml } = answerTo(state, asked, request.headers.authorization);
      calls.push(`${method} ${asked.url.pathname} ${status}`);
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
      const of = (name: string): string => searchParams.get(name) ?? '';
      state.codes.set(code, { challenge: of('code_challenge'), redirectUri: of('redirect_uri') });
      return new URLSearchParams({ code, state: of('state') }).toString();
    },
    expire: () => state.access.clear(),
    revoke() {
      state.access.clear();
      state.refresh.clear();
    },
    isOpen: () => state.access.size > 0 || state.refresh.size > 0,
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
