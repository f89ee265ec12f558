import { createPasswords } from '../../src/accounts/password-hash.js';
import type { AccountDeps } from '../../src/accounts/deps.js';
import { endAccountGrants } from '../../src/authorization/grants/account-grants.js';
import { createFamilies } from '../../src/authorization/grants/families.js';
import { recover } from '../../src/accounts/recovery.js';
import { readConfig } from '../../src/config/config.js';
import { createKeyRing } from '../../src/keys/key-ring.js';
import { openStores } from '../../adapters/stores.js';
import { makeWorkplace, onlyLine } from './slotkey.js';
import type { Workplace } from './slotkey.js';

interface Added {
  readonly id: number;
  readonly email: string;
  readonly password?: string;
}

let place: Workplace;
let added: Added;

beforeAll(async () => {
  place = await makeWorkplace();
  added = (await place.json(['user', 'add', '--email', 'Ann@App.example', '--name', 'Ann Bell'])) as Added;
});
afterAll(() => place.remove());

async function signsIn(email: string, password: string): Promise<boolean> {
  const stores = await openStores(readConfig({ DATA_DIR: place.dataDir }));
  try {
    const credentials = await stores.accounts.accounts.credentials(email);
    return await createPasswords().verify(password, credentials?.passwordHash);
  } finally {
    await stores.close();
  }
}

test('user add makes a strong password, prints it once and keeps only its hash', async () => {
  expect(added).toMatchObject({ id: 1, email: 'Ann@App.example' });
  const { password = '' } = added;
  expect(password).toMatch(/^[a-z2-7]{5}(-[a-z2-7]{5}){3}$/);
  expect(await signsIn('ann@app.example', password)).toBe(true);
  expect((await place.bytes()).includes(password)).toBe(false);
  for (const command of [['user', 'list'], ['audit']]) {
    expect((await place.slotkey(command)).stdout).not.toContain(password);
  }
});

test('a password that was given is taken and not repeated', async () => {
  const password = 'windmill gravel orchid nine';
  const { code, stdout, stderr } = await place.slotkey([
    ...['user', 'add', '--email', 'bo@app.example', '--name', 'Bo', '--password', password, '--admin'],
  ]);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).not.toContain(password);
  expect(await signsIn('bo@app.example', password)).toBe(true);
});

test('everything that is wrong with a new account stands in one line, and nothing is made', async () => {
  const outcome = await place.slotkey([
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

test('an address that is taken, in whatever case, is refused', async () => {
  const outcome = await place.slotkey(['user', 'add', '--email', 'ANN@app.example', '--name', 'Other']);
  expect(outcome.code).toBe(1);
  expect(onlyLine(outcome)).toBe('There is an account with the address ANN@app.example already.');
});

test('disable, enable and make-admin change the account they name, and are recorded', async () => {
  for (const command of ['disable', 'enable', 'make-admin'])
    await place.json(['user', command, 'ann@app.example']);
  expect(await place.json(['user', 'list'])).toMatchObject([{ id: 1, admin: true, disabled_at: null }, {}]);
  const audit = (await place.json(['audit'])) as { actor: string; action: string; subject: string }[];
  const changes = audit.filter(({ subject, actor }) => subject === 'account:1' && actor === 'cli');
  expect(changes.map(({ action }) => action)).toEqual([
    ...['account.created', 'account.disabled', 'account.enabled', 'account.made_admin'],
  ]);
});

test('remove-admin takes the rights back, and says when nobody has them any more', async () => {
  await place.json(['user', 'make-admin', 'bo@app.example']);
  await place.json(['user', 'make-admin', 'ann@app.example']);
  const first = await place.slotkey(['user', 'remove-admin', 'bo@app.example']);
  expect([first.code, first.stdout]).toEqual([0, 'bo@app.example is enabled.\n']);
  const last = await place.slotkey(['user', 'remove-admin', 'ann@app.example']);
  expect(last.stdout).toBe(
    'Ann@App.example is enabled. There is no administrator now: nobody is notified of clients that wait for review.\n',
  );
  const audit = (await place.json(['audit', '--action', 'account.admin_removed'])) as { subject: string }[];
  expect(audit.map(({ subject }) => subject)).toEqual(['account:2', 'account:1']);
});

describe('recover', () => {
  test('prints a link that the pages take, and leaves an entry without it', async () => {
    const { link, expires_at: until } = (await place.json(['user', 'recover', 'ann@app.example'])) as {
      link: string;
      expires_at: string;
    };
    expect(Date.parse(until) - Date.now()).toBeLessThanOrEqual(15 * 60_000);
    expect((await place.slotkey(['audit'])).stdout).not.toContain(link.slice(-20));
    const stores = await openStores(readConfig({ DATA_DIR: place.dataDir }));
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
    expect(await place.json(['audit', '--action', 'account.recovery_issued'])).toMatchObject([
      { actor: 'cli', subject: 'account:1', facts: { expiresAt: until } },
    ]);
  });

  test('is refused for an account that is disabled', async () => {
    await place.json(['user', 'disable', 'bo@app.example']);
    const outcome = await place.slotkey(['user', 'recover', 'bo@app.example']);
    expect([outcome.code, onlyLine(outcome)]).toEqual([
      1,
      'The account bo@app.example is disabled. Enable it before its owner can come back.',
    ]);
  });
});

test('an account that is not there is named', async () => {
  const outcome = await place.slotkey(['user', 'disable', 'nobody@app.example']);
  expect(outcome.code).toBe(1);
  expect(onlyLine(outcome)).toBe('There is no account with the address nobody@app.example.');
});

test('user list has every account and no hash', async () => {
  const { stdout } = await place.slotkey(['user', 'list']);
  expect(stdout).toMatch(/^1 +Ann@App\.example +Ann Bell/m);
  expect(stdout).not.toContain('argon2');
});

test('audit --since leaves out what came before, and wants a time', async () => {
  expect(await place.json(['audit', '--since', '2999-01-01T00:00:00Z'])).toEqual([]);
  const outcome = await place.slotkey(['audit', '--since', 'yesterday']);
  expect(outcome.code).toBe(2);
  expect(onlyLine(outcome)).toContain('Write a time like');
});
