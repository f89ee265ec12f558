import type { ScopeName } from '../../../src/scopes/catalogue.js';
import { useService } from '../../support/service.js';
import { type Caller, callerFor, faulty } from '../caller.js';
import { type MemberFixture, memberFixture } from '../member-fixture.js';

const SCOPES: readonly ScopeName[] = [
  'SCHEDULE_READ',
  'SCHEDULE_WRITE',
  'TEAM_SCHEDULE_READ',
  'TEAM_SCHEDULE_WRITE',
  'ORG_SCHEDULE_READ',
  'ORG_SCHEDULE_WRITE',
];
const NOW = Date.UTC(2040, 0, 10, 12);
const WEEK = { start: '2040-02-01T00:00:00.000Z', end: '2040-02-07T23:59:59.999Z' };
const LATER = { start: '2040-03-01T00:00:00.000Z', end: '2040-03-02T00:00:00.000Z' };

interface AbsenceView {
  readonly id: number;
  readonly userId: number;
  readonly start: string;
}

const service = useService({ clock: () => NOW });
let fixture: MemberFixture;
let ada: Caller;
let grace: Caller;
let mary: Caller;
beforeAll(async () => {
  fixture = memberFixture(service);
  ada = await callerFor(service, SCOPES);
  grace = await callerFor(service, [...SCOPES, 'PROFILE_WRITE']);
  mary = await callerFor(service, SCOPES);
});
beforeEach(async () => {
  for (const caller of [ada, grace, mary])
    for (const id of (await ids(caller, '/v2/me/ooo')) as readonly number[])
      await caller.call('DELETE', `/v2/me/ooo/${id}`);
});

const ids = async (caller: Caller, path: string) => {
  const { status, data } = await caller.call<readonly AbsenceView[]>('GET', path);
  return status === 200 ? data.map(({ id }) => id) : status;
};
const createAbsence = async (path: string, input: object = {}, by = ada) => {
  const reply = await by.call<AbsenceView>('POST', path, { ...WEEK, ...input });
  expect([reply.status, reply.error]).toEqual([201, undefined]);
  return reply.data;
};
const userPath = ({ id }: Caller): string => `/users/${id}/ooo`;

type Group = readonly [
  group: string,
  make: () => Promise<number>,
  pathOf: (id: number, path: string) => string,
];
const GROUPS: readonly Group[] = [
  ['a team', () => fixture.team(ada.id), (id, path) => `/v2/teams/${id}${path}`],
  ['an organization', () => fixture.organization(ada.id), (id, path) => `/v2/organizations/${id}${path}`],
];

describe.each(GROUPS)('the absences of a member of %s', (_, make, pathOf) => {
  let groupId: number;
  let path: string;
  let membership: number;
  beforeEach(async () => {
    groupId = await make();
    membership = await fixture.join(groupId, ada.id, grace.id);
    path = pathOf(groupId, userPath(grace));
  });
  const statuses = async (at: string, id: number) => [
    (await ada.call('GET', at)).status,
    (await ada.call('POST', at, LATER)).status,
    (await ada.call('PATCH', `${at}/${id}`, { notes: 'Mine' })).status,
    (await ada.call('DELETE', `${at}/${id}`)).status,
  ];
  const NOWHERE = [404, 404, 404, 404];

  test('are created, listed, changed and deleted by a manager of the group', async () => {
    const entry = await createAbsence(path, { notes: 'Sea', toUserId: ada.id, reason: 'vacation' });
    const expected = { ...WEEK, notes: 'Sea', toUserId: ada.id, reason: 'vacation' };
    expect(entry).toEqual({ id: entry.id, uuid: expect.any(String), userId: grace.id, ...expected });
    expect((await grace.call('GET', '/v2/me/ooo')).data).toEqual([entry]);
    const second = await createAbsence(path, LATER);
    expect(await ids(ada, path)).toEqual([entry.id, second.id]);
    expect(await ids(ada, `${path}?sortStart=desc&take=1`)).toEqual([second.id]);
    expect(await ids(ada, `${path}?skip=2`)).toEqual([]);
    const { toUserId, ...rest } = { ...entry, notes: 'Snow', toUserId: 0 };
    const changed = await ada.call('PATCH', `${path}/${entry.id}`, { notes: 'Snow', toUserId: null });
    expect([changed.status, changed.data]).toEqual([200, rest]);
    const removed = await ada.call('DELETE', `${path}/${entry.id}`);
    expect([removed.status, removed.data]).toEqual([200, rest]);
    expect(await ids(ada, path)).toEqual([second.id]);
    const entries = await service.stores.events.audit.list(undefined, 10_000);
    const rows = entries.filter(({ subject }) => subject === `out_of_office:${entry.id}`);
    expect(rows.map(({ actor, action, facts }) => [actor, action, facts['account']])).toEqual([
      [`account:${ada.id}`, 'out_of_office.created', grace.id],
      [`account:${ada.id}`, 'out_of_office.changed', grace.id],
      [`account:${ada.id}`, 'out_of_office.removed', grace.id],
    ]);
  });

  test('by date are whole days in the time zone of the member', async () => {
    const zone = await grace.call('PATCH', '/v2/me', { timeZone: 'Asia/Tokyo' });
    expect(zone.status).toBe(200);
    const entry = await createAbsence(path, { start: '2040-02-01', end: '2040-02-01' });
    expect(entry).toMatchObject({ start: '2040-01-31T15:00:00.000Z', end: '2040-02-01T15:00:00.000Z' });
    const elsewhere = pathOf(groupId, userPath(mary));
    expect((await ada.call('POST', elsewhere, { start: '2040-02-01', end: '2040-02-01' })).status).toBe(404);
  });

  test('are validated like those of the current user', async () => {
    const post = (input: object) => ada.call('POST', path, { ...WEEK, ...input });
    expect(faulty(await post({ end: WEEK.start }))).toEqual(['end']);
    expect(faulty(await post({ reason: 'holiday', toUserId: grace.id }))).toEqual(['reason']);
    expect(faulty(await post({ toUserId: grace.id }))).toEqual(['toUserId']);
    expect(faulty(await ada.call('GET', `${path}?take=0&sortEnd=up`))).toEqual(['take', 'sortEnd']);
    const entry = await createAbsence(path);
    const again = await post({});
    expect([again.status, again.error.code]).toEqual([409, 'CONFLICT']);
    const own = await ada.call('PATCH', `${path}/${entry.id}`, { toUserId: grace.id });
    expect([own.status, faulty(own)]).toEqual([400, ['toUserId']]);
    expect(await ids(ada, path)).toEqual([entry.id]);
  });

  test('are refused to members with 403 and to non-members with 404', async () => {
    for (const [caller, status] of [
      [grace, 403],
      [mary, 404],
    ] as const) {
      expect((await caller.call('GET', path)).status).toBe(status);
      expect((await caller.call('POST', path, WEEK)).status).toBe(status);
    }
  });

  test('are not found under the id of another user', async () => {
    const own = await createAbsence('/v2/me/ooo');
    expect(await statuses(path, own.id)).toEqual([200, 201, 404, 404]);
    expect(await ids(ada, '/v2/me/ooo')).toEqual([own.id]);
  });

  test('are available only for members who accepted, and only while they are members', async () => {
    const theirs = await createAbsence('/v2/me/ooo', {}, mary);
    const marys = pathOf(groupId, userPath(mary));
    expect(await statuses(marys, theirs.id)).toEqual(NOWHERE);
    await fixture.join(groupId, ada.id, mary.id, { agree: false });
    expect(await statuses(marys, theirs.id)).toEqual(NOWHERE);
    const entry = await createAbsence(path);
    await fixture.leave(groupId, ada.id, membership);
    expect(await statuses(path, entry.id)).toEqual(NOWHERE);
    expect(await ids(grace, '/v2/me/ooo')).toEqual([entry.id]);
    expect(await ids(mary, '/v2/me/ooo')).toEqual([theirs.id]);
  });

  test('name a stand-in of the same team or organization', async () => {
    const { id: other } = (await service.user()).account;
    await fixture.join(groupId, ada.id, other, { agree: false });
    const refused = await ada.call('POST', path, { ...WEEK, toUserId: other });
    expect([refused.status, faulty(refused)]).toEqual([400, ['toUserId']]);
    const own = await grace.call('POST', '/v2/me/ooo', { ...WEEK, toUserId: other });
    expect([own.status, faulty(own)]).toEqual([400, ['toUserId']]);
    const entry = await createAbsence(path);
    const change = await ada.call('PATCH', `${path}/${entry.id}`, { toUserId: other });
    expect([change.status, faulty(change)]).toEqual([400, ['toUserId']]);
    expect((await ada.call('PATCH', `${path}/${entry.id}`, { toUserId: ada.id })).status).toBe(200);
  });
});

describe('the absences of an organization', () => {
  let orgId: number;
  let path: string;
  beforeEach(async () => {
    orgId = await fixture.organization(ada.id);
    path = `/v2/organizations/${orgId}/ooo`;
  });

  test('are listed for all its members, sorted and in pages', async () => {
    await fixture.join(orgId, ada.id, grace.id);
    const nonMember = await createAbsence('/v2/me/ooo', {}, mary);
    const later = await createAbsence('/v2/me/ooo', LATER);
    const first = await createAbsence(`/v2/organizations/${orgId}${userPath(grace)}`);
    expect(await ids(ada, path)).toEqual([first.id, later.id]);
    expect(await ids(ada, `${path}?sortEnd=desc`)).toEqual([later.id, first.id]);
    expect(await ids(ada, `${path}?take=1&skip=1`)).toEqual([later.id]);
    await fixture.join(orgId, ada.id, mary.id);
    expect(await ids(ada, path)).toContain(nonMember.id);
    expect((await grace.call('GET', path)).status).toBe(403);
    expect((await (await callerFor(service, SCOPES)).call('GET', path)).status).toBe(404);
  });

  test('are filtered by the address of a user, in any case', async () => {
    const email = async ({ id }: Caller) =>
      (await service.stores.accounts.accounts.findById(id))?.email ?? '';
    const membership = await fixture.join(orgId, ada.id, grace.id);
    const [entry] = [await createAbsence('/v2/me/ooo', {}, grace), await createAbsence('/v2/me/ooo')];
    const filtered = `${path}?email=${encodeURIComponent((await email(grace)).toUpperCase())}`;
    expect(await ids(ada, filtered)).toEqual([entry.id]);
    expect(await ids(ada, `${path}?email=${encodeURIComponent(await email(mary))}`)).toEqual([]);
    const refused = await ada.call('GET', `${path}?email=grace`);
    expect([refused.status, faulty(refused)]).toEqual([400, ['email']]);
    await fixture.leave(orgId, ada.id, membership);
    expect(await ids(ada, filtered)).toEqual([]);
  });
});

describe('a stand-in', () => {
  test('who left does not prevent a change of the notes, and cannot be named again', async () => {
    const teamId = await fixture.team(ada.id);
    const other = (await service.user()).account.id;
    const membership = await fixture.join(teamId, ada.id, other);
    const { id } = await createAbsence('/v2/me/ooo', { toUserId: other });
    await fixture.leave(teamId, ada.id, membership);
    const path = `/v2/me/ooo/${id}`;
    const changed = await ada.call('PATCH', path, { notes: 'Sea', reason: 'travel' });
    expect([changed.status, changed.data]).toMatchObject([200, { notes: 'Sea', toUserId: other }]);
    const moved = await ada.call('PATCH', path, { end: LATER.end });
    expect([moved.status, faulty(moved)]).toEqual([400, ['toUserId']]);
    expect((await ada.call('PATCH', path, { end: LATER.end, toUserId: null })).status).toBe(200);
  });
});
