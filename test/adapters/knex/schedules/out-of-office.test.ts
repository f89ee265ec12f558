/* The store of absences: no overlaps for a user, and no loops of stand-ins. */
import { createAccountStore } from '../../../../adapters/knex/accounts/accounts.js';
import { createAuditLog } from '../../../../adapters/knex/events/audit.js';
import { createAbsenceStore } from '../../../../adapters/knex/schedules/out-of-office.js';
import type { MemberOf, Owner } from '../../../../src/scheduling/owner.js';
import type {
  Absence,
  MemberAbsenceQuery,
  NewAbsence,
} from '../../../../src/scheduling/out-of-office/store.js';
import { backendName } from '../../../support/backend.js';
import { insertMembership, onDatabase, insertAccount } from '../../../contracts/on-database.js';
import { ACTOR, UNSTORABLE_TEXTS } from '../../../contracts/samples.js';

const ALL = { take: 250, skip: 0 };
const day = (number: number): number => Date.UTC(2040, 0, number);

const absence = (from: number, until: number, change: Partial<NewAbsence> = {}): NewAbsence => ({
  start: day(from),
  end: day(until),
  reason: 'vacation',
  notes: null,
  standInId: null,
  ...change,
});

describe(`the store of absences on ${backendName}`, () => {
  const database = onDatabase();
  const store = () => createAbsenceStore(database());
  const insertUsers = async (): Promise<readonly [number, number, number]> => [
    await insertAccount(database()),
    await insertAccount(database()),
    await insertAccount(database()),
  ];

  async function createAbsence(owner: Owner, input: NewAbsence): Promise<Absence> {
    const answer = await store().create(owner, input, ACTOR);
    if (typeof answer !== 'object') throw new Error(`not created: ${answer}`);
    return answer;
  }

  const change = (absent: Absence, settings: Partial<NewAbsence>) =>
    store().change(absent.accountId, absent.id, (now) => ({ ...now, ...settings }), ACTOR);

  const entries = (accountId: number) => store().list(accountId, ALL);

  test('stores an absence unchanged, to the millisecond', async () => {
    const [ada, grace] = await insertUsers();
    const input = {
      start: day(1) + 1,
      end: day(11) - 1,
      reason: 'public_holiday',
      notes: 'Zoë\nknows',
      standInId: grace,
    } as const;
    const { id, uuid, ...rest } = await createAbsence(ada, input);
    expect(rest).toEqual({ ...input, accountId: ada });
    expect(uuid).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(await entries(ada)).toEqual([{ id, uuid, ...rest }]);
    expect(await entries(grace)).toEqual([]);
  });

  test('lists absences in the requested order, in pages', async () => {
    const [ada] = await insertUsers();
    for (const [from, until] of [
      [20, 21],
      [1, 2],
      [5, 9],
    ] as const)
      await createAbsence(ada, absence(from, until));
    const starts = async (query: Partial<Parameters<ReturnType<typeof store>['list']>[1]>) =>
      (await store().list(ada, { ...ALL, ...query })).map(({ start }) => (start - day(0)) / 86_400_000);
    expect(await starts({})).toEqual([1, 5, 20]);
    expect(await starts({ sortStart: 'desc' })).toEqual([20, 5, 1]);
    expect(await starts({ sortEnd: 'desc' })).toEqual([20, 5, 1]);
    expect(await starts({ sortEnd: 'asc' })).toEqual([1, 5, 20]);
    expect(await starts({ sortStart: 'asc', sortEnd: 'desc' })).toEqual([1, 5, 20]);
    expect(await starts({ take: 1, skip: 1 })).toEqual([5]);
  });

  test('refuses overlapping absences of a user; one can start when another ends', async () => {
    const [ada, grace] = await insertUsers();
    await createAbsence(ada, absence(5, 10));
    for (const [from, until] of [
      [5, 10],
      [1, 6],
      [9, 12],
      [6, 7],
      [1, 20],
    ] as const)
      expect(await store().create(ada, absence(from, until), ACTOR)).toBe('overlap');
    await createAbsence(ada, absence(10, 12));
    await createAbsence(ada, absence(3, 5));
    await createAbsence(grace, absence(5, 10));
    expect(await entries(ada)).toHaveLength(3);
  });

  test('creates one of 8 parallel absences at the same time', async () => {
    const [ada] = await insertUsers();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => store().create(ada, absence(5, 10), ACTOR)),
    );
    expect(answers.filter((answer) => answer === 'overlap')).toHaveLength(7);
    expect(await entries(ada)).toHaveLength(1);
  });

  test('compares a changed absence with the others, not with itself', async () => {
    const [ada] = await insertUsers();
    const first = await createAbsence(ada, absence(5, 10));
    await createAbsence(ada, absence(10, 12));
    expect(await change(first, { start: day(6) })).toEqual({ ...first, start: day(6) });
    expect(await change(first, { end: day(11) })).toBe('overlap');
    expect(await change(first, { notes: 'back soon', reason: 'sick' })).toEqual({
      ...first,
      start: day(6),
      notes: 'back soon',
      reason: 'sick',
    });
    expect((await entries(ada))[0]).toMatchObject({ start: day(6), end: day(10) });
  });

  test('passes on an error of the decision, and changes nothing', async () => {
    const [ada] = await insertUsers();
    const before = await createAbsence(ada, absence(5, 10));
    const refuse = () => {
      throw new Error('refused');
    };
    await expect(store().change(ada, before.id, refuse, ACTOR)).rejects.toThrow('refused');
    expect(await entries(ada)).toEqual([before]);
  });

  test('runs the decisions of parallel changes one after the other', async () => {
    const [ada] = await insertUsers();
    const absent = await createAbsence(ada, absence(5, 10));
    const seen: number[] = [];
    const shorter = (now: Absence) => {
      seen.push(now.end);
      return { ...now, end: now.end - 3_600_000 };
    };
    await Promise.all([1, 2, 3].map(() => store().change(ada, absent.id, shorter, ACTOR)));
    expect(seen).toEqual([0, 1, 2].map((hours) => day(10) - hours * 3_600_000));
  });

  test('accepts only an enabled account as stand-in', async () => {
    const [ada, grace] = await insertUsers();
    await createAccountStore(database()).setDisabled(grace, true, ACTOR);
    for (const standInId of [grace, 0, -1, 2_000_000_000, 2 ** 31])
      expect(await store().create(ada, absence(5, 10, { standInId }), ACTOR)).toBe('no_stand_in');
    expect(await entries(ada)).toEqual([]);
  });

  test('refuses a loop of stand-ins at the same time, also over several users', async () => {
    const [ada, grace, mary] = await insertUsers();
    const first = await createAbsence(ada, absence(5, 10, { standInId: grace }));
    await createAbsence(grace, absence(8, 20, { standInId: mary }));
    expect(await store().create(mary, absence(9, 12, { standInId: ada }), ACTOR)).toBe('loop');
    expect(await store().create(mary, absence(9, 12, { standInId: grace }), ACTOR)).toBe('loop');
    const later = await createAbsence(mary, absence(10, 12, { standInId: ada }));
    expect(await change(first, { end: day(11) })).toBe('loop');
    expect(await change(later, { standInId: null })).toMatchObject({ standInId: null });
    expect(await change(first, { end: day(11) })).toMatchObject({ end: day(11), standInId: grace });
  });

  test('accepts a chain of stand-ins that ends before it closes a loop', async () => {
    const [ada, grace, mary] = await insertUsers();
    await createAbsence(grace, absence(1, 6, { standInId: mary }));
    await createAbsence(mary, absence(6, 12, { standInId: ada }));
    await createAbsence(ada, absence(5, 10, { standInId: grace }));
  });

  test('refuses one of two parallel absences that name each other’s user as stand-in', async () => {
    const [ada, grace] = await insertUsers();
    const answers = await Promise.all([
      store().create(ada, absence(5, 10, { standInId: grace }), ACTOR),
      store().create(grace, absence(5, 10, { standInId: ada }), ACTOR),
    ]);
    expect(answers.filter((answer) => answer === 'loop')).toHaveLength(1);
  });

  test('returns a removed absence once', async () => {
    const [ada] = await insertUsers();
    const absent = await createAbsence(ada, absence(5, 10));
    expect(await store().remove(ada, absent.id, ACTOR)).toEqual(absent);
    expect(await store().remove(ada, absent.id, ACTOR)).toBeUndefined();
    expect(await entries(ada)).toEqual([]);
    await createAbsence(ada, absence(5, 10));
  });

  test('does not find or change an absence of another user', async () => {
    const [ada, grace] = await insertUsers();
    const absent = await createAbsence(ada, absence(5, 10));
    const undecided = () => {
      throw new Error('the absence of another user was read');
    };
    expect(await store().change(grace, absent.id, undecided, ACTOR)).toBeUndefined();
    expect(await store().remove(grace, absent.id, ACTOR)).toBeUndefined();
    expect(await entries(ada)).toEqual([absent]);
  });

  test('does not find an unknown id, also beyond the range of the column', async () => {
    const [ada] = await insertUsers();
    for (const id of [0, -1, 2_000_000_000, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
      expect(await store().change(ada, id, (now) => now, ACTOR)).toBeUndefined();
      expect(await store().remove(ada, id, ACTOR)).toBeUndefined();
      expect(await store().create(id, absence(5, 10), ACTOR)).toBeUndefined();
      expect(await entries(id)).toEqual([]);
    }
  });

  test.each(UNSTORABLE_TEXTS)('refuses text that cannot be stored: %#', async (notes) => {
    const [ada] = await insertUsers();
    const absent = await createAbsence(ada, absence(5, 10));
    const input = absence(15, 16, { notes });
    await expect(store().create(ada, input, ACTOR)).rejects.toMatchObject({ status: 400 });
    await expect(change(absent, { notes })).rejects.toMatchObject({ status: 400 });
  });

  test('writes one audit entry for each change, with its actor and without the notes', async () => {
    const [ada, grace] = await insertUsers();
    const absent = await createAbsence(ada, absence(5, 10, { notes: 'Private' }));
    await store().create(ada, absence(5, 10), ACTOR);
    await change(absent, { standInId: grace });
    await store().remove(ada, absent.id, ACTOR);
    const all = await createAuditLog(database()).list(undefined, 10_000);
    const rows = all.filter(({ subject }) => subject === `out_of_office:${absent.id}`);
    expect(rows).toMatchObject([
      { ...ACTOR, action: 'out_of_office.created', facts: { account: ada } },
      { ...ACTOR, action: 'out_of_office.changed', facts: { account: ada, stand_in: grace } },
      { ...ACTOR, action: 'out_of_office.removed', facts: { account: ada, stand_in: grace } },
    ]);
    expect(JSON.stringify(all)).not.toContain('Private');
  });

  describe('of members', () => {
    /** A new team or organization with these users as members who have accepted. */
    async function groupOf(...accountIds: readonly number[]): Promise<number> {
      const [first = 0, ...others] = accountIds;
      const groupId = await insertMembership(database(), first, { organization: false, accepted: true });
      const rows = others.map((id) => ({ team_id: groupId, account_id: id, role: 'member', accepted: true }));
      if (rows.length > 0) await database()('membership').insert(rows);
      await database()('membership').where({ team_id: groupId }).update({ agreed: true });
      return groupId;
    }
    const leave = (groupId: number, accountId: number) =>
      database()('membership').where({ team_id: groupId, account_id: accountId }).delete();
    const listed = async (groupId: number, filter: Partial<MemberAbsenceQuery> = {}) =>
      (await store().listIn(groupId, { ...ALL, ...filter }))?.map(({ id }) => id);
    const unchanged = (before: Absence) => before;

    async function expectNotFound(member: MemberOf, id: number): Promise<void> {
      expect(await store().create(member, absence(25, 26), ACTOR)).toBeUndefined();
      expect(await store().change(member, id, unchanged, ACTOR)).toBeUndefined();
      expect(await store().remove(member, id, ACTOR)).toBeUndefined();
      expect(await listed(member.groupId, { memberId: member.accountId })).toBeUndefined();
    }

    test('finds an absence of a member only while they are in the group', async () => {
      const [ada, grace] = await insertUsers();
      const groupId = await groupOf(ada, grace);
      const member = { groupId, accountId: ada };
      const absent = await createAbsence(member, absence(5, 10));
      expect(await entries(ada)).toEqual([absent]);
      expect(await listed(groupId, { memberId: ada })).toEqual([absent.id]);
      expect(await listed(groupId, { memberId: grace })).toEqual([]);
      const withNotes = (before: Absence) => ({ ...before, notes: 'Sea' });
      expect(await store().change(member, absent.id, withNotes, ACTOR)).toEqual({ ...absent, notes: 'Sea' });
      const other = { groupId, accountId: grace };
      expect(await store().change(other, absent.id, withNotes, ACTOR)).toBeUndefined();
      expect(await store().remove(other, absent.id, ACTOR)).toBeUndefined();
      await leave(groupId, ada);
      await expectNotFound(member, absent.id);
      expect(await listed(groupId)).toEqual([]);
      expect(await entries(ada)).toHaveLength(1);
    });

    test('lists the absences of all members of a group, also by address', async () => {
      const [ada, grace, mary] = await insertUsers();
      const groupId = await groupOf(ada, grace);
      await createAbsence(mary, absence(1, 2));
      const later = await createAbsence(ada, absence(5, 10));
      const first = await createAbsence(grace, absence(3, 4));
      expect(await listed(groupId)).toEqual([first.id, later.id]);
      expect(await listed(groupId, { sortStart: 'desc', take: 1 })).toEqual([later.id]);
      const email = async (id: number) => (await createAccountStore(database()).findById(id))?.email ?? '';
      expect(await listed(groupId, { email: (await email(ada)).toUpperCase() })).toEqual([later.id]);
      expect(await listed(groupId, { email: await email(mary) })).toEqual([]);
      expect(await listed(groupId, { email: 'a\0b@example.org' })).toEqual([]);
    });

    test('does not find an unknown group or member, also beyond the range of the column', async () => {
      const [ada] = await insertUsers();
      const groupId = await groupOf(ada);
      const { id } = await createAbsence(ada, absence(5, 10));
      for (const far of [0, -1, 2_000_000_000, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
        await expectNotFound({ groupId, accountId: far }, id);
        await expectNotFound({ groupId: far, accountId: ada }, id);
        expect(await listed(far)).toEqual([]);
      }
    });

    test('accepts a stand-in of the same team or organization who has accepted', async () => {
      const [ada, grace, mary] = await insertUsers();
      await groupOf(ada, grace);
      await groupOf(mary);
      const handOver = (standInId: number) => store().create(ada, absence(5, 10, { standInId }), ACTOR);
      expect(await handOver(mary)).toBe('no_stand_in');
      const invited = { team_id: await groupOf(ada), account_id: mary, role: 'member', accepted: true };
      await database()('membership').insert(invited);
      expect(await handOver(mary)).toBe('no_stand_in');
      expect(await handOver(grace)).toMatchObject({ standInId: grace });
    });

    test('accepts any stand-in of a user without a team', async () => {
      const [ada, grace] = await insertUsers();
      await groupOf(grace);
      await insertMembership(database(), ada, { organization: false, accepted: false });
      expect(await createAbsence(ada, absence(5, 10, { standInId: grace }))).toMatchObject({
        standInId: grace,
      });
    });

    test('accepts a stand-in who left until the times of the absence change', async () => {
      const [ada, grace] = await insertUsers();
      const groupId = await groupOf(ada, grace);
      const absent = await createAbsence(ada, absence(5, 10, { standInId: grace }));
      await leave(groupId, grace);
      expect(await change(absent, { notes: 'Sea' })).toEqual({ ...absent, notes: 'Sea' });
      expect(await change(absent, { end: day(11) })).toBe('no_stand_in');
      expect(await change(absent, { end: day(11), standInId: null })).toMatchObject({ end: day(11) });
    });
  });
});
