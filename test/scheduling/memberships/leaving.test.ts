/* Bookings of a member who is removed from a group: unchanged, reassigned or cancelled. */
import { randomUUID } from 'node:crypto';
import { mailsTo } from '../../delivery/mail-outbox.js';
import { until } from '../../support/until.js';
import { ahead, type BookingView } from '../bookings/booking-fixture.js';
import { type Caller, faulty, type Reply } from '../caller.js';
import { hosts, addMember, openTeamFixture, type TeamFixture } from '../team-fixture.js';

let fixture: TeamFixture;
/** Of Ben in the team; he is added again before each test. */
let membershipId: number;
let organizationMembershipId: number;
/** One day for each booking, so that they do not overlap. */
let day = 10;

beforeAll(async () => {
  fixture = await openTeamFixture();
});
afterAll(() => fixture.close());

const membershipIn = async (groupId: number): Promise<number> => {
  const own = await fixture.service.stores.teams.ownMemberships.list(fixture.ben.id);
  const membership = own.find((one) => one.groupId === groupId);
  return membership?.id ?? addMember(fixture.service, groupId, fixture.ada.id, fixture.ben.id);
};

beforeEach(async () => {
  organizationMembershipId = await membershipIn(fixture.orgId);
  membershipId = await membershipIn(fixture.teamId);
});

const hostIds = ({ hosts: all }: Pick<BookingView, 'hosts'>) => all.map(({ id }) => id);
const removeBen = (query = ''): Promise<Reply<{ readonly userId: number }>> =>
  fixture.ada.call('DELETE', `${fixture.team}/memberships/${membershipId}${query}`);
const isMember = async (): Promise<boolean> =>
  (await fixture.ada.call('GET', `/v2/organizations/${fixture.orgId}/teams/${fixture.teamId}/bookings`))
    .status === 200 &&
  (await fixture.service.stores.teams.ownMemberships.list(fixture.ben.id)).some(
    ({ groupId }) => groupId === fixture.teamId,
  );

async function readBooking(uid: string): Promise<BookingView> {
  const [booking] = await fixture.service.stores.scheduling.bookings.findIn({ teamId: fixture.teamId }, uid);
  if (booking === undefined) throw new Error(`no booking ${uid}`);
  const { status, hosts: all } = booking;
  return { ...booking, status, hosts: all } as unknown as BookingView;
}

/** Ben is the only host when it is booked; the others become hosts afterwards. */
async function bookedOfBen(...others: readonly Caller[]): Promise<BookingView> {
  const { id } = await fixture.createEventType({ schedulingType: 'roundRobin', hosts: hosts(fixture.ben) });
  const booking = await fixture.booked({ eventTypeId: id, start: ahead((day += 1)) });
  const path = `${fixture.team}/event-types/${id}`;
  if (others.length > 0) await fixture.ada.call('PATCH', path, { hosts: hosts(fixture.ben, ...others) });
  expect(hostIds(booking)).toEqual([fixture.ben.id]);
  return booking;
}

describe('a member who is removed from a team', () => {
  test('does not lose hosted bookings by default', async () => {
    const booking = await bookedOfBen(fixture.cleo);
    expect((await removeBen()).status).toBe(200);
    expect(await isMember()).toBe(false);
    expect(await readBooking(booking.uid)).toMatchObject({
      status: 'accepted',
      hosts: [{ id: fixture.ben.id }],
    });
  });

  test('is replaced by the next host, and notified', async () => {
    const booking = await bookedOfBen(fixture.cleo);
    expect((await removeBen('?bookings=reassign')).status).toBe(200);
    expect(hostIds(await readBooking(booking.uid))).toEqual([fixture.cleo.id]);
    expect(await isMember()).toBe(false);
    const { email = '' } = (await fixture.service.stores.accounts.accounts.findById(fixture.ben.id)) ?? {};
    await until(async () => {
      const mails = await mailsTo(fixture.service, email);
      return mails.some(({ subject }) => subject === `Handed over: ${booking.title}`);
    });
  });

  test('is replaced by the chosen user, who must be a host', async () => {
    const booking = await bookedOfBen(fixture.cleo, fixture.ada);
    const refused = await removeBen(`?bookings=reassign&reassignTo=${fixture.nonMember.id}`);
    expect([refused.status, faulty(refused)]).toEqual([400, ['reassignTo']]);
    expect(await isMember()).toBe(true);
    const reply = await removeBen(`?bookings=reassign&reassignTo=${fixture.ada.id}`);
    expect(reply.status).toBe(200);
    expect(hostIds(await readBooking(booking.uid))).toEqual([fixture.ada.id]);
  });

  test('stays a member while a booking has no other host, and the booking does not change', async () => {
    const booking = await bookedOfBen();
    const reply = await removeBen('?bookings=reassign');
    expect([reply.status, reply.error.code]).toEqual([409, 'NO_HOST_FREE']);
    expect(await isMember()).toBe(true);
    expect(hostIds(await readBooking(booking.uid))).toEqual([fixture.ben.id]);
    expect((await removeBen('?bookings=cancel&reason=Ben+has+left')).status).toBe(200);
    expect(await readBooking(booking.uid)).toMatchObject({ status: 'cancelled', reason: 'Ben has left' });
  });

  test('is no longer among the hosts of a collective event', async () => {
    const { ben, cleo } = fixture;
    const { id } = await fixture.createEventType({ hosts: hosts(ben, cleo) });
    const booking = await fixture.booked({ eventTypeId: id, start: ahead((day += 1)) });
    expect((await removeBen('?bookings=reassign')).status).toBe(200);
    expect(await readBooking(booking.uid)).toMatchObject({ status: 'accepted', hosts: [{ id: cleo.id }] });
  });

  test('does not lose own bookings and those of other groups', async () => {
    const { ada, ben, cleo } = fixture;
    const booking = await bookedOfBen(cleo);
    const terms = { title: 'Own', slug: `own-${randomUUID()}`, lengthInMinutes: 60 };
    const { data: own } = await ben.call<{ readonly id: number }>('POST', '/v2/event-types', terms);
    const mine = await fixture.booked({ eventTypeId: own.id, start: ahead((day += 1)) });
    const path = `/v2/organizations/${fixture.orgId}`;
    const reply = await ada.call('DELETE', `${path}/memberships/${organizationMembershipId}?bookings=cancel`);
    expect(reply.status).toBe(200);
    expect((await ben.call<BookingView>('GET', `/v2/bookings/${mine.uid}`)).data.status).toBe('accepted');
    expect((await readBooking(booking.uid)).status).toBe('cancelled');
  });

  test('is removed as a user of the organization in the same way', async () => {
    const booking = await bookedOfBen(fixture.cleo);
    const user = `/v2/organizations/${fixture.orgId}/users/${fixture.ben.id}`;
    expect((await fixture.ada.call('DELETE', `${user}?bookings=reassign`)).status).toBe(200);
    expect(hostIds(await readBooking(booking.uid))).toEqual([fixture.cleo.id]);
  });

  test.each([
    ['?bookings=burn', 'bookings'],
    ['?reassignTo=1', 'reassignTo'],
    ['?bookings=cancel&reassignTo=1', 'reassignTo'],
    ['?bookings=reassign&reassignTo=Ben', 'reassignTo'],
  ])('is not removed with %s', async (query, property) => {
    const reply = await removeBen(query);
    expect([reply.status, faulty(reply)]).toEqual([400, [property]]);
    expect(await isMember()).toBe(true);
  });

  test('cannot be booked while their bookings are settled', async () => {
    const { ben, cleo, service } = fixture;
    const { id } = await fixture.createEventType({ schedulingType: 'roundRobin', hosts: hosts(ben, cleo) });
    const days = Array.from({ length: 12 }, () => (day += 1));
    const bookings = days.map((each) => fixture.book({ eventTypeId: id, start: ahead(each) }));
    const [left] = await Promise.all([removeBen('?bookings=reassign'), ...bookings]);
    expect(left.status).toBe(200);
    const query = { hostIds: [ben.id], filter: { eventTypeIds: [id] }, sort: [], now: Date.now() };
    const page = { group: { teamId: fixture.teamId }, take: 50, skip: 0 };
    expect((await service.stores.scheduling.bookings.listIn({ ...query, ...page })).total).toBe(0);
  });
});
