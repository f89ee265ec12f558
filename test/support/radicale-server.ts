/* A throw-away CalDAV server (radicale) with one user, whose calendars the test creates and reads. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accepts, freePort, startChild, temporaryDirectory } from './child-server.js';

export interface CaldavServer {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** Creates a calendar of the user and returns its URL. */
  makeCalendar(name: string): Promise<string>;
  put(calendarUrl: string, name: string, file: string): Promise<void>;
  /** The files of a calendar. */
  files(calendarUrl: string): Promise<readonly string[]>;
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  stop(): Promise<void>;
}

const USER = { username: 'ada@example.com', password: 'app-specific:pass word' };
const AUTHORIZATION = `Basic ${Buffer.from(`${USER.username}:${USER.password}`).toString('base64')}`;

async function send(method: string, url: string, body?: string): Promise<string> {
  const headers = { authorization: AUTHORIZATION, depth: '1' };
  const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`);
  return text;
}

const withProperties = (name: string): string =>
  `<c:mkcalendar xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:set><d:prop>
    <d:displayname>${name}</d:displayname></d:prop></d:set></c:mkcalendar>`;

const NAMES = `<d:propfind xmlns:d="DAV:"><d:prop><d:getetag/></d:prop></d:propfind>`;

export async function startCaldav(): Promise<CaldavServer> {
  const port = await freePort();
  const directory = await temporaryDirectory();
  const users = join(directory.path, 'users');
  await writeFile(users, `${USER.username}:${USER.password}\n`);
  const args = [
    ['--config', ''],
    ['--hosts', `127.0.0.1:${port}`],
    ['--auth-type', 'htpasswd'],
    ['--auth-htpasswd-filename', users],
    ['--auth-htpasswd-encryption', 'plain'],
    ['--storage-filesystem-folder', join(directory.path, 'collections')],
  ].flat();
  const server = await startChild({ command: 'radicale', args, cwd: directory.path }, () => accepts(port));
  const url = `http://127.0.0.1:${port}`;
  const home = `${url}/${encodeURIComponent(USER.username)}`;
  return {
    url,
    ...USER,
    async makeCalendar(name) {
      const address = `${home}/${name.toLowerCase()}/`;
      await send('MKCALENDAR', address, withProperties(name));
      return address;
    },
    put: async (calendarUrl, name, file) => void (await send('PUT', new URL(name, calendarUrl).href, file)),
    async files(calendarUrl) {
      const list = await send('PROPFIND', calendarUrl, NAMES);
      const names = [...list.matchAll(/<href>([^<]+\.ics)<\/href>/g)].map(([, name = '']) => name);
      // One that was taken away since the list was made is none.
      const read = (name: string) => send('GET', new URL(name, url).href).catch(() => undefined);
      return (await Promise.all(names.map(read))).filter((file) => file !== undefined);
    },
    freeze: () => server.freeze(),
    thaw: () => server.thaw(),
    async stop() {
      await server.end('SIGKILL');
      await directory.remove();
    },
  };
}
