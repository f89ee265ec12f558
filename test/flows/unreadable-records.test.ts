/* Records that were damaged, or written by another release: absent, logged once, never a failure of ours. */
import { familyIdOf } from '../../src/authorization/grants/tokens.js';
import { createLog } from '../../src/ops/log.js';
import { createBrowser } from '../support/browser.js';
import { authorizeUrl, introspect, me, refresh, revoke, tokensFor, visit } from '../support/oauth.js';
import type { Tokens, Visitor } from '../support/oauth.js';
import { backendName } from '../support/backend.js';
import { damage, replaceKeys } from '../support/records.js';
import { type TestClient, useService } from '../support/service.js';

const lines: string[] = [];
const service = useService({ log: createLog('debug', { write: (line) => void lines.push(line) }) });
let client: TestClient;
let visitor: Visitor;
beforeAll(async () => {
  client = await service.client({ name: 'Damaged Sync' });
  visitor = await visit(service);
});

const idIn = ({ access_token }: Tokens): string => familyIdOf('access', access_token) ?? '';
const linesAbout = (subject: string): readonly string[] =>
  lines.filter((line) => line.includes(`"subject":"${subject}"`));
const inApps = async (): Promise<number> => {
  const { status, root } = await visitor.browser.get('/settings/apps');
  return status === 200 ? root.text.split('Damaged Sync').length - 1 : -1;
};

type Damage = 'list' | ((text: string) => string);
const DAMAGES: Readonly<Record<string, Damage>> = {
  'cut off': (text) => text.slice(0, -8),
  'of another program': () => 'a|{"hello":"world"}',
  empty: () => '',
};
/** In the database a value has one type, and its version is a column. */
const REDIS_DAMAGES: Readonly<Record<string, Damage>> = {
  'without a version': (text) => text.slice(text.indexOf('|') + 1),
  'of another type': 'list',
};
const onRedis = ['redis', 'cluster', 'sentinel'].includes(backendName);
const damages = Object.entries({ ...DAMAGES, ...(onRedis && REDIS_DAMAGES) });

describe.each(damages)('a record that is %s', (_, change) => {
  test('of a token family counts as absent for its tokens and in lists, and can be removed', async () => {
    const before = await inApps();
    const tokens = await tokensFor(service, client, visitor);
    const id = idIn(tokens);
    expect(await inApps()).toBeGreaterThan(before);
    await damage(service.backend, ['family', id], change);
    const answer = await me(service, tokens.access_token);
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('invalid_token'),
    ]);
    expect(await refresh(service, client, tokens.refresh_token)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
    expect((await introspect(service, client, tokens.access_token)).body).toEqual({ active: false });
    expect((await revoke(service, client, tokens.refresh_token)).status).toBe(200);
    expect(await inApps()).toBe(before);
    expect(linesAbout(`family:${id}`)).toEqual([expect.stringContaining('record cannot be read')]);
    expect(await service.stores.artifacts.remove('family', id)).toBe(true);
  });

  test('of a session signs its browser out, and leaves the others', async () => {
    const other = createBrowser(service.url);
    await other.signIn(visitor.user);
    const cookies = await other.jar.getCookies(service.url);
    const id = cookies.map(({ value }) => /^([\w-]{22})\.[\w-]{43}$/.exec(value)?.[1]).find(Boolean) ?? '';
    await damage(service.backend, ['session', id], change);
    expect((await other.get('/settings/security')).url).toContain('/sign-in');
    expect((await visitor.browser.get('/settings/security')).status).toBe(200);
    expect(linesAbout(`session:${id}`)).toHaveLength(1);
    expect(await service.stores.artifacts.remove('session', id)).toBe(true);
  });

  test('of an interaction ends it with a page that says so', async () => {
    const { url } = await visitor.browser.get(authorizeUrl(service, client));
    const uid = new URL(url).pathname.split('/').at(-1) ?? '';
    await damage(service.backend, ['interaction', service.registry.keys.hash('interaction', uid)], change);
    const { status } = await visitor.browser.get(url);
    expect([400, 404, 410]).toContain(status);
  });
});

test('a record of a newer format is unavailable until the release that knows it', async () => {
  const tokens = await tokensFor(service, client, visitor);
  const key = ['family', idIn(tokens)] as const;
  await damage(service.backend, key, (text) => text.replace('1:[', '7:['));
  expect((await me(service, tokens.access_token)).status).toBe(503);
  expect(await refresh(service, client, tokens.refresh_token)).toMatchObject({
    status: 503,
    body: { error: 'temporarily_unavailable' },
  });
  await damage(service.backend, key, (text) => text.replace('7:[', '1:['));
  expect((await me(service, tokens.access_token)).status).toBe(200);
});

test('a record of an older format is read, and written in the newest one', async () => {
  const tokens = await tokensFor(service, client, visitor);
  const key = ['family', idIn(tokens)] as const;
  await damage(service.backend, key, (text) => text.replace('1:[', '['));
  expect((await me(service, tokens.access_token)).status).toBe(200);
  expect((await refresh(service, client, tokens.refresh_token)).status).toBe(200);
  expect((await service.stores.artifacts.read(...key))?.value).toMatch(/^1:\[/);
});

/** Other stores have no values of another type. */
if (onRedis)
  test('counts and indexes that are of another type begin again', async () => {
    const { env } = service.backend;
    const owner = `account:${visitor.user.account.id}`;
    const lost = await tokensFor(service, client, visitor);
    await createBrowser(service.url).signIn({ email: 'nobody@example.com', password: 'not the right one' });
    expect(await replaceKeys(env, 'slotkey:throttle*')).toBeGreaterThan(0);
    expect(await replaceKeys(env, `slotkey:{${owner}}:family:owned`)).toBe(1);
    expect(await inApps()).toBe(0);
    expect(linesAbout(`owner:${owner}:family`)).toHaveLength(1);
    const page = await createBrowser(service.url).signIn({
      email: 'nobody@example.com',
      password: 'not the right one',
    });
    expect(page.status).toBeLessThan(500);
    expect(lines.some((line) => line.includes('"subject":"throttle:'))).toBe(true);
    expect((await me(service, lost.access_token)).status).toBe(200);
    await tokensFor(service, client, visitor);
    expect(await inApps()).toBeGreaterThan(0);
  });
