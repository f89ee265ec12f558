/* Bookings of teams: all hosts of a collective event, the next host of a round robin. */
import { randomUUID } from 'node:crypto';
import { ahead, attendee, type BookingView } from './booking-fixture.js';
import { faulty, type Caller, type Reply } from '../caller.js';
import { hosts, openTeamFixture, type EventTypeView, type TeamFixture } from '../team-fixture.js';
import { codeTo } from '../verified-resources/verified-fixture.js';

let fixture: TeamFixture;
beforeAll(async () => {
  fixture = await openTeamFixture();
});
afterAll(() => fixture.close());

const hostIds = ({ hosts: all }: Pick<BookingView, 'hosts'>) => all.map(({ id }) => id);
const allHosts = () => [fixture.ada, fixture.ben, fixture.cleo];
const roundRobin = (body: object = {}) =>
  fixture.createEventType({ schedulingType: 'roundRobin', hosts: hosts(...allHosts()), ...body });
const collective = (...hostCallers: readonly Caller[]) =>
  fixture.createEventType({ hosts: hosts(...hostCallers) });

/** Of one day. */
async function slots(eventTypeId: number, days: number, more: object = {}): Promise<readonly string[]> {
  const day = ahead(days).slice(0, 10);
  const query = new URLSearchParams({ eventTypeId: String(eventTypeId), start: day, end: day, ...more });
  const reply = await fetch(`${fixture.service.url}/v2/slots?${query.toString()}`);
  const { data } = (await reply.json()) as Reply<Readonly<Record<string, { readonly start: string }[]>>>;
  return Object.values(data).flatMap((ofDay) => ofDay.map(({ start }) => start));
}

/** Books an own event type of the user at that time. */
async function busy(caller: Caller, start: string): Promise<void> {
  const own = { title: 'Own', slug: `own-${randomUUID()}`, lengthInMinutes: 60 };
  const { data } = await caller.call<{ readonly id: number }>('POST', '/v2/event-types', own);
  await fixture.booked({ eventTypeId: data.id, start });
}

describe('an event type that requires a verification code', () => {
  const guarded = { requiresBookerEmailVerification: true };
  const bookingOf = (eventTypeId: number, days: number) => ({
    ...{ eventTypeId, start: ahead(days) },
    attendee: { ...attendee, email: `grace-${randomUUID()}@example.net` },
  });

  test('can be one of a team with any scheduling type, or a copy of a managed one', async () => {
    const { ben } = fixture;
    const managed = await fixture.createEventType<readonly EventTypeView[]>({
      ...{ schedulingType: 'managed', hosts: hosts(ben), ...guarded },
    });
    const own = await ben.call<readonly EventTypeView[]>('GET', '/v2/event-types');
    const child = own.data.find(({ slug }) => slug === managed[0]?.slug);
    const types = [
      child,
      await fixture.createEventType({ hosts: hosts(ben), ...guarded }),
      await roundRobin(guarded),
    ];
    for (const [at, type] of types.entries()) {
      expect(type).toMatchObject(guarded);
      const body = bookingOf(type?.id ?? 0, 100 + at);
      expect((await fixture.book(body)).error.code).toBe('EMAIL_VERIFICATION_REQUIRED');
      const emailVerificationCode = await codeTo(fixture.service, body.attendee.email);
      await fixture.booked({ ...body, emailVerificationCode });
    }
    const refused = await ben.call('PATCH', `/v2/event-types/${child?.id}`, {
      requiresBookerEmailVerification: false,
    });
    expect([refused.status, faulty(refused)]).toEqual([400, ['requiresBookerEmailVerification']]);
  });

  test('requires none from its hosts or for the team, but from a host of a round robin', async () => {
    const { ada, ben, team } = fixture;
    const [all, one] = [
      await fixture.createEventType({ hosts: hosts(ben), ...guarded }),
      await roundRobin(guarded),
    ];
    expect((await ben.call('POST', '/v2/bookings', bookingOf(all.id, 110))).status).toBe(201);
    expect((await ada.call('POST', `${team}/bookings`, bookingOf(one.id, 111))).status).toBe(201);
    const alone = await ben.call('POST', '/v2/bookings', bookingOf(one.id, 112));
    expect(alone.error.code).toBe('EMAIL_VERIFICATION_REQUIRED');
  });
});

describe('a collective event', () => {
  test('is free when all of its hosts are, and books all of them', async () => {
    const [{ ada, ben, cleo }, start] = [fixture, ahead(20)];
    const { id } = await collective(ben, cleo);
    await busy(ben, ahead(20, '10:00'));
    await busy(ada, ahead(20, '11:00'));
    const free = await slots(id, 20);
    expect(free).toContain(start);
    expect(free).toContain(ahead(20, '11:00'));
    expect(free).not.toContain(ahead(20, '10:00'));
    expect((await fixture.book({ eventTypeId: id, start: ahead(20, '10:00') })).error.code).toBe(
      'SLOT_TAKEN',
    );
    const created = await fixture.booked({ eventTypeId: id, start });
    expect([hostIds(created), created.title]).toEqual([
      [ben.id, cleo.id],
      'Intro call between Desk and Grace Hopper',
    ]);
    for (const host of [ben, cleo]) {
      expect((await host.call<BookingView>('GET', `/v2/bookings/${created.uid}`)).data.uid).toBe(created.uid);
    }
    expect(await slots((await collective(cleo)).id, 20)).not.toContain(start);
  });

  test('is reserved for all of its hosts', async () => {
    const { ben, cleo } = fixture;
    const { id } = await collective(ben, cleo);
    const other = await collective(cleo);
    const response = await fetch(`${fixture.service.url}/v2/slots/reservations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ eventTypeId: id, slotStart: ahead(21) }),
    });
    expect(response.status).toBe(201);
    expect(await slots(other.id, 21)).not.toContain(ahead(21));
    expect(await slots((await collective(fixture.ada)).id, 21)).toContain(ahead(21));
  });

  test('follows the schedule of the team’s event type, for all of its hosts', async () => {
    const { ada, ben, service } = fixture;
    const hours = {
      name: 'Afternoons',
      timeZone: 'UTC',
      availability: [{ days: ['Monday', 'Tuesday', 'Wednesday'], startTime: '14:00', endTime: '15:00' }],
      overrides: [],
      isDefault: false,
    } as const;
    const schedule = await service.stores.scheduling.schedules.create(ada.id, hours, { actor: 'test' });
    const { id } = await fixture.createEventType({ hosts: hosts(ben), scheduleId: schedule?.id });
    const week = await Promise.all([22, 23, 24, 25, 26, 27, 28].map((days) => slots(id, days)));
    expect(week.map((day) => day.length).toSorted()).toEqual([0, 0, 0, 0, 1, 1, 1]);
  });

  test('without hosts is not found', async () => {
    const { id } = await fixture.createEventType({});
    const reply = await fixture.book({ eventTypeId: id });
    expect([reply.status, reply.error.message]).toMatchObject([404, expect.stringMatching(/Nobody/)]);
  });
});

describe('a round robin event', () => {
  test('is free while one host is, and rotates among them', async () => {
    const [{ ada, ben, cleo }, start] = [fixture, ahead(30)];
    const { id } = await roundRobin();
    const seen = [];
    for (let booking = 0; booking < 3; booking += 1) {
      expect(await slots(id, 30)).toContain(start);
      seen.push(hostIds(await fixture.booked({ eventTypeId: id, start })));
    }
    expect(seen).toEqual([[ada.id], [ben.id], [cleo.id]]);
    expect(await slots(id, 30)).not.toContain(start);
    expect((await fixture.book({ eventTypeId: id, start })).error.code).toBe('SLOT_TAKEN');
  });

  test('is hosted by one of the routed hosts only', async () => {
    const [{ ada, ben, cleo, nonMember }, start] = [fixture, ahead(130)];
    const { id } = await roundRobin();
    const from = (...hostCallers: readonly Caller[]) => ({
      ...{ eventTypeId: id, start },
      routing: { teamMemberIds: hostCallers.map((host) => host.id) },
    });
    expect(hostIds(await fixture.booked(from(cleo, ben)))).toEqual([ben.id]);
    expect(hostIds(await fixture.booked(from(cleo, ben)))).toEqual([cleo.id]);
    expect((await fixture.book(from(cleo, ben))).error.code).toBe('SLOT_TAKEN');
    expect(faulty(await fixture.book(from(ada, nonMember)))).toEqual(['routing.teamMemberIds']);
    expect(hostIds(await fixture.booked({ eventTypeId: id, start, routing: { teamMemberIds: [] } }))).toEqual(
      [ada.id],
    );
  });

  test('has the mandatory hosts besides the routed ones, and never joins a seat of other hosts', async () => {
    const [{ ada, ben, cleo }, start] = [fixture, ahead(131)];
    const bound = await roundRobin({
      hosts: [{ userId: ada.id, mandatory: true }, { userId: ben.id }, { userId: cleo.id }],
    });
    const routing = { teamMemberIds: [cleo.id] };
    expect(hostIds(await fixture.booked({ eventTypeId: bound.id, start, routing }))).toEqual([
      ada.id,
      cleo.id,
    ]);
    const seats = { seatsPerTimeSlot: 3, showAttendeeInfo: false, showAvailabilityCount: true };
    const seated = await roundRobin({ seats });
    const at = { eventTypeId: seated.id, start: ahead(132) };
    const first = await fixture.booked({ ...at, routing: { teamMemberIds: [ben.id] } });
    const second = await fixture.booked({ ...at, routing });
    expect([hostIds(first), hostIds(second)]).toEqual([[ben.id], [cleo.id]]);
    expect((await fixture.booked({ ...at, routing })).uid).toBe(second.uid);
  });

  test('counts reservations and limits of all its hosts, also with routing', async () => {
    const [{ cleo }, start] = [fixture, ahead(133)];
    const { id } = await roundRobin({ bookingLimitsCount: { day: 1 } });
    await fixture.booked({ eventTypeId: id, start });
    const routing = { teamMemberIds: [cleo.id] };
    const late = await fixture.book({ eventTypeId: id, start: ahead(133, '15:00'), routing });
    expect(late.error.code).toBe('BOOKING_LIMIT_REACHED');
  });

  test('refuses an address instead of a user id in routing', async () => {
    const { id } = await roundRobin();
    const routing = { teamMemberIds: [], teamMemberEmail: 'ada@example.test', skipContactOwner: true };
    expect(faulty(await fixture.book({ eventTypeId: id, start: ahead(134), routing }))).toEqual([
      'routing.teamMemberEmail',
    ]);
  });

  test('skips busy hosts, and follows priority', async () => {
    const [{ ada, ben, cleo }, start] = [fixture, ahead(31)];
    const { id } = await roundRobin({
      hosts: [{ userId: ada.id }, { userId: ben.id, priority: 'high' }, { userId: cleo.id, priority: 'low' }],
    });
    await busy(ben, start);
    expect(hostIds(await fixture.booked({ eventTypeId: id, start }))).toEqual([ada.id]);
    expect(hostIds(await fixture.booked({ eventTypeId: id, start: ahead(31, '13:00') }))).toEqual([ben.id]);
    expect(hostIds(await fixture.booked({ eventTypeId: id, start }))).toEqual([cleo.id]);
  });

  test('has the mandatory hosts and one of the others', async () => {
    const [{ ada, ben, cleo }, start] = [fixture, ahead(32)];
    const { id } = await roundRobin({
      hosts: [{ userId: cleo.id, mandatory: true }, { userId: ada.id }, { userId: ben.id }],
    });
    expect(hostIds(await fixture.booked({ eventTypeId: id, start }))).toEqual([cleo.id, ada.id]);
    expect(await slots(id, 32)).not.toContain(start);
    for (const host of [ada, ben]) await busy(host, ahead(32, '13:00'));
    expect(await slots(id, 32)).not.toContain(ahead(32, '13:00'));
  });

  test('has the same host for a recurrence while they are free', async () => {
    const recurrence = { interval: 1, occurrences: 3, frequency: 'weekly' };
    const { id } = await roundRobin({ recurrence });
    await busy(fixture.ada, ahead(40));
    const reply = await fixture.book({ eventTypeId: id, start: ahead(33) });
    const all = reply.data as unknown as readonly BookingView[];
    expect(all.map(hostIds)).toEqual([[fixture.ada.id], [fixture.ben.id], [fixture.ben.id]]);
  });

  test('can be found by its team and slug, in its organization', async () => {
    const { slug } = await roundRobin();
    const name = { teamSlug: fixture.teamSlug, eventTypeSlug: slug };
    const created = await fixture.booked({ ...name, organizationSlug: 'harbour', start: ahead(34) });
    expect(created.hosts).toHaveLength(1);
    expect((await fixture.book({ ...name, start: ahead(34) })).status).toBe(404);
    expect((await fixture.book({ ...name, organizationSlug: 'mill', start: ahead(34) })).status).toBe(404);
    const anonymous = await fixture.book({ eventTypeSlug: slug, start: ahead(34) });
    expect([anonymous.status, faulty(anonymous)]).toEqual([400, ['eventTypeId']]);
  });

  test('is never hosted by a former member of the team', async () => {
    const { ada, ben, service, teamId } = fixture;
    const { id } = await roundRobin({ hosts: hosts(ben) });
    const {
      teams: { memberships, ownMemberships },
    } = service.stores;
    const all = await memberships.list(teamId, { take: 250, skip: 0 });
    const membership = all.find(({ accountId }) => accountId === ben.id);
    const target = { groupId: teamId, id: membership?.id ?? 0, by: ada.id };
    await memberships.change(target, { accepted: false }, { actor: 'test' });
    expect((await fixture.book({ eventTypeId: id, start: ahead(35) })).status).toBe(404);
    await ownMemberships.agree(ben.id, target.id, { actor: 'test' });
    expect((await fixture.book({ eventTypeId: id, start: ahead(35) })).status).toBe(201);
  });
});

describe('a booking of a round robin', () => {
  const move = async (uid: string, start: string) => {
    const response = await fetch(`${fixture.service.url}/v2/bookings/${uid}/reschedule`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ start }),
    });
    return (await response.json()) as Reply<BookingView>;
  };

  test('is rescheduled to the next host, or with the same host where the event type requires it', async () => {
    const { ada, ben, cleo } = fixture;
    const free = await roundRobin();
    const first = await fixture.booked({ eventTypeId: free.id, start: ahead(50) });
    await fixture.booked({ eventTypeId: free.id, start: ahead(50) });
    await busy(ada, ahead(51));
    expect(hostIds((await move(first.uid, ahead(51))).data)).toEqual([cleo.id]);
    const stored = await roundRobin({ rescheduleWithSameRoundRobinHost: true });
    const second = await fixture.booked({ eventTypeId: stored.id, start: ahead(52) });
    expect(hostIds(second)).toEqual([ada.id]);
    await busy(ada, ahead(53));
    const request = { bookingUidToReschedule: second.uid };
    expect(await slots(stored.id, 53)).toContain(ahead(53));
    expect(await slots(stored.id, 53, request)).not.toContain(ahead(53));
    expect((await move(second.uid, ahead(53))).error.code).toBe('SLOT_TAKEN');
    expect(await slots(stored.id, 53, request)).toContain(ahead(53, '13:00'));
    expect(hostIds((await move(second.uid, ahead(53, '13:00'))).data)).toEqual([ada.id]);
    expect(hostIds(first)).not.toContain(ben.id);
  });

  test('is reassigned to the next host, or to a named one', async () => {
    const { ada, ben, cleo, nonMember } = fixture;
    const { id } = await roundRobin();
    const { uid } = await fixture.booked({ eventTypeId: id, start: ahead(54) });
    interface ReassignView {
      readonly reassignedTo: { readonly id: number };
    }
    const path = `/v2/bookings/${uid}/reassign`;
    expect((await ada.call<ReassignView>('POST', path)).data.reassignedTo.id).toBe(ben.id);
    expect((await nonMember.call('POST', path)).status).toBe(404);
    expect((await ben.call<ReassignView>('POST', `${path}/${cleo.id}`, {})).data.reassignedTo.id).toBe(
      cleo.id,
    );
    expect(faulty(await cleo.call('POST', `${path}/${nonMember.id}`, {}))).toEqual(['userId']);
    await busy(ada, ahead(54));
    const taken = await cleo.call('POST', `${path}/${ada.id}`, {});
    expect([taken.status, taken.error.code]).toEqual([409, 'NO_HOST_FREE']);
    const { data } = await cleo.call<BookingView>('GET', `/v2/bookings/${uid}`);
    expect(hostIds(data)).toEqual([cleo.id]);
  });

  test('has the same mandatory hosts after it is reassigned', async () => {
    const { ada, ben, cleo } = fixture;
    const { id } = await roundRobin({
      hosts: [{ userId: cleo.id, mandatory: true }, { userId: ada.id }, { userId: ben.id }],
    });
    const { uid } = await fixture.booked({ eventTypeId: id, start: ahead(55) });
    const reassigned = await cleo.call('POST', `/v2/bookings/${uid}/reassign`);
    expect([reassigned.status, reassigned.data]).toMatchObject([200, { reassignedTo: { id: ben.id } }]);
    const { data } = await cleo.call<BookingView>('GET', `/v2/bookings/${uid}`);
    expect(hostIds(data)).toEqual([cleo.id, ben.id]);
  });
});
