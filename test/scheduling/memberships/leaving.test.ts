/* What becomes of somebody's bookings when they are taken out of a team: kept, handed over or called off. */
import { mailsTo } from '../../delivery/mail-outbox.js';
import { until } from '../../support/until.js';
import { ahead, type Shown } from '../bookings/booking-fixture.js';
import { type Caller, faulty, type Reply } from '../caller.js';
import { hosts, joins, openTeamWorld, type TeamWorld } from '../team-fixture.js';

let world: TeamWorld;
/** Of Ben in the team; he comes back after each test. */
let membershipId: number;
let organizationMembershipId: number;
/** One for each booking, so that none is in the way of another. */
let day = 10;

beforeAll(async () => {
  world = await openTeamWorld();
});
afterAll(() => world.close());

const membershipIn = async (placeId: number): Promise<number> => {
  const own = await world.service.stores.ownMemberships.list(world.ben.id);
  const found = own.find((one) => one.placeId === placeId);
  return found?.id ?? joins(world.service, placeId, world.ada.id, world.ben.id);
};

beforeEach(async () => {
  organizationMembershipId = await membershipIn(world.orgId);
  membershipId = await membershipIn(world.teamId);
});

const hostIds = ({ hosts: all }: Pick<Shown, 'hosts'>) => all.map(({ id }) => id);
const takeOut = (query = ''): Promise<Reply<{ readonly userId: number }>> =>
  world.ada.call('DELETE', `${world.team}/memberships/${membershipId}${query}`);
const isMember = async (): Promise<boolean> =>
  (await world.ada.call('GET', `/v2/organizations/${world.orgId}/teams/${world.teamId}/bookings`)).status ===
    200 &&
  (await world.service.stores.ownMemberships.list(world.ben.id)).some(
    ({ placeId }) => placeId === world.teamId,
  );

async function shown(uid: string): Promise<Shown> {
  const [booking] = await world.service.stores.bookings.findIn({ teamId: world.teamId }, uid);
  if (booking === undefined) throw new Error(`no booking ${uid}`);
  const { status, hosts: all } = booking;
  return { ...booking, status, hosts: all } as unknown as Shown;
}

/** Booked of Ben, while the others cannot be had. */
async function bookedOfBen(...others: readonly Caller[]): Promise<Shown> {
  const { id } = await world.made({ schedulingType: 'roundRobin', hosts: hosts(world.ben) });
  const made = await world.booked({ eventTypeId: id, start: ahead((day += 1)) });
  const path = `${world.team}/event-types/${id}`;
  if (others.length > 0) await world.ada.call('PATCH', path, { hosts: hosts(world.ben, ...others) });
  expect(hostIds(made)).toEqual([world.ben.id]);
  return made;
}

describe('somebody who is taken out of a team', () => {
  test('keeps what they host, when nothing else is asked', async () => {
    const made = await bookedOfBen(world.cleo);
    expect((await takeOut()).status).toBe(200);
    expect(await isMember()).toBe(false);
    expect(await shown(made.uid)).toMatchObject({ status: 'accepted', hosts: [{ id: world.ben.id }] });
  });

  test('hands over to whose turn it is, and is told', async () => {
    const made = await bookedOfBen(world.cleo);
    expect((await takeOut('?bookings=reassign')).status).toBe(200);
    expect(hostIds(await shown(made.uid))).toEqual([world.cleo.id]);
    expect(await isMember()).toBe(false);
    const { email = '' } = (await world.service.stores.accounts.findById(world.ben.id)) ?? {};
    await until(async () => {
      const mails = await mailsTo(world.service, email);
      return mails.some(({ subject }) => subject === `Handed over: ${made.title}`);
    });
  });

  test('hands over to the person who is named, who has to be a host', async () => {
    const made = await bookedOfBen(world.cleo, world.ada);
    const refused = await takeOut(`?bookings=reassign&reassignTo=${world.stranger.id}`);
    expect([refused.status, faulty(refused)]).toEqual([400, ['reassignTo']]);
    expect(await isMember()).toBe(true);
    const reply = await takeOut(`?bookings=reassign&reassignTo=${world.ada.id}`);
    expect(reply.status).toBe(200);
    expect(hostIds(await shown(made.uid))).toEqual([world.ada.id]);
  });

  test('stays a member while a booking has nobody else, and nothing of it changes', async () => {
    const made = await bookedOfBen();
    const reply = await takeOut('?bookings=reassign');
    expect([reply.status, reply.error.code]).toEqual([409, 'NO_HOST_FREE']);
    expect(await isMember()).toBe(true);
    expect(hostIds(await shown(made.uid))).toEqual([world.ben.id]);
    expect((await takeOut('?bookings=cancel&reason=Ben+has+left')).status).toBe(200);
    expect(await shown(made.uid)).toMatchObject({ status: 'cancelled', reason: 'Ben has left' });
  });

  test('is no longer among the hosts of a collective event, which the others hold', async () => {
    const { ben, cleo } = world;
    const { id } = await world.made({ hosts: hosts(ben, cleo) });
    const made = await world.booked({ eventTypeId: id, start: ahead((day += 1)) });
    expect((await takeOut('?bookings=reassign')).status).toBe(200);
    expect(await shown(made.uid)).toMatchObject({ status: 'accepted', hosts: [{ id: cleo.id }] });
  });

  test('keeps bookings of their own, and those of other places', async () => {
    const { ada, ben, cleo } = world;
    const made = await bookedOfBen(cleo);
    const terms = { title: 'Own', slug: `own-${made.uid.slice(0, 8)}`, lengthInMinutes: 60 };
    const { data: own } = await ben.call<{ readonly id: number }>('POST', '/v2/event-types', terms);
    const mine = await world.booked({ eventTypeId: own.id, start: ahead((day += 1)) });
    const door = `/v2/organizations/${world.orgId}`;
    const reply = await ada.call('DELETE', `${door}/memberships/${organizationMembershipId}?bookings=cancel`);
    expect(reply.status).toBe(200);
    expect((await ben.call<Shown>('GET', `/v2/bookings/${mine.uid}`)).data.status).toBe('accepted');
    expect((await shown(made.uid)).status).toBe('cancelled');
  });

  test('leaves as a user of the organization in the same ways', async () => {
    const made = await bookedOfBen(world.cleo);
    const user = `/v2/organizations/${world.orgId}/users/${world.ben.id}`;
    expect((await world.ada.call('DELETE', `${user}?bookings=reassign`)).status).toBe(200);
    expect(hostIds(await shown(made.uid))).toEqual([world.cleo.id]);
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
    const { ben, cleo, service } = world;
    const { id } = await world.made({ schedulingType: 'roundRobin', hosts: hosts(ben, cleo) });
    const days = Array.from({ length: 12 }, () => (day += 1));
    const bookings = days.map((ahead_) => world.book({ eventTypeId: id, start: ahead(ahead_) }));
    const [left] = await Promise.all([takeOut('?bookings=reassign'), ...bookings]);
    expect(left.status).toBe(200);
    const query = { hostIds: [ben.id], filter: { eventTypeIds: [id] }, sort: [], now: Date.now() };
    const page = { place: { teamId: world.teamId }, take: 50, skip: 0 };
    expect((await service.stores.bookings.listIn({ ...query, ...page })).total).toBe(0);
  });
});
