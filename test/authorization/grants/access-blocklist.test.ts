import { createAccessBlocklist, mayAct } from '../../../src/authorization/grants/access-blocklist.js';
import type { Blocklist } from '../../../src/clients/store.js';
import { until } from '../../support/until.js';

const EMPTY: Blocklist = {
  blockedClients: new Set(),
  pendingClients: new Map(),
  disabledAccounts: new Set(),
  removedScopes: new Map(),
};

/** A store whose answers and silences a test decides. */
function createFixture() {
  let now = 0;
  const store = { revision: '1', blocklist: EMPTY, silent: false, reads: { revision: 0, blocklist: 0 } };
  const answer = <T>(value: T): Promise<T> =>
    store.silent ? Promise.reject(new Error('silence')) : Promise.resolve(value);
  const made = createAccessBlocklist(
    {
      revision() {
        store.reads.revision += 1;
        return answer(store.revision);
      },
      read() {
        store.reads.blocklist += 1;
        return answer({ ...store.blocklist, revision: store.revision });
      },
    },
    () => now,
    1,
  );
  return { ...made, store, wait: (milliseconds: number) => void (now += milliseconds) };
}

const BLOCKED: Blocklist = { ...EMPTY, blockedClients: new Set(['c']) };

describe('the access blocklist', () => {
  test('is undefined before the first read', async () => {
    const { fresh, current, store } = createFixture();
    expect(fresh()).toBeUndefined();
    store.silent = true;
    await expect(current()).rejects.toThrow('silence');
  });

  test('is served from memory for less than a second, then only from the store', async () => {
    const { fresh, current, store, wait } = createFixture();
    await current();
    [store.revision, store.blocklist] = ['2', BLOCKED];
    wait(899);
    expect(fresh()?.blockedClients.has('c')).toBe(false);
    wait(1);
    expect(fresh()).toBeUndefined();
    expect((await current()).blockedClients.has('c')).toBe(true);
  });

  test('is not trusted when the store does not answer', async () => {
    const { fresh, current, store, wait } = createFixture();
    await current();
    store.silent = true;
    wait(900);
    expect(fresh()).toBeUndefined();
    await expect(current()).rejects.toThrow('silence');
    store.silent = false;
    expect(await current()).toMatchObject(EMPTY);
  });

  test('is read only when its revision changed, and once for parallel calls', async () => {
    const { current, store, wait } = createFixture();
    await Promise.all([current(), current(), current()]);
    expect(store.reads).toEqual({ revision: 1, blocklist: 1 });
    wait(1000);
    await current();
    expect(store.reads).toEqual({ revision: 2, blocklist: 1 });
    store.revision = '2';
    wait(1000);
    await current();
    expect(store.reads).toEqual({ revision: 3, blocklist: 2 });
  });

  test('is kept up to date until ten seconds after its last use', async () => {
    const [idle, busy] = [createFixture(), createFixture()];
    const { fresh, store, wait } = idle;
    const reads = () => store.reads.revision;
    /** Time for several polls: another list in the same process is in use. */
    const pollsOfBusy = (count: number) => {
      const before = busy.store.reads.revision;
      return until(() => {
        busy.fresh();
        return Promise.resolve(busy.store.reads.revision >= before + count);
      });
    };
    for (const { start } of [idle, busy]) start();
    await pollsOfBusy(5);
    expect(reads()).toBe(0);
    expect(fresh()).toBeUndefined();
    await until(() => Promise.resolve(reads() > 5));
    [store.revision, store.blocklist] = ['2', BLOCKED];
    await until(() => Promise.resolve(fresh()?.blockedClients.has('c') === true));
    wait(10_000);
    await pollsOfBusy(5);
    const before = reads();
    await pollsOfBusy(5);
    expect(reads()).toBe(before);
    expect(fresh()).toBeUndefined();
    await until(() => Promise.resolve(fresh()?.blockedClients.has('c') === true));
    for (const { stop } of [idle, busy]) stop();
  });

  test('has its age counted from the start of the read', async () => {
    const { fresh, current, wait } = createFixture();
    const reading = current();
    wait(900);
    await reading;
    expect(fresh()).toBeUndefined();
  });
});

test.each<[string, Partial<Blocklist>, boolean]>([
  ['the blocklist is empty', {}, true],
  ['the client is blocked', { blockedClients: new Set(['c']) }, false],
  ['another client is blocked', { blockedClients: new Set(['d']) }, true],
  ['the account is disabled', { disabledAccounts: new Set([1]) }, false],
  ['another account is disabled', { disabledAccounts: new Set([2]) }, true],
  [
    'the client is pending and the account tests it',
    { pendingClients: new Map([['c', new Set([1])]]) },
    true,
  ],
  ['the client is pending', { pendingClients: new Map([['c', new Set([2])]]) }, false],
  ['another client is pending', { pendingClients: new Map([['d', new Set([2])]]) }, true],
])('a token is valid or not: %s', (_, named, counts) => {
  expect(mayAct({ ...EMPTY, ...named }, 'c', 1)).toBe(counts);
});
