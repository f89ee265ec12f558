import { createPasswords } from '../../src/accounts/password-hash.js';
import type { AccountDeps } from '../../src/accounts/deps.js';
import { endAccountGrants } from '../../src/authorization/grants/account-grants.js';
import { createFamilies } from '../../src/authorization/grants/families.js';
import { recover } from '../../src/accounts/recovery.js';
import { readConfig } from '../../src/config/config.js';
import { createKeyRing } from '../../src/keys/key-ring.js';
import { openStores } from '../../adapters/stores.js';
import { createCliFixture, onlyLine } from './slotkey.js';
import type { CliFixture } from './slotkey.js';

interface Added {
  readonly id: number;
  readonly email: string;
  readonly password?: string;
}

let cli: CliFixture;
let added: Added;

beforeAll(async () => {
  cli = await createCliFixture();
  added = (await cli.json(['user', 'add', '--email', 'Ann@App.example', '--name', 'Ann Bell'])) as Added;
});
afterAll(() => cli.remove());

async function signsIn(email: string, password: string): Promise<boolean> {
  const stores = await openStores(readConfig({ DATA_DIR: cli.dataDir }));
  try {
    const credentials = await stores.accounts.accounts.credentials(email);
    return await createPasswords().verify(password, credentials?.passwordHash);
  } finally {
    await stores.close();
  }
}

test('user add generates a strong password, prints it once and stores only its hash', async () => {
  expect(added).toMatchObject({ id: 1, email: 'Ann@App.example' });
  const { password = '' } = added;
  expect(password).toMatch(/^[a-z2-7]{5}(-[a-z2-7]{5}){3}$/);
  expect(await signsIn('ann@app.example', password)).toBe(true);
  expect((await cli.bytes()).includes(password)).toBe(false);
  for (const command of [['user', 'list'], ['audit']]) {
    expect((await cli.slotkey(command)).stdout).not.toContain(password);
  }
});

test('a given password is accepted and not printed', async () => {
  const password = 'windmill gravel orchid nine';
  const { code, stdout, stderr } = await cli.slotkey([
    ...['user', 'add', '--email', 'bo@app.example', '--name', 'Bo', '--password', password, '--admin'],
  ]);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).not.toContain(password);
  expect(await signsIn('bo@app.example', password)).toBe(true);
});

test('all faults of a new account are reported in one line, and nothing is created', async () => {
  const outcome = await cli.slotkey([
    'user',
    'add',
    '--email',
    'nobody',
    '--name',
    ' ',
    '--password',
    'short-Secret',
  ]);
  expect(outcome.code).toBe(1);
  const line = onlyLine(outcome);
  expect(line).toMatch(/name: .*email: .*password: /);
  expect(line).not.toContain('short-Secret');
});

test('an address in use is refused, in upper or lower case', async () => {
  const outcome = await cli.slotkey(['user', 'add', '--email', 'ANN@app.example', '--name', 'Other']);
  expect(outcome.code).toBe(1);
  expect(onlyLine(outcome)).toBe('There is an account with the address ANN@app.example already.');
});

test('disable, enable and make-admin change the account they name, and are recorded', async () => {
  for (const command of ['disable', 'enable', 'make-admin'])
    await cli.json(['user', command, 'ann@app.example']);
  expect(await cli.json(['user', 'list'])).toMatchObject([{ id: 1, admin: true, disabled_at: null }, {}]);
  const audit = (await cli.json(['audit'])) as { actor: string; action: string; subject: string }[];
  const changes = audit.filter(({ subject, actor }) => subject === 'account:1' && actor === 'cli');
  expect(changes.map(({ action }) => action)).toEqual([
    ...['account.created', 'account.disabled', 'account.enabled', 'account.made_admin'],
  ]);
});

test('remove-admin revokes the rights, and warns when no administrator is left', async () => {
  await cli.json(['user', 'make-admin', 'bo@app.example']);
  await cli.json(['user', 'make-admin', 'ann@app.example']);
  const first = await cli.slotkey(['user', 'remove-admin', 'bo@app.example']);
  expect([first.code, first.stdout]).toEqual([0, 'bo@app.example is enabled.\n']);
  const last = await cli.slotkey(['user', 'remove-admin', 'ann@app.example']);
  expect(last.stdout).toBe(
    'Ann@App.example is enabled. There is no administrator now: nobody is notified of clients that wait for review.\n',
  );
  const audit = (await cli.json(['audit', '--action', 'account.admin_removed'])) as { subject: string }[];
  expect(audit.map(({ subject }) => subject)).toEqual(['account:2', 'account:1']);
});

describe('recover', () => {
  test('prints a link that the pages accept, and records an event without the link', async () => {
    const { link, expires_at: until } = (await cli.json(['user', 'recover', 'ann@app.example'])) as {
      link: string;
      expires_at: string;
    };
    expect(Date.parse(until) - Date.now()).toBeLessThanOrEqual(15 * 60_000);
    expect((await cli.slotkey(['audit'])).stdout).not.toContain(link.slice(-20));
    const stores = await openStores(readConfig({ DATA_DIR: cli.dataDir }));
    const deps = {
      recoveries: stores.accounts.recoveries,
      accounts: stores.accounts.accounts,
      keys: createKeyRing(stores.secretKeys),
      passwords: createPasswords(),
      endGrants: (...about: Parameters<AccountDeps['endGrants']>) =>
        endAccountGrants(
          { families: createFamilies(stores.artifacts), audit: stores.events.audit },
          ...about,
        ),
      clock: Date.now,
    };
    const token = new URL(link).searchParams.get('token') ?? '';
    const use = { token, password: 'seven quiet herons', clientIp: '192.0.2.1' };
    expect([await recover(deps, use), await recover(deps, use)]).toEqual([
      { kind: 'recovered', accountId: 1, firstProof: false },
      { kind: 'no_such_link' },
    ]);
    await stores.close();
    expect(await signsIn('ann@app.example', 'seven quiet herons')).toBe(true);
    expect(await cli.json(['audit', '--action', 'account.recovery_issued'])).toMatchObject([
      { actor: 'cli', subject: 'account:1', facts: { expiresAt: until } },
    ]);
  });

  test('is refused for a disabled account', async () => {
    await cli.json(['user', 'disable', 'bo@app.example']);
    const outcome = await cli.slotkey(['user', 'recover', 'bo@app.example']);
    expect([outcome.code, onlyLine(outcome)]).toEqual([
      1,
      'The account bo@app.example is disabled. Enable it before its owner can come back.',
    ]);
  });
});

test('an unknown account is named', async () => {
  const outcome = await cli.slotkey(['user', 'disable', 'nobody@app.example']);
  expect(outcome.code).toBe(1);
  expect(onlyLine(outcome)).toBe('There is no account with the address nobody@app.example.');
});

test('user list prints every account and no hash', async () => {
  const { stdout } = await cli.slotkey(['user', 'list']);
  expect(stdout).toMatch(/^1 +Ann@App\.example +Ann Bell/m);
  expect(stdout).not.toContain('argon2');
});

test('audit --since omits earlier events, and requires a time', async () => {
  expect(await cli.json(['audit', '--since', '2999-01-01T00:00:00Z'])).toEqual([]);
  const outcome = await cli.slotkey(['audit', '--since', 'yesterday']);
  expect(outcome.code).toBe(2);
  expect(onlyLine(outcome)).toContain('Write a time like');
});

test('user remove lists what would change, and with --force frees the address', async () => {
  const add = ['user', 'add', '--email', 'leaver@app.example', '--name', 'Lea Ver'];
  const { id } = (await cli.json(add)) as Added;
  const listed = await cli.slotkey(['user', 'remove', 'leaver@app.example']);
  expect([listed.code, onlyLine(listed)]).toEqual([1, expect.stringContaining('Repeat with --force')]);
  const removed = await cli.json(['user', 'remove', 'leaver@app.example', '--force']);
  expect(removed).toEqual({ id, bookings_cancelled: 0 });
  expect((await cli.slotkey(['user', 'list'])).stdout).not.toContain('leaver@app.example');
  expect((await cli.slotkey(['user', 'enable', 'leaver@app.example'])).code).not.toBe(0);
  const audit = await cli.json(['audit', '--action', 'account.deleted']);
  expect(audit).toMatchObject([{ actor: 'cli', subject: `account:${id}` }]);
  expect(await cli.json(add)).toMatchObject({ email: 'leaver@app.example' });
});
