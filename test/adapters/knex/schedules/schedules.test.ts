/* The store of schedules: each user has exactly one default, and every query filters by owner. */
import { createAuditLog } from '../../../../adapters/knex/events/audit.js';
import { createScheduleStore } from '../../../../adapters/knex/schedules/schedules.js';
import type { Schedule } from '../../../../src/scheduling/schedules/schedule.js';
import type { MemberOf } from '../../../../src/scheduling/owner.js';
import type { MemberScheduleQuery, NewSchedule } from '../../../../src/scheduling/schedules/store.js';
import { backendName } from '../../../support/backend.js';
import { until } from '../../../support/until.js';
import { insertMembership, onDatabase, insertAccount } from '../../../contracts/on-database.js';
import { ACTOR, UNSTORABLE_TEXTS } from '../../../contracts/samples.js';

const ALL = { take: 250, skip: 0 };
const FAR = [0, -1, 2_000_000_000, 2 ** 31, Number.MAX_SAFE_INTEGER];

const sample = (change: Partial<NewSchedule> = {}): NewSchedule => ({
  name: 'Évenings',
  timeZone: 'Europe/Lisbon',
  isDefault: false,
  availability: [
    { days: ['Monday', 'Sunday'], startTime: '18:00', endTime: '24:00' },
    { days: ['Monday'], startTime: '06:00', endTime: '07:30' },
  ],
  overrides: [
    { date: '2030-02-28', startTime: '00:00', endTime: '00:00' },
    { date: '2030-01-01', startTime: '10:00', endTime: '12:00' },
  ],
  ...change,
});

describe(`the store of schedules on ${backendName}`, () => {
  const database = onDatabase();
  const store = () => createScheduleStore(database());

  async function owner(
    change?: Parameters<typeof insertAccount>[1],
  ): Promise<{ ownerId: number; first: Schedule }> {
    const ownerId = await insertAccount(database(), change);
    const first = await store().findDefault(ownerId);
    if (!first) throw new Error('an account without a default');
    return { ownerId, first };
  }

  async function createSchedule(ownerId: number, change?: Partial<NewSchedule>): Promise<Schedule> {
    const schedule = await store().create(ownerId, sample(change), ACTOR);
    if (!schedule) throw new Error('not created');
    return schedule;
  }

  const defaults = async (ownerId: number) =>
    (await store().list(ownerId, ALL)).filter(({ isDefault }) => isDefault).map(({ id }) => id);

  const auditOf = async (id: number) => {
    const entries = await createAuditLog(database()).list(undefined, 10_000);
    return entries.filter(({ subject }) => subject === `schedule:${id}`);
  };

  test('has default working hours for each new user, in their time zone', async () => {
    const { ownerId, first } = await owner({ timeZone: 'Asia/Tokyo' });
    expect(first).toEqual({
      id: first.id,
      ownerId,
      name: 'Working hours',
      timeZone: 'Asia/Tokyo',
      availability: [
        {
          days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
          startTime: '09:00',
          endTime: '17:00',
        },
      ],
      overrides: [],
      isDefault: true,
    });
    expect(await store().list(ownerId, ALL)).toEqual([first]);
  });

  test('stores a schedule unchanged, and lists schedules oldest first, in pages', async () => {
    const { ownerId, first } = await owner();
    const schedule = await createSchedule(ownerId);
    expect(schedule).toEqual({ ...sample(), id: schedule.id, ownerId });
    expect(await store().find(ownerId, schedule.id)).toEqual(schedule);
    const third = await createSchedule(ownerId, { availability: [], overrides: [] });
    expect(await store().list(ownerId, ALL)).toEqual([first, schedule, third]);
    expect(await store().list(ownerId, { take: 1, skip: 1 })).toEqual([schedule]);
    expect(await store().list(ownerId, { take: 250, skip: 3 })).toEqual([]);
  });

  test('changes the named properties only', async () => {
    const { ownerId } = await owner();
    const schedule = await createSchedule(ownerId);
    const renamed = await store().change(ownerId, schedule.id, () => ({ name: 'Nights' }), ACTOR);
    expect(renamed).toEqual({ ...schedule, name: 'Nights' });
    const emptied = await store().change(
      ownerId,
      schedule.id,
      () => ({ availability: [], overrides: [] }),
      ACTOR,
    );
    expect(emptied).toEqual({ ...schedule, name: 'Nights', availability: [], overrides: [] });
    expect(await store().change(ownerId, schedule.id, () => ({}), ACTOR)).toEqual(emptied);
    expect(await store().change(ownerId, schedule.id, () => ({ isDefault: false }), ACTOR)).toEqual(emptied);
  });

  test('replaces the default with a new one, on creation and on change', async () => {
    const { ownerId, first } = await owner();
    const second = await createSchedule(ownerId, { isDefault: true });
    expect(second.isDefault).toBe(true);
    expect(await defaults(ownerId)).toEqual([second.id]);
    expect(await store().change(ownerId, first.id, () => ({ isDefault: true }), ACTOR)).toEqual(first);
    expect(await defaults(ownerId)).toEqual([first.id]);
    expect((await store().findDefault(ownerId))?.id).toBe(first.id);
  });

  test('refuses to unset the default, and then changes nothing else', async () => {
    const { ownerId, first } = await owner();
    await createSchedule(ownerId);
    const answer = await store().change(
      ownerId,
      first.id,
      () => ({ isDefault: false, name: 'Other' }),
      ACTOR,
    );
    expect(answer).toBe('stays_default');
    expect(await store().find(ownerId, first.id)).toEqual(first);
  });

  test('replaces a removed default with the oldest schedule, and does not remove the last one', async () => {
    const { ownerId, first } = await owner();
    const [second, third] = [
      await createSchedule(ownerId),
      await createSchedule(ownerId, { isDefault: true }),
    ];
    expect(await store().remove(ownerId, third.id, ACTOR)).toBe('removed');
    expect(await defaults(ownerId)).toEqual([first.id]);
    expect(await store().remove(ownerId, first.id, ACTOR)).toBe('removed');
    expect(await defaults(ownerId)).toEqual([second.id]);
    expect(await store().remove(ownerId, second.id, ACTOR)).toBe('last');
    expect(await store().list(ownerId, ALL)).toEqual([{ ...second, isDefault: true }]);
  });

  test('has one schedule left, as the default, when all are removed in parallel', async () => {
    const { ownerId, first } = await owner();
    const ids = [
      first.id,
      (await createSchedule(ownerId)).id,
      (await createSchedule(ownerId)).id,
      (await createSchedule(ownerId)).id,
    ];
    const answers = await Promise.all(ids.map((id) => store().remove(ownerId, id, ACTOR)));
    expect(answers.filter((answer) => answer === 'last')).toHaveLength(1);
    const [left, ...more] = await store().list(ownerId, ALL);
    expect([left?.isDefault, more]).toEqual([true, []]);
  });

  test('has one default when several schedules become the default in parallel', async () => {
    const { ownerId } = await owner();
    const schedules = await Promise.all(
      Array.from({ length: 6 }, () => createSchedule(ownerId, { isDefault: true })),
    );
    await Promise.all(
      schedules.map(({ id }) =>
        store().change(ownerId, id, () => ({ isDefault: true, name: 'Mine' }), ACTOR),
      ),
    );
    expect(await defaults(ownerId)).toHaveLength(1);
  });

  test('assigns the default to event types of a removed schedule', async () => {
    const { ownerId } = await owner();
    const schedule = await createSchedule(ownerId);
    const eventType = { owner_id: ownerId, title: 'Tea', slug: 'tea', length_minutes: 30 };
    const [{ id }] = (await database()('event_type')
      .insert({ ...eventType, schedule_id: schedule.id })
      .returning('id')) as [{ id: number }];
    expect(await store().remove(ownerId, schedule.id, ACTOR)).toBe('removed');
    expect(await database()('event_type').where({ id }).first('schedule_id')).toEqual({ schedule_id: null });
  });

  test('does not find or change a schedule of another user', async () => {
    const [{ ownerId, first }, { ownerId: nonMember }] = [await owner(), await owner()];
    expect(await store().find(nonMember, first.id)).toBeUndefined();
    expect(
      await store().change(nonMember, first.id, () => ({ name: 'Mine', isDefault: true }), ACTOR),
    ).toBeUndefined();
    expect(await store().remove(nonMember, first.id, ACTOR)).toBe('not_found');
    expect(await store().findDefault(ownerId)).toEqual(first);
    expect(await store().findDefault(nonMember)).not.toEqual(first);
  });

  test('does not find an unknown id, also beyond the range of the column', async () => {
    const { ownerId } = await owner();
    for (const id of FAR) {
      expect(await store().find(ownerId, id)).toBeUndefined();
      expect(await store().change(ownerId, id, () => ({ name: 'x' }), ACTOR)).toBeUndefined();
      expect(await store().remove(ownerId, id, ACTOR)).toBe('not_found');
      expect(await store().list(id, ALL)).toEqual([]);
      expect(await store().findDefault(id)).toBeUndefined();
      expect(await store().create(id, sample(), ACTOR)).toBeUndefined();
    }
  });

  test.each(UNSTORABLE_TEXTS)('refuses text that cannot be stored: %#', async (name) => {
    const { ownerId, first } = await owner();
    await expect(store().create(ownerId, sample({ name }), ACTOR)).rejects.toMatchObject({ status: 400 });
    await expect(store().change(ownerId, first.id, () => ({ name }), ACTOR)).rejects.toMatchObject({
      status: 400,
    });
  });

  test('writes one audit entry for each change, with its actor, and none for a refused one', async () => {
    const { ownerId, first } = await owner();
    const { id } = await createSchedule(ownerId, { isDefault: true });
    await store().change(ownerId, id, () => ({ name: 'Private', overrides: [] }), ACTOR);
    await store().change(ownerId, id, () => ({}), ACTOR);
    await store().change(ownerId, id, () => ({ isDefault: false }), ACTOR);
    await store().remove(ownerId, id, ACTOR);
    await store().remove(ownerId, id, ACTOR);
    const entries = await auditOf(id);
    expect(entries).toMatchObject([
      { ...ACTOR, action: 'schedule.created', facts: { owner: ownerId, default: true } },
      { ...ACTOR, action: 'schedule.changed', facts: { owner: ownerId, changed: ['name', 'overrides'] } },
      { ...ACTOR, action: 'schedule.removed', facts: { owner: ownerId, default: first.id } },
    ]);
    expect(JSON.stringify(entries)).not.toContain('Private');
  });

  describe('of members', () => {
    const acceptedMember = async (accountId: number) => {
      const groupId = await insertMembership(database(), accountId, { organization: false, accepted: true });
      await database()('membership').where({ team_id: groupId }).update({ agreed: true });
      return { groupId, accountId };
    };
    const leave = ({ groupId, accountId }: MemberOf) =>
      database()('membership').where({ team_id: groupId, account_id: accountId }).delete();
    const listed = async (groupId: number, filter: Partial<MemberScheduleQuery> = {}) =>
      (await store().listIn(groupId, { ...ALL, ...filter }))?.map(({ id }) => id);

    async function expectNotFound(member: MemberOf, id: number): Promise<void> {
      expect(await store().find(member, id)).toBeUndefined();
      expect(await store().change(member, id, () => ({ name: 'Mine' }), ACTOR)).toBeUndefined();
      expect(await store().remove(member, id, ACTOR)).toBe('not_found');
      expect(await store().create(member, sample(), ACTOR)).toBeUndefined();
      expect(await listed(member.groupId, { memberId: member.accountId })).toBeUndefined();
    }

    test('finds a schedule of a member for the group', async () => {
      const { ownerId, first } = await owner();
      const member = await acceptedMember(ownerId);
      const schedule = await store().create(member, sample(), ACTOR);
      expect(schedule).toMatchObject({ ownerId });
      const id = schedule?.id ?? 0;
      expect(await store().find(ownerId, id)).toEqual(schedule);
      expect(await store().find(member, id)).toEqual(schedule);
      expect(await listed(member.groupId)).toEqual([first.id, id]);
      expect(await listed(member.groupId, { memberId: ownerId, take: 1, skip: 1 })).toEqual([id]);
      expect(await listed(member.groupId, { memberId: ownerId, skip: 2 })).toEqual([]);
      expect(await store().change(member, id, () => ({ name: 'Nights' }), ACTOR)).toMatchObject({
        name: 'Nights',
      });
      expect(await store().remove(member, id, ACTOR)).toBe('removed');
    });

    test('does not find schedules of users who did not accept, left, or are in another group', async () => {
      const { ownerId, first } = await owner();
      const member = await acceptedMember(ownerId);
      const other = await acceptedMember((await owner()).ownerId);
      await expectNotFound({ ...member, groupId: other.groupId }, first.id);
      await leave(member);
      await expectNotFound(member, first.id);
      const groupId = await insertMembership(database(), ownerId, { organization: true, accepted: true });
      await expectNotFound({ groupId, accountId: ownerId }, first.id);
      expect(await store().list(ownerId, ALL)).toEqual([first]);
    });

    async function isWaitingForLock(): Promise<boolean> {
      const here = database()('pg_stat_activity').whereRaw('datname = current_database()');
      return (await here.where({ wait_event_type: 'Lock' }).select('pid')).length > 0;
    }

    test('applies a change after a parallel removal of the member, and then finds nothing', async () => {
      const { ownerId, first } = await owner();
      const member = await acceptedMember(ownerId);
      const removal = await database().transaction();
      await removal('membership').where({ team_id: member.groupId, account_id: ownerId }).delete();
      const change = store().change(member, first.id, () => ({ name: 'Late' }), ACTOR);
      // The embedded database has one connection, which the removal holds.
      if (backendName !== 'embedded') await until(isWaitingForLock);
      await removal.commit();
      expect(await change).toBeUndefined();
      expect(await store().find(ownerId, first.id)).toEqual(first);
    });

    test('does not find an unknown group or member, also beyond the range of the column', async () => {
      const { ownerId, first } = await owner();
      const { groupId } = await acceptedMember(ownerId);
      for (const far of FAR) {
        await expectNotFound({ groupId, accountId: far }, first.id);
        await expectNotFound({ groupId: far, accountId: ownerId }, first.id);
        expect(await listed(far)).toEqual([]);
        expect(await listed(groupId, { eventTypeId: far })).toEqual([]);
        expect(await listed(groupId, { eventTypeId: far, memberId: far })).toBeUndefined();
      }
    });

    test('finds the schedules of an event type: its own for its owner, and the default of other hosts', async () => {
      const [{ ownerId }, host] = [await owner(), await owner()];
      const { groupId } = await acceptedMember(ownerId);
      const joining = { team_id: groupId, account_id: host.ownerId, role: 'member' };
      await database()('membership').insert({ ...joining, accepted: true, agreed: true });
      const { id: named } = await createSchedule(ownerId);
      let count = 0;
      const eventType = async (columns: object): Promise<number> => {
        const row = { title: 'Call', slug: `call-${(count += 1)}`, length_minutes: 30, ...columns };
        const [inserted] = (await database()('event_type').insert(row).returning('id')) as [{ id: number }];
        return inserted.id;
      };
      const follows = (eventTypeId: number) => listed(groupId, { eventTypeId });
      expect(await follows(await eventType({ owner_id: ownerId, schedule_id: named }))).toEqual([named]);
      const ofTeam = { team_id: groupId, scheduling_type: 'collective' };
      const hosted = await eventType(ofTeam);
      const hosting = { event_type_id: hosted, team_id: groupId, account_id: host.ownerId, position: 0 };
      await database()('event_type_host').insert(hosting);
      expect(await follows(hosted)).toEqual([host.first.id]);
      const allSchedules = [...(await defaults(ownerId)), host.first.id];
      expect(await follows(await eventType({ ...ofTeam, assign_all: true }))).toEqual(allSchedules);
      const elsewhere = await insertMembership(database(), ownerId, { organization: false, accepted: true });
      const foreign = await eventType({ ...ofTeam, team_id: elsewhere, assign_all: true });
      expect(await follows(foreign)).toEqual([]);
    });
  });
});
