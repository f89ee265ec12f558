/* Event types of teams: who creates and sees them, who hosts them, and the copies of managed ones. */
import { faulty } from '../caller.js';
import {
  ACTOR,
  hosts,
  addMember,
  openTeamFixture,
  type EventTypeView,
  type TeamFixture,
} from '../team-fixture.js';

let fixture: TeamFixture;
beforeAll(async () => {
  fixture = await openTeamFixture();
});
afterAll(() => fixture.close());

const terms = (slug: string, change: object = {}) => ({
  title: 'Call',
  slug,
  lengthInMinutes: 30,
  ...change,
});
const ids = (all: readonly { readonly id: number }[]) => all.map(({ id }) => id);
const users = ({ hosts: all }: EventTypeView) => all.map(({ userId }) => userId);
const mounts = () => [fixture.team, `/v2/organizations/${fixture.orgId}/teams/${fixture.teamId}`];
const auditOf = async (id: number) => {
  const entries = await fixture.service.stores.events.audit.list(undefined, 10_000);
  return entries.filter(({ subject }) => subject === `event_type:${id}`);
};

describe('an event type of a team', () => {
  test('is created, read, changed and deleted at both mounts by a manager of the team', async () => {
    const { ada, ben, cleo, teamId } = fixture;
    for (const [at, mount] of mounts().entries()) {
      const body = {
        ...terms(`whole-${at}`),
        schedulingType: 'roundRobin',
        hosts: [
          { userId: cleo.id, mandatory: true },
          { userId: ben.id, priority: 'high', weight: 300 },
        ],
        emailSettings: { disableEmailsToHosts: true },
        rescheduleWithSameRoundRobinHost: true,
        seats: { disabled: true },
      };
      const created = await ada.call<EventTypeView>('POST', `${mount}/event-types`, body);
      expect([created.status, created.error]).toEqual([201, undefined]);
      const { id } = created.data;
      expect(created.data).toMatchObject({
        ...terms(`whole-${at}`),
        teamId,
        ownerId: null,
        parentEventTypeId: null,
        schedulingType: 'roundRobin',
        assignAllTeamMembers: false,
        emailSettings: { disableEmailsToHosts: true },
        rescheduleWithSameRoundRobinHost: true,
        team: { id: teamId, slug: 'desk', name: 'Desk', weekStart: 'Sunday' },
        hosts: [
          { userId: cleo.id, name: 'Cleo Patra', mandatory: true, priority: 'medium', weight: 100 },
          { userId: ben.id, name: 'Ben Franklin', mandatory: false, priority: 'high', weight: 300 },
        ],
      });
      const path = `${mount}/event-types/${id}`;
      expect((await ada.call('GET', path)).data).toEqual(created.data);
      const change = { title: 'Talk', emailSettings: null, schedulingType: 'collective', hosts: hosts(ben) };
      const changed = await ada.call<EventTypeView>('PATCH', path, change);
      const { emailSettings: _none, ...left } = created.data;
      const host = { userId: ben.id, name: 'Ben Franklin' };
      expect(changed.data).toMatchObject({
        ...left,
        title: 'Talk',
        schedulingType: 'collective',
        hosts: [host],
      });
      expect(changed.data).not.toHaveProperty('emailSettings');
      expect((await ada.call('PATCH', path, {})).data).toEqual(changed.data);
      const deleted = await ada.call('DELETE', path);
      expect([deleted.status, deleted.data]).toEqual([
        200,
        { id, ...terms(`whole-${at}`, { title: 'Talk' }) },
      ]);
      expect((await ada.call('GET', path)).status).toBe(404);
      const written = (await auditOf(id)).map(({ action, actor }) => [action, actor]);
      const actor = `account:${ada.id}`;
      expect(written).toEqual([
        ['event_type.created', actor],
        ['event_type.changed', actor],
        ['event_type.deleted', actor],
      ]);
    }
  });

  test('is refused to members with 403 and to non-members with 404', async () => {
    const { id } = await fixture.createEventType({ hosts: hosts(fixture.ben) });
    for (const mount of mounts()) {
      const path = `${mount}/event-types/${id}`;
      for (const [caller, status] of [
        [fixture.ben, 403],
        [fixture.nonMember, 404],
      ] as const) {
        const body = { ...terms('theirs'), schedulingType: 'collective' };
        expect((await caller.call('POST', `${mount}/event-types`, body)).status).toBe(status);
        expect((await caller.call('GET', path)).status).toBe(status);
        expect((await caller.call('PATCH', path, { title: 'x' })).status).toBe(status);
        expect((await caller.call('DELETE', path)).status).toBe(status);
      }
    }
    expect(
      (await fixture.ada.call<EventTypeView>('GET', `${fixture.team}/event-types/${id}`)).data.title,
    ).toBe('Intro call');
  });

  test('of another team is not found, nor at the mount of another organization', async () => {
    const { id } = await fixture.createEventType({});
    const {
      teams: { teams },
    } = fixture.service.stores;
    const alone = { organizationId: undefined, name: 'Alone', slugs: ['alone'], settings: {} };
    const other = await teams.create(fixture.ada.id, { ...alone, accepted: true, most: 9 }, ACTOR);
    const otherId = typeof other === 'object' && 'id' in other ? other.id : 0;
    const paths = [
      `/v2/teams/${otherId}/event-types/${id}`,
      `/v2/organizations/${fixture.orgId}/teams/${otherId}/event-types/${id}`,
    ];
    for (const path of paths) {
      expect((await fixture.ada.call('GET', path)).status).toBe(404);
      expect((await fixture.ada.call('PATCH', path, { title: 'x' })).status).toBe(404);
      expect((await fixture.ada.call('DELETE', path)).status).toBe(404);
    }
    expect((await fixture.ada.call('GET', `/v2/teams/${fixture.orgId}/event-types`)).status).toBe(404);
    expect((await fixture.ada.call('GET', '/v2/teams/2147483648/event-types')).status).toBe(404);
  });

  test('has a slug that is unique in the team', async () => {
    const [one, two] = [await fixture.createEventType({}), await fixture.createEventType({})];
    const clash = await fixture.ada.call('POST', `${fixture.team}/event-types`, {
      ...terms(one.slug),
      schedulingType: 'roundRobin',
    });
    const renamed = await fixture.ada.call('PATCH', `${fixture.team}/event-types/${two.id}`, {
      slug: one.slug,
    });
    for (const { status, error } of [clash, renamed])
      expect([status, error.details]).toEqual([409, { property: 'slug' }]);
  });

  test('is refused naming each invalid property', async () => {
    const { ada, ben, nonMember, service } = fixture;
    const invited = await service.user('Ivy Invited');
    const input = { accountId: invited.account.id, role: 'member', disableImpersonation: false } as const;
    await service.stores.teams.memberships.add(fixture.teamId, ada.id, { ...input, accepted: true }, ACTOR);
    const own = await service.stores.scheduling.schedules.findDefault(nonMember.id);
    const rows: readonly (readonly [object, readonly string[]])[] = [
      [{ schedulingType: 'alone' }, ['schedulingType']],
      [{ hosts: hosts(ben, ben) }, ['hosts']],
      [{ hosts: [{ userId: 'x' }] }, ['hosts.0.userId']],
      [{ hosts: [{ userId: ben.id, priority: 'most' }] }, ['hosts.0.priority']],
      [{ hosts: hosts(ben, nonMember) }, ['hosts.1.userId']],
      [{ hosts: [{ userId: invited.account.id }] }, ['hosts.0.userId']],
      [{ hosts: [{ userId: 2 ** 40 }] }, ['hosts.0.userId']],
      [{ scheduleId: own?.id }, ['scheduleId']],
      [{ assignAllTeamMembers: 'yes' }, ['assignAllTeamMembers']],
    ];
    for (const [change, properties] of rows) {
      const body = { ...terms('faulty'), schedulingType: 'collective', ...change };
      const reply = await ada.call('POST', `${fixture.team}/event-types`, body);
      expect([reply.status, faulty(reply)]).toEqual([400, properties]);
    }
    const { id } = await fixture.createEventType({});
    const managed = await ada.call('PATCH', `${fixture.team}/event-types/${id}`, {
      schedulingType: 'managed',
    });
    expect([managed.status, faulty(managed)]).toEqual([400, ['schedulingType']]);
  });

  test('is listed for any user with the scope, and for members also when it is hidden', async () => {
    const { ada, ben, nonMember } = fixture;
    const visible = await fixture.createEventType({ hosts: hosts(ben, ada) });
    const hidden = await fixture.createEventType({ hidden: true });
    for (const mount of mounts()) {
      const path = `${mount}/event-types`;
      const forMembers = await ben.call<readonly EventTypeView[]>('GET', path);
      expect(ids(forMembers.data)).toEqual(expect.arrayContaining([visible.id, hidden.id]));
      const newest = await ben.call<readonly EventTypeView[]>('GET', `${path}?sortCreatedAt=desc&take=1`);
      expect(ids(newest.data)).toEqual([hidden.id]);
      const forAnonymous = await nonMember.call<readonly EventTypeView[]>('GET', path);
      expect(ids(forAnonymous.data)).toContain(visible.id);
      expect(ids(forAnonymous.data)).not.toContain(hidden.id);
      const one = await nonMember.call<readonly EventTypeView[]>(
        'GET',
        `${path}?eventSlug=${visible.slug}&hostsLimit=1`,
      );
      expect(one.data.map(users)).toEqual([[ben.id]]);
    }
  });

  test('of a private team does not disclose its hosts to non-members', async () => {
    const {
      teams: { teams },
    } = fixture.service.stores;
    const { slug } = await fixture.createEventType({ hosts: hosts(fixture.ben) });
    const path = `${fixture.team}/event-types?eventSlug=${slug}`;
    const seen = async (caller = fixture.nonMember) =>
      (await caller.call<readonly EventTypeView[]>('GET', path)).data.map(users);
    await teams.change({ teamId: fixture.teamId }, { settings: { isPrivate: true } }, ACTOR);
    expect([await seen(), await seen(fixture.cleo)]).toEqual([[[]], [[fixture.ben.id]]]);
    await teams.change({ teamId: fixture.teamId }, { settings: { isPrivate: null } }, ACTOR);
    expect(await seen()).toEqual([[fixture.ben.id]]);
  });
});

describe('the hosts of a team event type', () => {
  const dana = async () => {
    const { service, orgId, teamId, ada } = fixture;
    const { account } = await service.user('Dana Desk');
    await addMember(service, orgId, ada.id, account.id);
    return { id: account.id, join: () => addMember(service, teamId, ada.id, account.id) };
  };
  const hostsNow = async (id: number) =>
    users((await fixture.ada.call<EventTypeView>('GET', `${fixture.team}/event-types/${id}`)).data);

  test('are all members where all are assigned, and do not include a member who left', async () => {
    const { ada, ben, cleo } = fixture;
    const all = await fixture.createEventType({ assignAllTeamMembers: true, schedulingType: 'roundRobin' });
    const named = await fixture.createEventType({ hosts: hosts(ben) });
    expect(users(all)).toEqual([ada.id, ben.id, cleo.id]);
    const newcomer = await dana();
    const membershipId = await newcomer.join();
    expect(await hostsNow(all.id)).toEqual([ada.id, ben.id, cleo.id, newcomer.id]);
    const path = `${fixture.team}/event-types/${named.id}`;
    await ada.call('PATCH', path, { hosts: [{ userId: newcomer.id }, { userId: ben.id }] });
    expect(await hostsNow(named.id)).toEqual([newcomer.id, ben.id]);
    const target = { groupId: fixture.teamId, id: membershipId, by: ada.id };
    await fixture.service.stores.teams.memberships.remove(target, ACTOR);
    expect(await hostsNow(all.id)).toEqual([ada.id, ben.id, cleo.id]);
    expect(await hostsNow(named.id)).toEqual([ben.id]);
  });

  test('are only the named ones once hosts are named', async () => {
    const { ada, ben } = fixture;
    const { id } = await fixture.createEventType({ assignAllTeamMembers: true });
    const path = `${fixture.team}/event-types/${id}`;
    const { data } = await ada.call<EventTypeView>('PATCH', path, { hosts: hosts(ben) });
    expect([data['assignAllTeamMembers'], users(data)]).toEqual([false, [ben.id]]);
    await ada.call('PATCH', path, { assignAllTeamMembers: true });
    expect(await hostsNow(id)).toHaveLength(3);
  });
});

describe('a managed event type', () => {
  type Managed = readonly [EventTypeView, ...EventTypeView[]];
  const managed = (body: object = {}) =>
    fixture.createEventType<Managed>({
      schedulingType: 'managed',
      hosts: hosts(fixture.ben, fixture.cleo),
      ...body,
    });
  const ownOf = async (caller: TeamFixture['ben'], slug: string) => {
    const path = `/v2/event-types?eventSlug=${slug}`;
    return (await caller.call<readonly EventTypeView[]>('GET', path)).data;
  };

  test('creates an event type for each host, which follows its changes', async () => {
    const { ada, ben, cleo } = fixture;
    const link = { type: 'link', link: 'https://meet.example/team', public: true };
    const [parent, ...children] = await managed({ locations: [link], minimumBookingNotice: 60 });
    expect(parent).toMatchObject({ ownerId: null, parentEventTypeId: null, schedulingType: 'managed' });
    expect(children.map(({ ownerId, hosts: own }) => [ownerId, own.length])).toEqual([
      [ben.id, 1],
      [cleo.id, 1],
    ]);
    const [own] = await ownOf(ben, parent.slug);
    expect(own).toMatchObject({
      id: children[0]?.id,
      ownerId: ben.id,
      locations: [link],
      minimumBookingNotice: 60,
    });
    const path = `${fixture.team}/event-types/${parent.id}`;
    const changed = await ada.call<Managed>('PATCH', path, { title: 'New words', slug: `${parent.slug}-2` });
    expect(changed.data.map(({ title }) => title)).toEqual(['New words', 'New words', 'New words']);
    expect(await ownOf(ben, `${parent.slug}-2`)).toMatchObject([{ id: own?.id, title: 'New words' }]);
    const fewer = await ada.call<Managed>('PATCH', path, { hosts: hosts(cleo) });
    expect(fewer.data.map(({ ownerId }) => ownerId)).toEqual([null, cleo.id]);
    expect(await ownOf(ben, `${parent.slug}-2`)).toEqual([]);
    expect((await ada.call('DELETE', path)).status).toBe(200);
    expect(await ownOf(cleo, `${parent.slug}-2`)).toEqual([]);
  });

  const SETTINGS = {
    seats: { showAvailabilityCount: true, showAttendeeInfo: false, seatsPerTimeSlot: 2 },
    bookingWindow: { value: 30, type: 'calendarDays', rolling: true },
  };

  test('lets the member change only the location and the schedule', async () => {
    const { ada, ben } = fixture;
    const [parent, own] = await managed(SETTINGS);
    const path = `/v2/event-types/${own?.id}`;
    const schedule = await fixture.service.stores.scheduling.schedules.findDefault(ben.id);
    const phone = { type: 'phone', phone: '+351210000000', public: true };
    const allowed = { scheduleId: schedule?.id, locations: [phone] };
    const mine = await ben.call<EventTypeView>('PATCH', path, { ...allowed, title: parent.title });
    expect([mine.status, mine.data]).toMatchObject([200, allowed]);
    const { seats, bookingWindow } = SETTINGS;
    expect((await ben.call('PATCH', path, { seats, bookingWindow })).status).toBe(200);
    const locked = await ben.call('PATCH', path, { title: 'Mine', hidden: true, interfaceLanguage: 'pt' });
    expect([locked.status, faulty(locked).toSorted()]).toEqual([
      400,
      ['hidden', 'interfaceLanguage', 'title'],
    ]);
    expect(locked.error.message).toMatch(/the team that manages this event type/);
    expect((await ben.call('DELETE', path)).status).toBe(403);
    await ada.call('PATCH', `${fixture.team}/event-types/${parent.id}`, { title: 'Ours' });
    expect((await ben.call('GET', path)).data).toEqual({ ...mine.data, title: 'Ours' });
  });

  test('does not replace a member’s event type with the same slug', async () => {
    const { ada, ben, cleo } = fixture;
    await ben.call('POST', '/v2/event-types', terms('already-mine'));
    const body = { ...terms('already-mine'), schedulingType: 'managed', hosts: hosts(cleo, ben) };
    const refused = await ada.call('POST', `${fixture.team}/event-types`, body);
    expect([refused.status, refused.error.details]).toEqual([409, { property: 'slug' }]);
    expect(await ownOf(cleo, 'already-mine')).toEqual([]);
    const [parent] = await managed();
    const path = `${fixture.team}/event-types/${parent.id}`;
    expect((await ada.call('PATCH', path, { slug: 'already-mine' })).status).toBe(409);
    expect(await ownOf(cleo, parent.slug)).toHaveLength(1);
  });

  test('cannot be booked itself; the copies of its members can, until they leave', async () => {
    const { ada, service, orgId, teamId } = fixture;
    const [parent] = await managed({ assignAllTeamMembers: true });
    expect((await fixture.book({ eventTypeId: parent.id })).status).toBe(404);
    const { account } = await service.user('Nora New');
    await addMember(service, orgId, ada.id, account.id);
    const membershipId = await addMember(service, teamId, ada.id, account.id);
    const name = { username: account.username, eventTypeSlug: parent.slug };
    const slots = `${service.url}/v2/slots?${new URLSearchParams({
      ...name,
      start: '2030-01-07',
      end: '2030-01-08',
    }).toString()}`;
    expect((await fetch(slots)).status).toBe(200);
    await service.stores.teams.memberships.remove({ groupId: teamId, id: membershipId, by: ada.id }, ACTOR);
    expect((await fetch(slots)).status).toBe(404);
  });
});

describe('the event types of an organization', () => {
  const all = () => `/v2/organizations/${fixture.orgId}/event-types`;

  test('include those of its teams and of its members, and no others', async () => {
    const { ada, ben, nonMember } = fixture;
    const own = await ben.call<EventTypeView>('POST', '/v2/event-types', terms('bens', { hidden: true }));
    const foreign = await nonMember.call<EventTypeView>('POST', '/v2/event-types', terms('strangers'));
    const ofTeam = await fixture.createEventType({ hidden: true });
    const whole = ids((await ada.call<readonly EventTypeView[]>('GET', all())).data);
    expect(whole).toEqual(expect.arrayContaining([own.data.id, ofTeam.id]));
    expect(whole).not.toContain(foreign.data.id);
    const path = `/v2/organizations/${fixture.orgId}/teams/event-types?sortCreatedAt=desc&take=1`;
    expect(ids((await ada.call<readonly EventTypeView[]>('GET', path)).data)).toEqual([ofTeam.id]);
    for (const [caller, status] of [
      [ben, 403],
      [nonMember, 404],
    ] as const) {
      expect((await caller.call('GET', all())).status).toBe(status);
      expect((await caller.call('GET', path)).status).toBe(status);
    }
    expect((await ada.call('GET', `${all()}/${foreign.data.id}`)).status).toBe(404);
    expect((await ada.call('DELETE', `${all()}/${foreign.data.id}`)).status).toBe(404);
  });

  test('are created, changed and deleted for a team and for a member', async () => {
    const { ada, ben, teamId, cleo } = fixture;
    const created = [
      { ...terms('org-team'), teamId, schedulingType: 'collective', hosts: hosts(ben, cleo) },
      { ...terms('org-member'), userId: ben.id },
    ];
    for (const body of created) {
      const reply = await ada.call<EventTypeView>('POST', all(), body);
      expect([reply.status, reply.error]).toEqual([201, undefined]);
      const path = `${all()}/${reply.data.id}`;
      expect((await ada.call('GET', path)).data).toEqual(reply.data);
      const changed = await ada.call<EventTypeView>('PATCH', path, { title: 'Ours' });
      expect(changed.data).toEqual({ ...reply.data, title: 'Ours' });
      expect((await ada.call('DELETE', path)).status).toBe(200);
      expect((await ada.call('GET', path)).status).toBe(404);
      expect((await auditOf(reply.data.id)).map(({ actor }) => actor)).toEqual(
        Array.from({ length: 3 }, () => `account:${ada.id}`),
      );
    }
  });

  test('are refused naming what is missing or invalid', async () => {
    const { ada, ben, nonMember, teamId } = fixture;
    const rows: readonly (readonly [object, number, readonly string[]])[] = [
      [{}, 400, ['teamId']],
      [{ teamId, userId: ben.id }, 400, ['teamId']],
      [{ teamId }, 400, ['schedulingType']],
      [{ teamId: 2_000_000_000, schedulingType: 'collective' }, 404, []],
      [{ userId: nonMember.id }, 400, ['userId']],
      [{ userId: ben.id, hosts: hosts(ben) }, 400, ['hosts']],
    ];
    for (const [change, status, properties] of rows) {
      const reply = await ada.call('POST', all(), { ...terms('faulty'), ...change });
      expect([reply.status, faulty(reply)]).toEqual([status, properties]);
    }
  });
});

test('a private link of a team is created, changed and deleted at the mount of its organization', async () => {
  const { ada, ben, orgId, teamId } = fixture;
  const { id } = await fixture.createEventType({ hidden: true, hosts: hosts(ben) });
  const path = `/v2/organizations/${orgId}/teams/${teamId}/event-types/${id}/private-links`;
  const created = await ada.call<{ readonly linkId: string }>('POST', path, { maxUsageCount: 1 });
  expect([created.status, created.data]).toMatchObject([
    201,
    { eventTypeId: id, usageCount: 0, maxUsageCount: 1 },
  ]);
  const { linkId } = created.data;
  const { status } = await fixture.book({ eventTypeId: id, privateLinkId: linkId });
  expect(status).toBe(201);
  expect((await ada.call('GET', path)).data).toMatchObject([{ linkId, usageCount: 1, isExpired: true }]);
  expect((await ada.call('PATCH', `${path}/${linkId}`, { maxUsageCount: 3 })).data).toMatchObject({
    isExpired: false,
  });
  expect((await ben.call('GET', path)).status).toBe(403);
  expect((await ada.call('GET', `/v2/event-types/${id}/private-links`)).status).toBe(404);
  expect((await ada.call('DELETE', `${path}/${linkId}`)).status).toBe(200);
  expect((await ada.call('GET', path)).data).toEqual([]);
  expect((await ada.call('GET', path.replace(`/${id}/`, '/2000000000/'))).status).toBe(404);
});
