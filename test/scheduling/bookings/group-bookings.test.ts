/* Bookings of a team and of an organization, for their administrators. */
import { ahead, attendee, type BookingView } from './booking-fixture.js';
import { faulty, type Caller, type Reply } from '../caller.js';
import { hosts, openTeamFixture, type EventTypeView, type TeamFixture } from '../team-fixture.js';

let fixture: TeamFixture;
beforeAll(async () => {
  fixture = await openTeamFixture();
});
afterAll(() => fixture.close());

const teamMounts = () => [fixture.team, `/v2/organizations/${fixture.orgId}/teams/${fixture.teamId}`];
const organization = () => `/v2/organizations/${fixture.orgId}`;
const mounts = () => [...teamMounts(), organization()];
const uids = (all: readonly BookingView[]) => all.map(({ uid }) => uid);
const hostIds = ({ hosts: all }: BookingView) => all.map(({ id }) => id);
const list = (caller: Caller, path: string) =>
  caller.call<readonly BookingView[]>('GET', path) as Promise<
    Reply<readonly BookingView[]> & { readonly pagination?: { readonly totalItems: number } }
  >;

let day = 20;
const another = (): string => ahead((day += 1));

/** An event type of the user. */
async function own(caller: Caller, change: object = {}): Promise<number> {
  const body = { title: 'Own call', slug: `own-${(day += 1)}`, lengthInMinutes: 60, ...change };
  const { data } = await caller.call<EventTypeView>('POST', '/v2/event-types', body);
  return data.id;
}

describe('the bookings of a group', () => {
  test('are those of the team and of its members’ managed event types, and no others', async () => {
    const { ada, ben, nonMember } = fixture;
    const [{ id }, managed] = [
      await fixture.createEventType({ hosts: hosts(ben) }),
      await fixture.createEventType<readonly EventTypeView[]>({
        schedulingType: 'managed',
        hosts: hosts(ben),
      }),
    ];
    const child = managed.find(({ ownerId }) => ownerId === ben.id)?.id;
    const ofTeam = await fixture.booked({ eventTypeId: id, start: another() });
    const ofChild = await fixture.booked({ eventTypeId: child, start: another() });
    const ofBen = await fixture.booked({ eventTypeId: await own(ben), start: another() });
    const ofOutsider = await fixture.booked({ eventTypeId: await own(nonMember), start: another() });
    for (const mount of teamMounts()) {
      const all = await list(ada, `${mount}/bookings`);
      expect(uids(all.data)).toEqual(expect.arrayContaining([ofTeam.uid, ofChild.uid]));
      expect(uids(all.data)).not.toEqual(expect.arrayContaining([ofBen.uid]));
      const one = await list(ada, `${mount}/bookings?eventTypeId=${id}`);
      expect([uids(one.data), one.pagination?.totalItems]).toEqual([[ofTeam.uid], 1]);
      expect(one.data[0]?.attendees[0]?.email).toBe(attendee.email);
      const newest = await list(ada, `${mount}/bookings?sortStart=desc&take=1`);
      expect(uids(newest.data)).toEqual([ofChild.uid]);
    }
    const whole = uids((await list(ada, `${organization()}/bookings`)).data);
    expect(whole).toEqual(expect.arrayContaining([ofTeam.uid, ofChild.uid, ofBen.uid]));
    expect(whole).not.toContain(ofOutsider.uid);
    const bens = await list(ada, `${organization()}/bookings?userIds=${ben.id}&eventTypeId=${id}`);
    expect(uids(bens.data)).toEqual([ofTeam.uid]);
    const adas = await list(ada, `${organization()}/bookings?userIds=${ada.id}&eventTypeId=${id}`);
    expect(adas.data).toEqual([]);
    const members = await list(ada, `${organization()}/users/${ben.id}/bookings`);
    expect(uids(members.data)).toEqual([ofTeam.uid, ofChild.uid, ofBen.uid]);
    expect((await list(ada, `${organization()}/users/${nonMember.id}/bookings`)).status).toBe(404);
  });

  test('are listed for administrators only', async () => {
    const { ben, nonMember } = fixture;
    const paths = [
      ...mounts().map((mount) => `${mount}/bookings`),
      `${organization()}/users/${ben.id}/bookings`,
    ];
    for (const path of paths) {
      expect((await list(ben, path)).status).toBe(403);
      expect((await list(nonMember, path)).status).toBe(404);
    }
  });
});

describe('an administrator of a group', () => {
  test('books event types of the group, without confirmation', async () => {
    const { ada, ben, nonMember } = fixture;
    const confirmationPolicy = { type: 'always', blockUnconfirmedBookingsInBooker: true };
    const { id, slug } = await fixture.createEventType({ hosts: hosts(ben), confirmationPolicy });
    const [bens, otherUsers] = [await own(ben), await own(nonMember)];
    for (const mount of mounts()) {
      const book = (body: object) =>
        ada.call<BookingView>('POST', `${mount}/bookings`, { start: another(), attendee, ...body });
      const created = await book({ eventTypeId: id });
      expect([created.status, created.data]).toMatchObject([201, { status: 'accepted', eventTypeId: id }]);
      const named = { teamSlug: fixture.teamSlug, organizationSlug: 'harbour', eventTypeSlug: slug };
      expect((await book(named)).status).toBe(201);
      const ofOrganization = mount === organization();
      expect((await book({ eventTypeId: bens })).status).toBe(ofOrganization ? 201 : 404);
      expect((await book({ eventTypeId: otherUsers })).status).toBe(404);
      expect(faulty(await book({ eventTypeId: id, start: 'soon' }))).toEqual(['start']);
    }
    const { actor, action } =
      (await fixture.service.stores.events.audit.list(undefined, 10_000)).at(-1) ?? {};
    expect([actor, action]).toEqual([`account:${ada.id}`, 'booking.created']);
  });

  test('books with a named host of the event type', async () => {
    const { ada, ben, cleo } = fixture;
    for (const mount of mounts()) {
      const { id } = await fixture.createEventType({ schedulingType: 'roundRobin', hosts: hosts(ben, cleo) });
      const start = another();
      const book = (body: object) =>
        ada.call<BookingView>('POST', `${mount}/bookings`, { eventTypeId: id, start, attendee, ...body });
      const routing = { teamMemberIds: [ben.id] };
      expect(hostIds((await book({ userId: cleo.id, routing })).data)).toEqual([cleo.id]);
      expect((await book({ userId: cleo.id })).error.code).toBe('SLOT_TAKEN');
      expect(faulty(await book({ userId: ada.id }))).toEqual(['userId']);
      expect(hostIds((await book({ routing })).data)).toEqual([ben.id]);
    }
  });

  test('changes the title, location and time of a booking, or its host', async () => {
    const { ada, ben, cleo } = fixture;
    for (const mount of mounts()) {
      const { id } = await fixture.createEventType({ schedulingType: 'roundRobin', hosts: hosts(ben, cleo) });
      const { uid, hosts: first } = await fixture.booked({ eventTypeId: id, start: another() });
      const path = `${mount}/bookings/${uid}`;
      const change = (body: object, at = path) => ada.call<BookingView>('PATCH', at, body);
      const location = { type: 'link', link: 'https://meet.example/other' };
      const amended = await change({ title: 'A talk', location });
      expect([amended.status, amended.data]).toMatchObject([
        200,
        { uid, title: 'A talk', location: 'https://meet.example/other' },
      ]);
      expect((await change({ title: 'The talk' })).data.title).toBe('The talk');
      expect((await change({})).data.title).toBe('The talk');
      expect(faulty(await change({ userId: cleo.id, start: another() }))).toEqual(['userId']);
      expect(faulty(await change({ userId: 'x' }))).toEqual(['userId']);
      const other = first[0]?.id === ben.id ? cleo : ben;
      expect(hostIds((await change({ userId: other.id })).data)).toEqual([other.id]);
      expect(faulty(await change({ userId: ada.id }))).toEqual(['userId']);
      const start = another();
      const moved = await change({ start, reason: 'Rain.' });
      expect(moved.data).toMatchObject({ start, title: 'The talk', rescheduledFromUid: uid });
      expect((await change({ title: 'x' })).status).toBe(400);
      const all = {
        title: 'The whole',
        location: { type: 'phone', phone: '+351210000000' },
        start: another(),
      };
      const whole = await change(all, `${mount}/bookings/${moved.data.uid}`);
      expect(whole.data).toMatchObject({ start: all.start, title: 'The whole', location: '+351210000000' });
      const left = await list(ada, `${mount}/bookings?eventTypeId=${id}&status=cancelled`);
      expect(left.data.map(({ title }) => title)).not.toContain('The whole');
      const deleted = await ada.call<BookingView>('DELETE', `${mount}/bookings/${whole.data.uid}`, {
        cancellationReason: 'Snow.',
      });
      expect([deleted.status, deleted.data]).toMatchObject([
        200,
        { status: 'cancelled', cancellationReason: 'Snow.' },
      ]);
    }
  });

  test('is required to change a booking of the group', async () => {
    const { ada, ben, nonMember } = fixture;
    const { id } = await fixture.createEventType({ hosts: hosts(ben) });
    const { uid } = await fixture.booked({ eventTypeId: id, start: another() });
    const foreign = await fixture.booked({ eventTypeId: await own(nonMember), start: another() });
    const bens = await fixture.booked({ eventTypeId: await own(ben), start: another() });
    for (const mount of mounts()) {
      for (const [caller, status] of [
        [ben, 403],
        [nonMember, 404],
      ] as const) {
        expect((await caller.call('PATCH', `${mount}/bookings/${uid}`, { title: 'x' })).status).toBe(status);
        expect((await caller.call('DELETE', `${mount}/bookings/${uid}`)).status).toBe(status);
      }
      const outside = [foreign.uid, 'none', ...(mount === organization() ? [] : [bens.uid])];
      for (const other of outside) {
        for (const body of [{}, { title: 'x' }, { start: another() }, { userId: ada.id }])
          expect((await ada.call('PATCH', `${mount}/bookings/${other}`, body)).status).toBe(404);
        expect((await ada.call('DELETE', `${mount}/bookings/${other}`)).status).toBe(404);
      }
    }
    expect((await ben.call<BookingView>('GET', `/v2/bookings/${uid}`)).data).toMatchObject({
      status: 'accepted',
    });
    expect((await nonMember.call<BookingView>('GET', `/v2/bookings/${foreign.uid}`)).data.title).toBe(
      foreign.title,
    );
  });

  test('cancels a booking although the event type disables it for bookers', async () => {
    const { id } = await fixture.createEventType({
      hosts: hosts(fixture.ben),
      disableCancelling: { disabled: true },
    });
    const { uid } = await fixture.booked({ eventTypeId: id, start: another() });
    const deleted = await fixture.ada.call<BookingView>('DELETE', `${fixture.team}/bookings/${uid}`);
    expect([deleted.status, deleted.data.status]).toEqual([200, 'cancelled']);
  });
});

test('the external references of a team booking are available to administrators of the team only', async () => {
  const { ada, ben, service } = fixture;
  const { id } = await fixture.createEventType({ hosts: hosts(ben) });
  const { uid } = await fixture.booked({ eventTypeId: id, start: another() });
  const facts = { type: 'zoom_video', eventUid: 'z-1', destinationCalendarId: null };
  await service.stores.scheduling.bookingRecords.add(uid, { kind: 'reference', facts }, { actor: 'test' });
  const [, mount] = teamMounts();
  expect((await ada.call('GET', `${mount}/bookings/${uid}/references`)).data).toMatchObject([facts]);
  expect((await ada.call('GET', `${mount}/bookings/${uid}/references?type=google_calendar`)).data).toEqual(
    [],
  );
  const bens = await fixture.booked({ eventTypeId: await own(ben), start: another() });
  expect((await ada.call('GET', `${mount}/bookings/${bens.uid}/references`)).status).toBe(404);
  expect((await ben.call('GET', `${mount}/bookings/${uid}/references`)).status).toBe(403);
});
