/* What becomes of somebody's bookings when they are taken out of a team: kept, handed over or called off. */
import { mailsTo } from '../../delivery/mail-outbox.js';
import { until } from '../../support/until.js';
import { ahead, type BookingView } from '../bookings/booking-fixture.js';
import { type Caller, faulty, type Reply } from '../caller.js';
import { hosts, joins, openTeamFixture, type TeamFixture } from '../team-fixture.js';

let fixture: TeamFixture;
/** Of Ben in the team; he comes back after each test. */
let membershipId: number;
let organizationMembershipId: number;
/** One for each booking, so that none is in the way of another. */
let day = 10;

beforeAll(async () => {
  fixture = await openTeamFixture();
});
afterAll(() => fixture.close());

const membershipIn = async (groupId: number): Promise<number> => {
  const own = await fixture.service.stores.teams.ownMemberships.list(fixture.ben.id);
  const found = own.find((one) => one.groupId === groupId);
  return found?.id ?? joins(fixture.service, groupId, fixture.ada.id, fixture.ben.id);
};

beforeEach(async () => {
  organizationMembershipId = await membershipIn(fixture.orgId);
  membershipId = await membershipIn(fixture.teamId);
});

const hostIds = ({ hosts: all }: Pick<BookingView, 'hosts'>) => all.map(({ id }) => id);
const takeOut = (query = ''): Promise<Reply<{ readonly userId: number }>> =>
  fixture.ada.call('DELETE', `${fixture.team}/memberships/${membershipId}${query}`);
const isMember = async (): Promise<boolean> =>
  (await fixture.ada.call('GET', `/v2/organizations/${fixture.orgId}/teams/${fixture.teamId}/bookings`))
    .status === 200 &&
  (await fixture.service.stores.teams.ownMemberships.list(fixture.ben.id)).some(
    ({ groupId }) => groupId === fixture.teamId,
  );

async function shown(uid: string): Promise<BookingView> {
  const [booking] = await fixture.service.stores.scheduling.bookings.findIn({ teamId: fixture.teamId }, uid);
  if (booking === undefined) throw new Error(`no booking ${uid}`);
  const { status, hosts: all } = booking;
  return { ...booking, status, hosts: all } as unknown as BookingView;
}

/** Booked of Ben, while the others cannot be had. */
async function bookedOfBen(...others: readonly Caller[]): Promise<BookingView> {
  const { id } = await fixture.made({ schedulingType: 'roundRobin', hosts: hosts(fixture.ben) });
  const made = await fixture.booked({ eventTypeId: id, start: ahead((day += 1)) });
  const path = `${fixture.team}/event-types/${id}`;
  if (others.length > 0) await fixture.ada.call('PATCH', path, { hosts: hosts(fixture.ben, ...others) });
  expect(hostIds(made)).toEqual([fixture.ben.id]);
  return made;
}

describe('somebody who is taken out of a team', () => {
  test('keeps what they host, when nothing else is asked', async () => {
    const made = await bookedOfBen(fixture.cleo);
    expect((await takeOut()).status).toBe(200);
    expect(await isMember()).toBe(false);
    expect(await shown(made.uid)).toMatchObject({ status: 'accepted', hosts: [{ id: fixture.ben.id }] });
  });

  test('hands over to whose turn it is, and is told', async () => {
    const made = await bookedOfBen(fixture.cleo);
    expect((await takeOut('?bookings=reassign')).status).toBe(200);
    expect(hostIds(await shown(made.uid))).toEqual([fixture.cleo.id]);
    expect(await isMember()).toBe(false);
    const { email = '' } = (await fixture.service.stores.accounts.accounts.findById(fixture.ben.id)) ?? {};
    await until(async () => {
      const mails = await mailsTo(fixture.service, email);
      return mails.some(({ subject }) => subject === `Handed over: ${made.title}`);
    });
  });

  test('hands over to the person who is named, who has to be a host', async () => {
    const made = await bookedOfBen(fixture.cleo, fixture.ada);
    const refused = await takeOut(`?bookings=reassign&reassignTo=${fixture.nonMember.id}`);
    expect([refused.status, faulty(refused)]).toEqual([400, ['reassignTo']]);
    expect(await isMember()).toBe(true);
    const reply = await takeOut(`?bookings=reassign&reassignTo=${fixture.ada.id}`);
    expect(reply.status).toBe(200);
    expect(hostIds(await shown(made.uid))).toEqual([fixture.ada.id]);
  });

  test('stays a member while a booking has nobody else, and nothing of it changes', async () => {
    const made = await bookedOfBen();
    const reply = await takeOut('?bookings=reassign');
    expect([reply.status, reply.error.code]).toEqual([409, 'NO_HOST_FREE']);
    expect(await isMember()).toBe(true);
    expect(hostIds(await shown(made.uid))).toEqual([fixture.ben.id]);
    expect((await takeOut('?bookings=cancel&reason=Ben+has+left')).status).toBe(200);
    expect(await shown(made.uid)).toMatchObject({ status: 'cancelled', reason: 'Ben has left' });
  });

  test('is no longer among the hosts of a collective event, which the others hold', async () => {
    const { ben, cleo } = fixture;
    const { id } = await fixture.made({ hosts: hosts(ben, cleo) });
    const made = await fixture.booked({ eventTypeId: id, start: ahead((day += 1)) });
    expect((await takeOut('?bookings=reassign')).status).toBe(200);
    expect(await shown(made.uid)).toMatchObject({ status: 'accepted', hosts: [{ id: cleo.id }] });
  });

  test('keeps bookings of their own, and those of other places', async () => {
    const { ada, ben, cleo } = fixture;
    const made = await bookedOfBen(cleo);
    const terms = { title: 'Own', slug: `own-${made.uid.slice(0, 8)}`, lengthInMinutes: 60 };
    const { data: own } = await ben.call<{ readonly id: number }>('POST', '/v2/event-types', terms);
    const mine = await fixture.booked({ eventTypeId: own.id, start: ahead((day += 1)) });
    const door = `/v2/organizations/${fixture.orgId}`;
    const reply = await ada.call('DELETE', `${door}/memberships/${organizationMembershipId}?bookings=cancel`);
    expect(reply.status).toBe(200);
    expect((await ben.call<BookingView>('GET', `/v2/bookings/${mine.uid}`)).data.status).toBe('accepted');
    expect((await shown(made.uid)).status).toBe('cancelled');
  });

  test('leaves as a user of the organization in the same ways', async () => {
    const made = await bookedOfBen(fixture.cleo);
    const user = `/v2/organizations/${fixture.orgId}/users/${fixture.ben.id}`;
    expect((await fixture.ada.call('DELETE', `${user}?bookings=reassign`)).status).toBe(200);
    expect(hostIds(await shown(made.uid))).toEqual([fixture.cleo.id]);
  });

  test.each([
    ['?bookings=burn', 'bookings'],
    ['?reassignTo=1', 'reassignTo'],
    ['?bookings=cancel&reassignTo=1', 'reassignTo'],
    ['?bookings=reassign&reassignTo=Ben', 'reassignTo'],
  ])('is still there after %s', async (query, property) => {
    const reply = await takeOut(query);
    expect([reply.status, faulty(reply)]).toEqual([400, [property]]);
    expect(await isMember()).toBe(true);
  });

  test('is booked by nobody while their bookings are settled', async () => {
    const { ben, cleo, service } = fixture;
    const { id } = await fixture.made({ schedulingType: 'roundRobin', hosts: hosts(ben, cleo) });
    const days = Array.from({ length: 12 }, () => (day += 1));
    const bookings = days.map((ahead_) => fixture.book({ eventTypeId: id, start: ahead(ahead_) }));
    const [left] = await Promise.all([takeOut('?bookings=reassign'), ...bookings]);
    expect(left.status).toBe(200);
    const query = { hostIds: [ben.id], filter: { eventTypeIds: [id] }, sort: [], now: Date.now() };
    const page = { group: { teamId: fixture.teamId }, take: 50, skip: 0 };
    expect((await service.stores.scheduling.bookings.listIn({ ...query, ...page })).total).toBe(0);
  });
});
