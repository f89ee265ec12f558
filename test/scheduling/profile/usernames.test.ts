/* Reserved usernames, compared with every address that the service answers, and who gets none of them. */
import { randomBytes } from 'node:crypto';
import { usernameBase } from '../../../adapters/knex/accounts/usernames.js';
import { isReservedUsername, USERNAME_PATTERN } from '../../../src/scheduling/profile/usernames.js';
import { SHORTCUTS } from '../../../src/web/home/shortcuts.js';
import { PLAYGROUND_PATH } from '../../../src/web/playground/pages.js';
import { assetUrl } from '../../../views/asset-files.js';
import { useService } from '../../support/service.js';

const service = useService();

const firstSegment = (path: string): string => path.split('/')[1] ?? '';

/** Beside the tables of pages and shortcuts. */
const OTHER_PATHS: readonly string[] = [
  ...[assetUrl('app.css'), '/v2/me', '/healthz', '/readyz', '/robots.txt', '/favicon.ico', PLAYGROUND_PATH],
];

test('the first segment of every page, file and endpoint is reserved, unless no username is spelled so', async () => {
  const metadata = await fetch(`${service.url}/.well-known/oauth-authorization-server`);
  const endpoints = Object.values((await metadata.json()) as Record<string, unknown>)
    .filter((value): value is string => typeof value === 'string' && value.startsWith(service.url))
    .map((url) => new URL(url).pathname);
  expect(endpoints.length).toBeGreaterThan(3);
  const paths = [...service.pages.map(({ path }) => path), ...Object.keys(SHORTCUTS), ...endpoints];
  const segments = new Set([...paths, ...OTHER_PATHS].map(firstSegment));
  const names = [...segments].filter((name) => USERNAME_PATTERN.test(name));
  expect(names).toEqual(expect.arrayContaining(['settings', 'sign-in', 'auth', 'v2', 'assets', 'admin']));
  expect(names.filter((name) => !isReservedUsername(name))).toEqual([]);
});

test.each([
  ['settings', true],
  ['deleted-12', true],
  ['favicon.ico', true],
  ['ada', false],
  ['settings-2', false],
  ['deleted-twelve', false],
  ['constructor', false],
])('%s is reserved: %s', (username, reserved) => {
  expect(isReservedUsername(username)).toBe(reserved);
});

test.each([
  ['ada.lovelace@example.org', 'ada-lovelace'],
  ['Admin@example.org', 'user-admin'],
  ['sign.in@example.org', 'user-sign-in'],
  ['deleted@example.org', 'user-deleted'],
  ['deleted.12@example.org', 'user-deleted-12'],
])('the address %s becomes the username %s', (email, username) => {
  expect(usernameBase(email)).toBe(username);
});

test('an account is created without a reserved username', async () => {
  const email = `settings@${randomBytes(4).toString('hex')}.example`;
  const { accounts } = service.stores.accounts;
  const created = await accounts.create({ email, name: 'Ada', passwordHash: 'x' }, { actor: 'test' });
  expect(created).toMatchObject({ username: expect.stringMatching(/^user-settings/) as string });
});
