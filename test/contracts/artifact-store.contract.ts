/* What every ArtifactStore promises. Run by artifact-store.test.ts on the backend of TEST_BACKEND. */
import type { ArtifactStore } from '../../src/artifacts/store.js';
import { until } from '../support/until.js';
import { ODD_TEXTS, UNSTORABLE_TEXTS, artifact, inMilliseconds, unique } from './samples.js';

/** The clock of the store is known as well as half a round trip tells, which takes a while on a busy machine. */
const CLOCK_ERROR_MS = 500;

export function artifactStoreContract(open: () => ArtifactStore): void {
  const kind = 'family';

  async function created(value?: string, lifeMs?: number) {
    const [store, key, first] = [open(), unique(), artifact(value, lifeMs)];
    expect(await store.create(kind, key, first)).toBe(true);
    return { store, key, first };
  }

  test('a created record can be read under its kind only', async () => {
    const { store, key, first } = await created('text');
    expect(await store.read(kind, key)).toEqual({ version: first.version, value: 'text' });
    expect(await store.read('session', key)).toBeUndefined();
    expect(await store.read(kind, unique())).toBeUndefined();
  });

  test('a taken key is not created again, except by a repetition of the attempt that took it', async () => {
    const { store, key, first } = await created('mine');
    expect(await store.create(kind, key, artifact('yours'))).toBe(false);
    expect(await store.create(kind, key, first)).toBe(true);
    expect(await store.read(kind, key)).toMatchObject({ value: 'mine' });
  });

  test('of 50 parallel creations of one key one succeeds', async () => {
    const [store, key] = [open(), unique()];
    const attempts = Array.from({ length: 50 }, (_, number) => artifact(String(number)));
    const verdicts = await Promise.all(attempts.map((attempt) => store.create(kind, key, attempt)));
    expect(verdicts.filter(Boolean)).toHaveLength(1);
    expect(await store.read(kind, key)).toMatchObject({ value: String(verdicts.indexOf(true)) });
  });

  test('a swap from the current version replaces the record', async () => {
    const { store, key, first } = await created();
    const next = artifact('next');
    expect(await store.swap(kind, key, first.version, next)).toBe('won');
    expect(await store.read(kind, key)).toEqual({ version: next.version, value: 'next' });
  });

  test('a swap from an old version is lost and changes nothing', async () => {
    const { store, key, first } = await created();
    const winner = artifact('winner');
    await store.swap(kind, key, first.version, winner);
    expect(await store.swap(kind, key, first.version, artifact('late'))).toBe('lost');
    expect(await store.read(kind, key)).toMatchObject({ value: 'winner' });
  });

  test('a swap of a record that does not exist returns gone', async () => {
    expect(await open().swap(kind, unique(), unique(), artifact())).toBe('gone');
  });

  test('of 50 parallel swaps from one version one wins and 49 are lost', async () => {
    const { store, key, first } = await created();
    const attempts = Array.from({ length: 50 }, (_, number) => artifact(String(number)));
    const verdicts = await Promise.all(attempts.map((next) => store.swap(kind, key, first.version, next)));
    expect(verdicts.filter((verdict) => verdict === 'won')).toHaveLength(1);
    expect(verdicts.filter((verdict) => verdict === 'lost')).toHaveLength(49);
    expect(await store.read(kind, key)).toMatchObject({ value: String(verdicts.indexOf('won')) });
  });

  test('a repeated swap succeeds both times', async () => {
    const { store, key, first } = await created();
    const next = artifact('next');
    expect(await store.swap(kind, key, first.version, next)).toBe('won');
    expect(await store.swap(kind, key, first.version, next)).toBe('won');
    expect(await store.read(kind, key)).toMatchObject({ value: 'next' });
  });

  test('a swap repeated after another write is lost', async () => {
    const { store, key, first } = await created();
    const [next, later] = [artifact('next'), artifact('later')];
    await store.swap(kind, key, first.version, next);
    await store.swap(kind, key, next.version, later);
    expect(await store.swap(kind, key, first.version, next)).toBe('lost');
    expect(await store.read(kind, key)).toMatchObject({ value: 'later' });
  });

  test('an expired record is absent for every method, before it is swept', async () => {
    const [store, key, owner] = [open(), unique(), unique()];
    const brief = artifact('brief', 1_500);
    await store.create(kind, key, brief, owner);
    expect(await store.read(kind, key)).toMatchObject({ value: 'brief' });
    await until(async () => (await store.read(kind, key)) === undefined);
    expect(Date.now()).toBeGreaterThanOrEqual(brief.expiresAt - CLOCK_ERROR_MS);
    expect(await store.ownedBy(kind, owner)).toEqual([]);
    expect(await store.swap(kind, key, brief.version, artifact())).toBe('gone');
    expect(await store.remove(kind, key)).toBe(false);
    expect(await store.create(kind, key, artifact('again'))).toBe(true);
  });

  test('the key of an expired record is free for another attempt', async () => {
    const { store, key } = await created('brief', 150);
    await until(async () => (await store.read(kind, key)) === undefined);
    expect(await store.create(kind, key, artifact('again'), 'owner')).toBe(true);
    expect(await store.read(kind, key)).toMatchObject({ value: 'again' });
  });

  test('a swap changes the expiry of a record in both directions', async () => {
    const { store, key, first } = await created('brief', 300);
    const longer = artifact('longer');
    await store.swap(kind, key, first.version, longer);
    await until(() => Promise.resolve(Date.now() > first.expiresAt + 50));
    expect(await store.read(kind, key)).toMatchObject({ value: 'longer' });
    await store.swap(kind, key, longer.version, { ...artifact('over'), expiresAt: inMilliseconds(-1000) });
    expect(await store.read(kind, key)).toBeUndefined();
  });

  test('a removed record is absent, and only the first removal returns true', async () => {
    const { store, key, first } = await created();
    expect(await store.remove(kind, key)).toBe(true);
    expect(await store.remove(kind, key)).toBe(false);
    expect(await store.read(kind, key)).toBeUndefined();
    expect(await store.swap(kind, key, first.version, artifact())).toBe('gone');
  });

  test('the records of an owner are found by kind', async () => {
    const [store, owner] = [open(), unique()];
    const keys = [unique(), unique(), unique(), unique()] as const;
    for (const key of keys) await store.create(kind, key, artifact(key), owner);
    await store.create('session', unique(), artifact(), owner);
    await store.create(kind, unique(), artifact(), unique());
    await store.remove(kind, keys[3]);
    const owned = await store.ownedBy(kind, owner);
    expect(owned.map(({ key, value }) => [key, value]).sort()).toEqual(
      keys
        .slice(0, 3)
        .map((key) => [key, key])
        .sort(),
    );
    expect(await store.ownedBy(kind, unique())).toEqual([]);
  });

  test('a record of an owner is found with its latest state, long after its first expiry', async () => {
    const [store, owner, key] = [open(), unique(), unique()];
    const brief = artifact('brief', 150);
    await store.create(kind, key, brief, owner);
    const next = artifact('extended');
    expect(await store.swap(kind, key, brief.version, next, owner)).toBe('won');
    await until(() => Promise.resolve(Date.now() > brief.expiresAt + 50));
    expect(await store.ownedBy(kind, owner)).toHaveLength(1);
    // Creating another record for the owner is when a store may tidy up.
    await store.create(kind, unique(), artifact('other'), owner);
    await store.create(kind, unique(), artifact('another'), owner);
    const owned = await store.ownedBy(kind, owner);
    expect(owned).toContainEqual({ key, version: next.version, value: 'extended' });
    expect(owned).toHaveLength(3);
  });

  test('the list of an owner lasts as long as its newest record', async () => {
    const [store, owner, brief, long] = [open(), unique(), artifact('brief', 150), artifact('long')];
    await store.create(kind, unique(), brief, owner);
    await store.create(kind, unique(), long, owner);
    await store.create(kind, unique(), artifact('brief', 100), owner);
    await until(() => Promise.resolve(Date.now() > brief.expiresAt + 50));
    expect((await store.ownedBy(kind, owner)).map(({ value }) => value)).toEqual(['long']);
  });

  test('the epoch of a record is current as long as its store runs', async () => {
    const { store, key, first } = await created();
    const epoch = await store.epochOf(kind, key);
    expect(epoch).not.toBe('');
    expect(await store.isCurrent(epoch)).toBe(true);
    await store.swap(kind, key, first.version, artifact('next'));
    expect(await store.epochOf(kind, key)).toBe(epoch);
    expect(await store.isCurrent(epoch)).toBe(true);
    expect(await store.isCurrent('an epoch that is over')).toBe(false);
  });

  test('records that are read together are each found by their own name', async () => {
    const store = open();
    const keys = Array.from({ length: 20 }, unique);
    await Promise.all(keys.map((key, at) => store.create('session', key, artifact(`text ${at}`))));
    const found = await Promise.all(
      keys.flatMap((key) => [store.read('session', key), store.read(kind, key)]),
    );
    expect(found.map((record) => record?.value)).toEqual(keys.flatMap((_, at) => [`text ${at}`, undefined]));
  });

  test('sweeping removes no valid record', async () => {
    const { store, key } = await created();
    const expired = await created('brief', 50);
    await until(async () => (await store.read(kind, expired.key)) === undefined);
    await store.sweep();
    expect(await store.sweep()).toBe(0);
    expect(await store.read(kind, key)).toBeDefined();
  });

  test.each([...ODD_TEXTS, '', 'x'.repeat(200_000)])('text is read as written: %#', async (text) => {
    const [store, key, next] = [open(), `${text.slice(0, 50)}${unique()}`, artifact(text)];
    const owner = `${text.slice(0, 50)}${unique()}`;
    expect(await store.create(kind, key, artifact(text), owner)).toBe(true);
    const [owned] = await store.ownedBy(kind, owner);
    expect(owned).toMatchObject({ key, value: text });
    expect(await store.swap(kind, key, owned?.version ?? '', next)).toBe('won');
    expect(await store.read(kind, key)).toEqual({ version: next.version, value: text });
    expect(await store.remove(kind, key)).toBe(true);
  });

  test.each(UNSTORABLE_TEXTS)(
    'text that cannot be stored is refused, and nothing is found under it: %#',
    async (text) => {
      const { store, key, first } = await created();
      await expect(store.create(kind, unique(), artifact(text))).rejects.toMatchObject({ status: 400 });
      await expect(store.create(kind, text, artifact())).rejects.toMatchObject({ status: 400 });
      await expect(store.create(kind, unique(), artifact(), text)).rejects.toMatchObject({ status: 400 });
      await expect(store.swap(kind, key, first.version, artifact(text))).rejects.toMatchObject({
        status: 400,
      });
      expect(await store.read(kind, text)).toBeUndefined();
      expect(await store.remove(kind, text)).toBe(false);
      expect(await store.ownedBy(kind, text)).toEqual([]);
      expect(await store.read(kind, key)).toMatchObject({ version: first.version });
    },
  );
}
