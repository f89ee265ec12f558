import { randomUUID } from 'node:crypto';
import { changePassword } from '../../src/accounts/change-password.js';
import { createPasswords } from '../../src/accounts/password-hash.js';
import type { Account } from '../../src/accounts/store.js';
import { ATTEMPT_LIMITS, createAttemptCounter } from '../../src/accounts/sign-in-rate-limit.js';
import { createKeyRing } from '../../src/keys/key-ring.js';
import { type Backend, openBackend } from '../support/backend.js';
import { addAccount, PASSWORD } from '../web/accounts-fixture.js';

const ACTOR = { actor: 'test' };
const MINUTE = 60_000;

let backend: Backend;
let account: Account;
beforeAll(async () => {
  backend = await openBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  account = await addAccount(backend.stores, `${randomUUID()}@example.com`);
});

describe('of two concurrent attempts', () => {
  test('to change the same password, one succeeds and the other is refused', async () => {
    const { stores } = backend;
    const keys = createKeyRing(stores.secretKeys);
    const attempts = createAttemptCounter(stores.throttle, keys, ATTEMPT_LIMITS);
    const { accounts } = stores.accounts;
    const deps = { accounts, passwords: createPasswords(), attempts, keys, clock: Date.now };
    const origin = { clientIp: '192.0.2.1', deviceCookie: '' };
    const change = (password: string) =>
      changePassword(deps, { account, current: PASSWORD, password }, origin);
    const outcomes = await Promise.all([
      change('nine lanterns over Ystad'),
      change('two kettles under Lund'),
    ]);
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['changed', 'faulty']);
  });

  test('to use the same recovery link, one sets the password', async () => {
    const {
      accounts: { recoveries },
    } = backend.stores;
    const [id, now] = [randomUUID(), new Date()];
    await recoveries.open({ id, accountId: account.id, expiresAt: new Date(now.getTime() + MINUTE) });
    const outcomes = await Promise.all(['a', 'b', 'c'].map((hash) => recoveries.use(id, now, hash, ACTOR)));
    expect(outcomes.sort()).toEqual(['done', 'not_found', 'not_found']);
  });
});

describe('a recovery link', () => {
  const open = async (): Promise<string> => {
    const id = randomUUID();
    await backend.stores.accounts.recoveries.open({
      id,
      accountId: account.id,
      expiresAt: new Date(Date.now() + 15 * MINUTE),
    });
    return id;
  };

  test('that is expired or unknown, or of a disabled account, sets no password', async () => {
    const {
      accounts: { recoveries, accounts },
    } = backend.stores;
    const [id, late] = [await open(), new Date(Date.now() + 16 * MINUTE)];
    expect(await recoveries.use(id, late, 'x', ACTOR)).toBe('not_found');
    expect(await recoveries.use(randomUUID(), new Date(), 'x', ACTOR)).toBe('not_found');
    await accounts.setDisabled(account.id, true, ACTOR);
    expect(await recoveries.find(id, new Date())).toBeUndefined();
    expect(await recoveries.use(id, new Date(), 'x', ACTOR)).toBe('not_found');
    expect((await accounts.credentials(account.email))?.passwordHash).not.toBe('x');
  });

  test('stays used when its mail is written again', async () => {
    const {
      accounts: { recoveries },
    } = backend.stores;
    const id = await open();
    await recoveries.use(id, new Date(), 'x', ACTOR);
    const expiresAt = new Date(Date.now() + MINUTE);
    await recoveries.open({ id, accountId: account.id, expiresAt });
    expect(await recoveries.find(id, new Date())).toBeUndefined();
  });
});
