/* WebDAV and CalDAV (RFC 4918, RFC 4791): reads properties, searches, writes and deletes events. */
import { present } from '../../src/present.js';
import type { PasswordAccess } from '../../src/scheduling/calendars/provider.js';
import { denied, faultOf, unreadable } from './calls.js';
import type { Call } from './calls.js';

/** An XML element, names without their prefixes: its text, or its children. */
export type Node = string | { readonly [name: string]: readonly Node[] };

export interface DavResource {
  /** Absolute. */
  readonly url: string;
  readonly props: Exclude<Node, string>;
}

export interface Dav {
  /** `depth`: the resource alone, or its members too. */
  ask(url: string, depth: 0 | 1, props: string): Promise<readonly DavResource[]>;
  search(url: string, query: string): Promise<readonly DavResource[]>;
  /** The status of the answer. */
  put(url: string, file: string): Promise<number>;
  remove(url: string): Promise<number>;
}

const XMLNS =
  'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:cs="http://calendarserver.org/ns/" ' +
  'xmlns:ca="http://apple.com/ns/ical/"';
const REDIRECTS = 3;

// Every element is a list, so that one and several are read alike. Texts stay texts.
const OPTIONS = {
  removeNSPrefix: true,
  ignoreAttributes: true,
  parseTagValue: false,
  trimValues: true,
  isArray: () => true,
};

const isNode = (value: unknown): value is Exclude<Node, string> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Children by name. */
export const childrenOf = (node: Node | undefined, name: string): readonly Node[] =>
  isNode(node) ? (node[name] ?? []) : [];

export const nodeAt = (node: Node | undefined, ...names: readonly string[]): Node | undefined =>
  names.reduce<Node | undefined>((at, name) => childrenOf(at, name)[0], node);

/** An element with attributes has its text as `#text`. */
export function textAt(node: Node | undefined, ...names: readonly string[]): string | undefined {
  const element = nodeAt(node, ...names);
  if (typeof element === 'string') return element === '' ? undefined : element;
  const [text] = childrenOf(element, '#text');
  return typeof text === 'string' ? text : undefined;
}

/** The properties with a 2xx status (RFC 4918 section 14.22: each status has its own group). */
function propsOf(response: Node): Exclude<Node, string> {
  const good = childrenOf(response, 'propstat').filter((one) => / 2\d\d /.test(`${textAt(one, 'status')} `));
  return Object.assign({}, ...good.map((one) => nodeAt(one, 'prop')).filter(isNode)) as Exclude<Node, string>;
}

async function resourcesIn(body: string, base: string): Promise<readonly DavResource[]> {
  const { XMLParser } = await import('fast-xml-parser');
  let parsed: Node;
  try {
    parsed = new XMLParser(OPTIONS).parse(body) as Node;
  } catch {
    throw unreadable('the calendar server did not answer with XML');
  }
  const [status] = childrenOf(parsed, 'multistatus');
  return childrenOf(status, 'response').flatMap((response) => {
    const href = textAt(response, 'href') ?? '';
    return URL.canParse(href, base) ? [{ url: new URL(href, base).href, props: propsOf(response) }] : [];
  });
}

const siteOf = (url: string): string => new URL(url).hostname.split('.').slice(-2).join('.');

export function createDav(call: Call, baseUrl: string, { username, password }: PasswordAccess): Dav {
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  async function send(url: string, method: string, headers: Readonly<Record<string, string>>, body?: string) {
    // The password is only sent to the configured site and its subdomains.
    if (siteOf(url) !== siteOf(baseUrl)) throw unreadable('the calendar server points to another site');
    const answer = await call({
      url,
      method,
      headers: { authorization, ...headers },
      ...present({ body }),
      redirects: REDIRECTS,
    });
    if (answer.status === 401) throw denied('the calendar server does not take this user name and password');
    return answer;
  }
  async function multistatus(url: string, method: string, depth: 0 | 1, body: string) {
    const headers = { depth: String(depth), 'content-type': 'application/xml; charset=utf-8' };
    const answer = await send(url, method, headers, `<?xml version="1.0" encoding="utf-8"?>${body}`);
    if (answer.status !== 207) throw faultOf(answer);
    return resourcesIn(answer.body, answer.url);
  }
  return {
    ask: (url, depth, props) =>
      multistatus(url, 'PROPFIND', depth, `<d:propfind ${XMLNS}><d:prop>${props}</d:prop></d:propfind>`),
    search: (url, query) =>
      multistatus(
        url,
        'REPORT',
        1,
        `<c:calendar-query ${XMLNS}><d:prop><d:getetag/><c:calendar-data/></d:prop>` +
          `<c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT">${query}</c:comp-filter>` +
          `</c:comp-filter></c:filter></c:calendar-query>`,
      ),
    put: async (url, file) =>
      (await send(url, 'PUT', { 'content-type': 'text/calendar; charset=utf-8' }, file)).status,
    remove: async (url) => (await send(url, 'DELETE', {})).status,
  };
}
