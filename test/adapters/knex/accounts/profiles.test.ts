/* The store of profiles, with the audit entries of its changes. */
import { createAccountStore } from '../../../../adapters/knex/accounts/accounts.js';
import { createAuditLog } from '../../../../adapters/knex/events/audit.js';
import { createProfileStore } from '../../../../adapters/knex/accounts/profiles.js';
import { createScheduleStore } from '../../../../adapters/knex/schedules/schedules.js';
import type { ProfileChange } from '../../../../src/scheduling/profile/store.js';
import { backendName } from '../../../support/backend.js';
import { insertMembership, onDatabase, insertAccount } from '../../../contracts/on-database.js';
import { ACTOR, ODD_TEXTS, UNSTORABLE_TEXTS, newAccount } from '../../../contracts/samples.js';

describe(`the store of profiles on ${backendName}`, () => {
  const database = onDatabase();
  const store = () => createProfileStore(database());
  const accounts = () => createAccountStore(database());
  const schedules = () => createScheduleStore(database());

  const newSchedule = async (ownerId: number) => {
    const hours = { timeZone: 'UTC', availability: [], overrides: [] };
    const schedule = await schedules().create(ownerId, { name: 'Second', isDefault: false, ...hours }, ACTOR);
    return schedule?.id ?? 0;
  };

  const auditOf = async (id: number) => {
    const entries = await createAuditLog(database()).list(undefined, 10_000);
    return entries.filter(
      ({ subject, action }) => subject === `account:${id}` && action !== 'account.created',
    );
  };

  test('a new account has the defaults and its first schedule', async () => {
    const id = await insertAccount(database(), { name: 'Grace Hopper', timeZone: 'Europe/Berlin' });
    const account = await accounts().findById(id);
    expect(await store().profile(id)).toEqual({
      id,
      username: account?.username,
      email: account?.email,
      emailVerifiedAt: null,
      name: 'Grace Hopper',
      avatarUrl: null,
      bio: null,
      timeFormat: 12,
      defaultScheduleId: (await schedules().findDefault(id))?.id,
      weekStart: 'Sunday',
      timeZone: 'Europe/Berlin',
      locale: 'en',
      metadata: {},
      organizationId: null,
      version: 0,
    });
  });

  test('a disabled account has no profile until it is enabled again', async () => {
    const id = await insertAccount(database());
    const before = await store().profile(id);
    await accounts().setDisabled(id, true, ACTOR);
    expect(await store().profile(id)).toBeUndefined();
    expect(await store().changeProfile(id, { name: 'Nobody' }, ACTOR)).toBeUndefined();
    await accounts().setDisabled(id, false, ACTOR);
    expect(await store().profile(id)).toEqual(before);
  });

  test('an unknown id is undefined, also beyond the range of the column', async () => {
    for (const id of [0, -1, 2_000_000_000, 2 ** 31, Number.MAX_SAFE_INTEGER, 1.5, Number.NaN]) {
      expect(await store().profile(id)).toBeUndefined();
      expect(await store().changeProfile(id, { name: 'x' }, ACTOR)).toBeUndefined();
    }
  });

  test('a change of a profile affects only the named properties', async () => {
    const id = await insertAccount(database());
    const change: ProfileChange = {
      name: 'Ada King',
      avatarUrl: 'https://pictures.example/ada.png',
      bio: 'Writes programs.',
      timeFormat: 24,
      weekStart: 'Monday',
      timeZone: 'America/Sao_Paulo',
      locale: 'pt-BR',
      metadata: { nested: { list: [1, null, 'two'] }, text: 'naïve' },
    };
    const changed = await store().changeProfile(id, change, ACTOR);
    expect(changed).toMatchObject(change);
    const without = { ...(await store().profile(id)), bio: null, version: 2 };
    expect(await store().changeProfile(id, { bio: null }, ACTOR)).toEqual(without);
    expect(await store().changeProfile(id, {}, ACTOR)).toEqual(without);
    expect(await store().profile(id)).toEqual(without);
  });

  test('a change of a profile cannot write other columns', async () => {
    const id = await insertAccount(database());
    const smuggled = { name: 'New', admin: true, password_hash: 'x', email: 'x' } as ProfileChange;
    await store().changeProfile(id, smuggled, ACTOR);
    const account = await accounts().findById(id);
    expect(account).toMatchObject({ name: 'New', admin: false });
    expect(await accounts().credentials(account?.email ?? '')).toMatchObject({
      passwordHash: newAccount().passwordHash,
    });
  });

  test('the default schedule is one of the user’s own, or nothing changes', async () => {
    const [id, nonMember] = [await insertAccount(database()), await insertAccount(database())];
    const before = await store().profile(id);
    const theirs = (await schedules().findDefault(nonMember))?.id ?? 0;
    for (const defaultScheduleId of [theirs, 0, 2_000_000_000, 2 ** 31, 1.5])
      expect(await store().changeProfile(id, { name: 'Changed', defaultScheduleId }, ACTOR)).toBe(
        'no_such_schedule',
      );
    expect(await store().profile(id)).toEqual(before);
    const defaultScheduleId = await newSchedule(id);
    expect(await store().changeProfile(id, { defaultScheduleId }, ACTOR)).toEqual({
      ...before,
      ...{ defaultScheduleId, version: 1 },
    });
    expect((await schedules().findDefault(id))?.id).toBe(defaultScheduleId);
  });

  test('a schedule that is deleted concurrently never becomes the default', async () => {
    const id = await insertAccount(database());
    for (let round = 0; round < 5; round += 1) {
      const defaultScheduleId = await newSchedule(id);
      await Promise.all([
        store().changeProfile(id, { defaultScheduleId }, ACTOR),
        schedules().remove(id, defaultScheduleId, ACTOR),
      ]);
      expect((await schedules().findDefault(id))?.name).toBe('Working hours');
    }
  });

  test('an edit changes the version that it was made of, and no other', async () => {
    const id = await insertAccount(database());
    const edit = (version: number, name: string) =>
      store().editProfile(id, { version, change: { name } }, ACTOR);
    expect(await edit(0, 'First')).toMatchObject({ name: 'First', version: 1 });
    for (const version of [0, 2, Number.NaN]) expect(await edit(version, 'Late')).toBe('outdated');
    const together = await Promise.all(Array.from({ length: 8 }, (_, at) => edit(1, `Name ${at}`)));
    expect(together.filter((outcome) => outcome === 'outdated')).toHaveLength(7);
    expect(await store().profile(id)).toMatchObject({ version: 2 });
    await accounts().setDisabled(id, true, ACTOR);
    expect(await edit(2, 'Nobody')).toBeUndefined();
    expect(await store().editProfile(2_000_000_000, { version: 0, change: {} }, ACTOR)).toBeUndefined();
  });

  test('of two accounts that choose one username, one gets it', async () => {
    const ids = [await insertAccount(database()), await insertAccount(database())];
    const change = { username: `chosen-${ids.join('-')}` };
    const outcomes = await Promise.all(
      ids.map((id) => store().editProfile(id, { version: 0, change }, ACTOR)),
    );
    expect(outcomes.filter((outcome) => outcome === 'username_taken')).toHaveLength(1);
    expect(outcomes).toContainEqual(expect.objectContaining({ ...change, version: 1 }));
  });

  test('the organization is one that the user has joined', async () => {
    const id = await insertAccount(database());
    await insertMembership(database(), id, { organization: false, accepted: true });
    await insertMembership(database(), id, { organization: true, accepted: false });
    expect(await store().profile(id)).toMatchObject({ organizationId: null });
    const organizationId = await insertMembership(database(), id, { organization: true, accepted: true });
    expect(await store().profile(id)).toMatchObject({ organizationId });
    expect(await store().profile(await insertAccount(database()))).toMatchObject({ organizationId: null });
  });

  test.each(ODD_TEXTS)('names, notes and metadata are stored unchanged: %#', async (text) => {
    const id = await insertAccount(database());
    const change = { name: text, bio: text, metadata: { [text]: [text] } };
    expect(await store().changeProfile(id, change, ACTOR)).toMatchObject(change);
  });

  test.each(UNSTORABLE_TEXTS)('text that cannot be stored is refused: %#', async (text) => {
    const id = await insertAccount(database());
    for (const change of [{ bio: text }, { metadata: { [text]: 1 } }, { metadata: { deep: [{ a: text }] } }])
      await expect(store().changeProfile(id, change, ACTOR)).rejects.toMatchObject({ status: 400 });
  });

  test('a change records one event with its properties, and no change records none', async () => {
    const id = await insertAccount(database());
    await store().changeProfile(id, { name: 'Secret Name', bio: null }, ACTOR);
    await store().changeProfile(id, {}, ACTOR);
    await store().changeProfile(id, { defaultScheduleId: 2_000_000_000 }, ACTOR);
    await store().changeProfile(2_000_000_000, { name: 'x' }, ACTOR);
    const entries = await auditOf(id);
    expect(entries).toMatchObject([
      { ...ACTOR, action: 'profile.changed', facts: { changed: ['name', 'bio'] } },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/Secret Name/);
    expect(await auditOf(2_000_000_000)).toEqual([]);
  });
});
