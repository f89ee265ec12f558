import { createSessions } from '../../src/accounts/session.js';
import type { Sessions } from '../../src/accounts/session.js';
import type { ArtifactStore } from '../../src/artifacts/store.js';
import { storeUnavailable } from '../../src/errors.js';
import { createKeyRing } from '../../src/keys/key-ring.js';
import type { Backend } from '../support/backend.js';
import { openBackend } from '../support/backend.js';

const ORIGIN = { clientIp: '198.51.100.7', browser: 'Firefox on Linux' };
const [OLD_KEY, NEW_KEY] = ['an old key that is long enough', 'a new key that is long enough'];
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const START = Date.now();

let backend: Backend;
let now: number;
let sessions: Sessions;

const over = (artifacts: ArtifactStore, ...secretKeys: string[]): Sessions =>
  createSessions({ artifacts, keys: createKeyRing(secretKeys), clock: () => now });

const idOf = (cookie: string): string => cookie.slice(0, cookie.indexOf('.'));

beforeAll(async () => {
  backend = await openBackend();
});
afterAll(() => backend.close());
beforeEach(() => {
  now = START;
  sessions = over(backend.stores.artifacts, OLD_KEY);
});

describe('a session', () => {
  test('is resumed by its cookie, with its account and start', async () => {
    const cookie = await sessions.start(1, ORIGIN);
    const times = { createdAt: START, lastSeenAt: START, confirmedAt: START };
    const facts = { id: idOf(cookie), accountId: 1, ...times, ...ORIGIN };
    expect(await sessions.resume(cookie)).toEqual(facts);
  });

  test('is resumed by another process over the same store', async () => {
    const cookie = await sessions.start(1, ORIGIN);
    expect(await over(backend.stores.artifacts, OLD_KEY).resume(cookie)).toMatchObject({ accountId: 1 });
  });

  test('is not resumed with a wrong secret, another id or a broken cookie', async () => {
    const [cookie, other] = [await sessions.start(1, ORIGIN), await sessions.start(2, ORIGIN)];
    const [id, secret] = cookie.split('.');
    const wrong = [
      `${id}.${'A'.repeat(43)}`,
      `${idOf(other)}.${secret}`,
      `${id}.`,
      `${id}`,
      '',
      `${cookie}x`,
      `${cookie}\0`,
    ];
    for (const broken of wrong) expect(await sessions.resume(broken)).toBeUndefined();
    expect(await sessions.resume(cookie)).toBeDefined();
  });

  test('is stored without its secret, client IP or browser in clear', async () => {
    const cookie = await sessions.start(77, ORIGIN);
    const stored = JSON.stringify(await backend.stores.artifacts.ownedBy('session', 'account:77'));
    expect(stored).toContain(idOf(cookie));
    for (const word of [cookie.split('.')[1] ?? '', ORIGIN.clientIp, 'Firefox'])
      expect(stored).not.toContain(word);
  });

  test('ends after 30 days without use, and each use extends it', async () => {
    const cookie = await sessions.start(1, ORIGIN);
    now = START + 30 * DAY - 1;
    expect(await sessions.resume(cookie)).toBeDefined();
    now += 30 * DAY - 1;
    expect(await sessions.resume(cookie)).toBeDefined();
    now += 30 * DAY;
    expect(await sessions.resume(cookie)).toBeUndefined();
  });

  test('ends after 90 days even if it is used', async () => {
    const cookie = await sessions.start(1, ORIGIN);
    for (const days of [20, 40, 60, 80]) {
      now = START + days * DAY;
      expect(await sessions.resume(cookie)).toBeDefined();
    }
    now = START + 90 * DAY - 1;
    expect(await sessions.resume(cookie)).toBeDefined();
    now = START + 90 * DAY;
    expect(await sessions.resume(cookie)).toBeUndefined();
  });

  test('writes its last use at most every five minutes', async () => {
    const cookie = await sessions.start(1, ORIGIN);
    const version = async (): Promise<string | undefined> =>
      (await backend.stores.artifacts.read('session', idOf(cookie)))?.version;
    const first = await version();
    now = START + 5 * MINUTE - 1;
    await sessions.resume(cookie);
    expect(await version()).toBe(first);
    now = START + 5 * MINUTE;
    await sessions.resume(cookie);
    expect(await version()).not.toBe(first);
    expect(await sessions.list(1)).toContainEqual(
      expect.objectContaining({ id: idOf(cookie), lastSeenAt: now }),
    );
  });

  test('continues when its last use cannot be written', async () => {
    const cookie = await sessions.start(1, ORIGIN);
    now = START + DAY;
    const swap: ArtifactStore['swap'] = () => Promise.reject(storeUnavailable('down'));
    const failing = over({ ...backend.stores.artifacts, swap }, OLD_KEY);
    expect(await failing.resume(cookie)).toMatchObject({ accountId: 1 });
  });

  test('fails, and is not unknown, when its store is down', async () => {
    const read: ArtifactStore['read'] = () => Promise.reject(storeUnavailable('down'));
    const failing = over({ ...backend.stores.artifacts, read }, OLD_KEY);
    await expect(failing.resume(await sessions.start(1, ORIGIN))).rejects.toMatchObject({ status: 503 });
  });

  test('in use outlives the key of its first hash, an unused one does not', async () => {
    const [used, unused] = [await sessions.start(1, ORIGIN), await sessions.start(1, ORIGIN)];
    now = START + DAY;
    expect(await over(backend.stores.artifacts, NEW_KEY, OLD_KEY).resume(used)).toBeDefined();
    const later = over(backend.stores.artifacts, NEW_KEY);
    expect(await later.resume(used)).toBeDefined();
    expect(await later.resume(unused)).toBeUndefined();
  });
});

describe('a session that its user confirms', () => {
  test('continues under a new id and secret, with the new time and the old start', async () => {
    const cookie = await sessions.start(10, ORIGIN);
    now = START + DAY;
    const renewed = await sessions.renew(idOf(cookie), { ...ORIGIN, clientIp: '203.0.113.9' });
    expect(renewed?.split('.').some((half) => cookie.includes(half))).toBe(false);
    expect(await sessions.resume(cookie)).toBeUndefined();
    expect(await sessions.resume(renewed ?? '')).toEqual({
      ...{ id: idOf(renewed ?? ''), accountId: 10, createdAt: START, lastSeenAt: now, confirmedAt: now },
      ...{ clientIp: '203.0.113.9', browser: ORIGIN.browser },
    });
    expect(await sessions.list(10)).toHaveLength(1);
  });

  test('is not extended by the confirmation', async () => {
    let cookie = await sessions.start(11, ORIGIN);
    for (const days of [25, 50, 75]) {
      now = START + days * DAY;
      cookie = (await sessions.renew(idOf(cookie), ORIGIN)) ?? '';
    }
    now = START + 90 * DAY;
    expect(await sessions.resume(cookie)).toBeUndefined();
  });

  test('keeps its confirmation time when it is only used', async () => {
    const cookie = await sessions.start(12, ORIGIN);
    now = START + DAY;
    expect(await sessions.resume(cookie)).toMatchObject({ confirmedAt: START, lastSeenAt: now });
  });

  test('stays ended when it ends concurrently, and an unknown one is not created', async () => {
    const cookie = await sessions.start(13, ORIGIN);
    const { artifacts } = backend.stores;
    const create: ArtifactStore['create'] = async (...record) => {
      await sessions.end(idOf(cookie));
      return artifacts.create(...record);
    };
    expect(await over({ ...artifacts, create }, OLD_KEY).renew(idOf(cookie), ORIGIN)).toBeUndefined();
    expect(await sessions.list(13)).toEqual([]);
    expect(await sessions.renew('nothing', ORIGIN)).toBeUndefined();
  });
});

describe('the sessions of a user', () => {
  test('are listed and ended one by one, and others stay', async () => {
    const [here, there] = [
      await sessions.start(5, ORIGIN),
      await sessions.start(5, { ...ORIGIN, browser: 'Safari on iOS' }),
    ];
    const elsewhere = await sessions.start(6, ORIGIN);
    expect((await sessions.list(5)).map(({ browser }) => browser).sort()).toEqual([
      'Firefox on Linux',
      'Safari on iOS',
    ]);
    expect(await sessions.end(idOf(here))).toBe(true);
    expect(await sessions.end(idOf(here))).toBe(false);
    expect(await sessions.resume(here)).toBeUndefined();
    expect(await sessions.resume(there)).toBeDefined();
    expect(await sessions.resume(elsewhere)).toBeDefined();
  });

  test('are ended all at once', async () => {
    const cookies = [await sessions.start(7, ORIGIN), await sessions.start(7, ORIGIN)];
    const elsewhere = await sessions.start(8, ORIGIN);
    await sessions.endAll(7);
    for (const cookie of cookies) expect(await sessions.resume(cookie)).toBeUndefined();
    expect(await sessions.list(7)).toEqual([]);
    expect(await sessions.resume(elsewhere)).toBeDefined();
  });

  test('that end while in use stay ended', async () => {
    const cookie = await sessions.start(9, ORIGIN);
    now = START + DAY;
    const { artifacts } = backend.stores;
    const swap: ArtifactStore['swap'] = async (...change) => {
      await sessions.end(idOf(cookie));
      return artifacts.swap(...change);
    };
    await over({ ...artifacts, swap }, OLD_KEY).resume(cookie);
    expect(await sessions.resume(cookie)).toBeUndefined();
  });
});
