import type { ScopeName } from '../../../src/scopes/catalogue.js';
import { useService } from '../../support/service.js';
import { type Caller, callerFor, faulty } from '../caller.js';
import { type MemberFixture, memberFixture } from '../member-fixture.js';

const SCOPES: readonly ScopeName[] = [
  'SCHEDULE_READ',
  'SCHEDULE_WRITE',
  'EVENT_TYPE_WRITE',
  'TEAM_SCHEDULE_READ',
  'TEAM_SCHEDULE_WRITE',
  'ORG_SCHEDULE_READ',
  'ORG_SCHEDULE_WRITE',
];
const INPUT = {
  name: 'Évenings',
  timeZone: 'Europe/Lisbon',
  isDefault: false,
  availability: [{ days: ['Tuesday'], startTime: '18:00', endTime: '24:00' }],
  overrides: [{ date: '2032-02-29', startTime: '00:00', endTime: '00:00' }],
};

interface ScheduleView {
  readonly id: number;
  readonly ownerId: number;
  readonly isDefault: boolean;
}

const service = useService();
let fixture: MemberFixture;
let ada: Caller;
let grace: Caller;
let mary: Caller;
beforeAll(async () => {
  fixture = memberFixture(service);
  ada = await callerFor(service, SCOPES);
  grace = await callerFor(service, SCOPES);
  mary = await callerFor(service, SCOPES);
});

const orgPath = (orgId: number, path: string): string => `/v2/organizations/${orgId}${path}`;
const teamPath = (teamId: number, path: string): string => `/v2/teams/${teamId}${path}`;
const ofUser = ({ id }: Caller, path = ''): string => `/users/${id}/schedules${path}`;
const ids = async (caller: Caller, path: string) => {
  const { status, data } = await caller.call<readonly ScheduleView[]>('GET', path);
  return status === 200 ? data.map(({ id }) => id) : status;
};
const ownDefault = async (caller: Caller) =>
  (await caller.call<ScheduleView>('GET', '/v2/schedules/default')).data.id;
const add = async (path: string, by = ada) => {
  const reply = await by.call<ScheduleView>('POST', path, INPUT);
  expect([reply.status, reply.error]).toEqual([201, undefined]);
  return reply.data;
};

/** Of Ada, with Grace as a member who has accepted. */
async function organization(): Promise<number> {
  const orgId = await fixture.organization(ada.id);
  await fixture.join(orgId, ada.id, grace.id);
  return orgId;
}
async function team(): Promise<number> {
  const teamId = await fixture.team(ada.id);
  await fixture.join(teamId, ada.id, grace.id);
  return teamId;
}

type Way = readonly [group: string, pathOf: () => Promise<string>];
const BOTH: readonly Way[] = [
  ['a team', async () => teamPath(await team(), ofUser(grace))],
  ['an organization', async () => orgPath(await organization(), ofUser(grace))],
];

describe.each(BOTH)('the schedules of a member of %s', (_, pathOf) => {
  test('are created, listed, changed and deleted by a manager of the group', async () => {
    const path = await pathOf();
    const before = await ownDefault(grace);
    const schedule = await add(path);
    expect(schedule).toEqual({ ...INPUT, id: schedule.id, ownerId: grace.id });
    expect(await ids(ada, path)).toEqual([before, schedule.id]);
    expect(await ids(ada, `${path}?take=1&skip=1`)).toEqual([schedule.id]);
    expect(await ids(ada, `${path}?skip=2`)).toEqual([]);
    expect((await grace.call('GET', `/v2/schedules/${schedule.id}`)).data).toEqual(schedule);
    const changed = await ada.call('PATCH', `${path}/${schedule.id}`, { name: 'Nights', isDefault: true });
    const nights = { ...schedule, name: 'Nights', isDefault: true };
    expect([changed.status, changed.data]).toEqual([200, nights]);
    expect(await ownDefault(grace)).toBe(schedule.id);
    const removed = await ada.call('DELETE', `${path}/${schedule.id}`);
    expect([removed.status, removed.text]).toEqual([200, '{"status":"success"}']);
    expect(await ids(ada, path)).toEqual([before]);
    const entries = await service.stores.events.audit.list(undefined, 10_000);
    const rows = entries.filter(({ subject }) => subject === `schedule:${schedule.id}`);
    expect(rows.map(({ actor, action, facts }) => [actor, action, facts['owner']])).toEqual([
      [`account:${ada.id}`, 'schedule.created', grace.id],
      [`account:${ada.id}`, 'schedule.changed', grace.id],
      [`account:${ada.id}`, 'schedule.removed', grace.id],
    ]);
  });

  test('always include a default, and the last one cannot be deleted', async () => {
    const path = await pathOf();
    const only = await ownDefault(grace);
    const undone = await ada.call('PATCH', `${path}/${only}`, { isDefault: false });
    expect([undone.status, undone.error.message]).toEqual([
      409,
      expect.stringContaining('stays the default'),
    ]);
    const removed = await ada.call('DELETE', `${path}/${only}`);
    expect([removed.status, removed.error.message]).toEqual([409, expect.stringContaining('only schedule')]);
  });

  test('are validated like those of the current user', async () => {
    const path = await pathOf();
    const input = {
      ...INPUT,
      timeZone: 'Mars/Base',
      availability: [{ days: [], startTime: 'x', endTime: 1 }],
    };
    const created = await ada.call('POST', path, input);
    expect(created.status).toBe(400);
    expect(faulty(created)).toEqual([
      'timeZone',
      'availability.0.days',
      'availability.0.startTime',
      'availability.0.endTime',
    ]);
    const listed = await ada.call('GET', `${path}?take=0&skip=x`);
    expect([listed.status, faulty(listed)]).toEqual([400, ['take', 'skip']]);
    const noNumber = await ada.call('DELETE', `${path}/first`);
    expect([noNumber.status, faulty(noNumber)]).toEqual([400, ['scheduleId']]);
    expect(await ids(ada, path)).toEqual([await ownDefault(grace)]);
  });

  test('are not found under the id of another user', async () => {
    const path = await pathOf();
    const own = await ownDefault(ada);
    expect((await ada.call('PATCH', `${path}/${own}`, { name: 'X' })).status).toBe(404);
    expect((await ada.call('DELETE', `${path}/${own}`)).status).toBe(404);
    expect((await ada.call('PATCH', `${path}/2000000000`, { name: 'X' })).status).toBe(404);
  });

  test('are refused to members with 403 and to non-members with 404', async () => {
    const path = await pathOf();
    const answers = async (caller: Caller) => {
      const { status: post } = await caller.call('POST', path, INPUT);
      return [(await caller.call('GET', path)).status, post];
    };
    expect(await answers(grace)).toEqual([403, 403]);
    expect(await answers(mary)).toEqual([404, 404]);
  });
});

type Group = readonly [group: string, make: () => Promise<number>, pathOf: typeof teamPath];
const GROUPS: readonly Group[] = [
  ['a team', () => fixture.team(ada.id), teamPath],
  ['an organization', () => fixture.organization(ada.id), orgPath],
];

describe.each(GROUPS)('the schedules of users in %s', (_, make, pathOf) => {
  const statuses = async (path: string, scheduleId: number) => [
    (await ada.call('GET', path)).status,
    (await ada.call('POST', path, INPUT)).status,
    (await ada.call('PATCH', `${path}/${scheduleId}`, { name: 'Mine' })).status,
    (await ada.call('DELETE', `${path}/${scheduleId}`)).status,
  ];
  const NOWHERE = [404, 404, 404, 404];

  test('are not found before the user has joined and accepted', async () => {
    const groupId = await make();
    const path = pathOf(groupId, ofUser(mary));
    const theirs = await ownDefault(mary);
    expect(await statuses(path, theirs)).toEqual(NOWHERE);
    await fixture.join(groupId, ada.id, mary.id, { agree: false });
    expect(await statuses(path, theirs)).toEqual(NOWHERE);
    expect(await ids(ada, pathOf(groupId, '/schedules'))).not.toContain(theirs);
    expect(await ids(mary, '/v2/schedules')).toEqual([theirs]);
  });

  test('are not found any more after the member was removed', async () => {
    const groupId = await make();
    const membership = await fixture.join(groupId, ada.id, mary.id);
    const path = pathOf(groupId, ofUser(mary));
    const { id } = await add(path);
    expect(await ids(ada, path)).toContain(id);
    await fixture.leave(groupId, ada.id, membership);
    expect(await statuses(path, id)).toEqual(NOWHERE);
    expect((await mary.call('DELETE', `/v2/schedules/${id}`)).status).toBe(200);
  });

  test('are not found by an administrator who was removed', async () => {
    const groupId = await make();
    const membership = await fixture.join(groupId, ada.id, grace.id, { role: 'admin' });
    const path = pathOf(groupId, ofUser(ada));
    expect(await ids(grace, path)).toEqual([await ownDefault(ada)]);
    await fixture.leave(groupId, ada.id, membership);
    expect((await grace.call('GET', path)).status).toBe(404);
    expect((await grace.call('POST', path, INPUT)).status).toBe(404);
  });

  test('are not found under an id without an account', async () => {
    const groupId = await make();
    for (const id of ['2000000000', '1099511627776'])
      expect(await statuses(pathOf(groupId, `/users/${id}/schedules`), 1)).toEqual(NOWHERE);
    const noNumber = await ada.call('GET', pathOf(groupId, '/users/me/schedules'));
    expect([noNumber.status, faulty(noNumber)]).toEqual([400, ['userId']]);
  });
});

describe('the schedules of a group', () => {
  test('are listed for all members, oldest first and in pages', async () => {
    const orgId = await organization();
    const teamId = await fixture.team(ada.id, orgId);
    await fixture.join(teamId, ada.id, grace.id);
    const all = [await ownDefault(ada), await ownDefault(grace)];
    const third = await add(orgPath(orgId, ofUser(grace)));
    const lists = [
      orgPath(orgId, '/schedules'),
      teamPath(teamId, '/schedules'),
      orgPath(orgId, `/teams/${teamId}/schedules`),
    ];
    for (const path of lists) {
      expect(await ids(ada, path)).toEqual([...all, third.id]);
      expect(await ids(ada, `${path}?take=1&skip=2`)).toEqual([third.id]);
      const refused = await ada.call('GET', `${path}?take=251`);
      expect([refused.status, faulty(refused)]).toEqual([400, ['take']]);
      expect((await grace.call('GET', path)).status).toBe(403);
      expect((await mary.call('GET', path)).status).toBe(404);
    }
    await grace.call('DELETE', `/v2/schedules/${third.id}`);
  });

  test('are found for a team only in its own organization', async () => {
    const [orgId, otherId] = [await organization(), await organization()];
    const teamId = await fixture.team(ada.id, orgId);
    await fixture.join(teamId, ada.id, grace.id);
    const inside = `/teams/${teamId}${ofUser(grace)}`;
    expect(await ids(ada, orgPath(orgId, inside))).toEqual([await ownDefault(grace)]);
    expect(await ids(ada, orgPath(otherId, inside))).toBe(404);
    expect(await ids(ada, orgPath(otherId, `/teams/${teamId}/schedules`))).toBe(404);
  });

  test('are read one by one at the mount of the organization', async () => {
    const orgId = await organization();
    const id = await ownDefault(grace);
    const read = await ada.call<ScheduleView>('GET', orgPath(orgId, ofUser(grace, `/${id}`)));
    expect([read.status, read.data]).toMatchObject([200, { id, ownerId: grace.id }]);
    expect((await ada.call('GET', orgPath(orgId, ofUser(ada, `/${id}`)))).status).toBe(404);
    expect((await mary.call('GET', orgPath(orgId, ofUser(grace, `/${id}`)))).status).toBe(404);
  });

  test('are filtered by the event type that follows them', async () => {
    const teamId = await team();
    const { id: scheduleId } = await add('/v2/schedules', grace);
    const eventType = { title: 'Call', slug: 'call', lengthInMinutes: 30, scheduleId };
    const created = await grace.call<{ readonly id: number }>('POST', '/v2/event-types', eventType);
    expect([created.status, created.error]).toEqual([201, undefined]);
    const filter = `?eventTypeId=${created.data.id}`;
    expect(await ids(ada, teamPath(teamId, `/schedules${filter}`))).toEqual([scheduleId]);
    expect(await ids(ada, teamPath(teamId, ofUser(grace, filter)))).toEqual([scheduleId]);
    expect(await ids(ada, teamPath(teamId, ofUser(ada, filter)))).toEqual([]);
    expect(await ids(ada, teamPath(teamId, '/schedules?eventTypeId=1099511627776'))).toEqual([]);
    const refused = await ada.call('GET', teamPath(teamId, '/schedules?eventTypeId=call'));
    expect([refused.status, faulty(refused)]).toEqual([400, ['eventTypeId']]);
  });
});

describe('an administrator of the organization', () => {
  test('manages the members of its teams without a membership of the team', async () => {
    const orgId = await organization();
    const teamId = await fixture.team(grace.id, orgId);
    await fixture.join(orgId, ada.id, mary.id);
    await fixture.join(teamId, ada.id, mary.id);
    const path = teamPath(teamId, ofUser(mary));
    const { id } = await add(path);
    expect(await ids(ada, path)).toContain(id);
    expect(await ids(ada, teamPath(teamId, ofUser(ada)))).toBe(404);
    expect((await ada.call('DELETE', `${path}/${id}`)).status).toBe(200);
  });
});
