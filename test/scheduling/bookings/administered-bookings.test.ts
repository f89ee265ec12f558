/* `/v2/bookings` for owners and administrators of teams and organizations: the team bookings of their members. */
import { EVERYWHERE, type GrantedResources } from '../../../src/scopes/granted-resources.js';
import { mintedToken } from '../../api/minted-tokens.js';
import { ahead, attendee, type BookingView } from './booking-fixture.js';
import type { Caller, Reply } from '../caller.js';
import { memberFixture, type MemberFixture } from '../member-fixture.js';
import { hosts, openTeamFixture, type EventTypeView, type TeamFixture } from '../team-fixture.js';

const SCOPE = 'BOOKING_READ BOOKING_WRITE';

let fixture: TeamFixture;
let groups: MemberFixture;
let clientId: string;
/** Administers the team, and is a plain member of the organization. */
let tess: number;
/** Administers another team of the organization. */
let other: number;
let otherTeam: number;

beforeAll(async () => {
  fixture = await openTeamFixture();
  const { service, orgId, teamId, ada } = fixture;
  groups = memberFixture(service);
  ({ clientId } = await service.client({ scopes: ['BOOKING_READ', 'BOOKING_WRITE'] }));
  [tess, other] = [(await service.user()).account.id, (await service.user()).account.id];
  otherTeam = await groups.team(ada.id, orgId);
  for (const [account, team] of [
    [tess, teamId],
    [other, otherTeam],
  ] as const) {
    await groups.join(orgId, ada.id, account);
    await groups.join(team, ada.id, account, { role: 'admin' });
  }
});
afterAll(() => fixture.close());

type ListReply = Reply<readonly BookingView[]> & { readonly pagination: { readonly totalItems: number } };

interface As {
  readonly scope?: string;
  readonly resources?: GrantedResources;
}

/** Calls with a token of its own. */
async function call<D = BookingView>(
  accountId: number,
  [method, path, body]: readonly [method: string, path: string, body?: object | undefined],
  { scope = SCOPE, resources = EVERYWHERE }: As = {},
): Promise<Reply<D>> {
  const token = await mintedToken(fixture.service, { clientId, accountId, resources }, scope);
  const response = await fetch(`${fixture.service.url}/v2/bookings${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { ...(JSON.parse(text) as Reply<D>), status: response.status, text };
}

const list = async (accountId: number, query: string, as?: As): Promise<ListReply> =>
  (await call<readonly BookingView[]>(accountId, ['GET', query], as)) as ListReply;
const uids = (all: readonly BookingView[]): readonly string[] => all.map(({ uid }) => uid);

let day = 20;
const another = (): string => ahead((day += 1));

async function eventTypeOf(...[more = {}, of = [fixture.ben]]: [more?: object, of?: readonly Caller[]]) {
  return (await fixture.createEventType({ hosts: hosts(...of), ...more })).id;
}

/** Of Ben, for the team. */
const bensBooking = async (more?: object): Promise<BookingView> =>
  fixture.booked({ eventTypeId: await eventTypeOf(more), start: another() });

/** Of Ben, for himself. */
async function ownBooking(): Promise<BookingView> {
  const body = { title: 'Own call', slug: `own-${(day += 1)}`, lengthInMinutes: 60 };
  const { data } = await fixture.ben.call<EventTypeView>('POST', '/v2/event-types', body);
  return fixture.booked({ eventTypeId: data.id, start: another() });
}

const PENDING = { confirmationPolicy: { type: 'always', blockUnconfirmedBookingsInBooker: true } };

describe('administrators of a team and of its organization', () => {
  const administrators = () => [fixture.ada.id, tess];

  test('see the team bookings of members as hosts do', async () => {
    const { uid } = await bensBooking({
      seats: { seatsPerTimeSlot: 3, showAttendeeInfo: false, showAvailabilityCount: false },
    });
    for (const id of administrators()) {
      const { status, data } = await call(id, ['GET', `/${uid}`]);
      expect([status, data.attendees[0]?.email]).toEqual([200, attendee.email]);
      expect((await call(id, ['GET', `/by-seat/${data.attendees[0]?.seatUid}`])).status).toBe(200);
      for (const part of ['attendees', 'references', 'recordings', 'calendar-links'])
        expect((await call(id, ['GET', `/${uid}/${part}`])).status).toBe(200);
    }
  });

  test('confirm, decline, change, reassign, mark absent, reschedule and cancel them', async () => {
    const { ben, cleo } = fixture;
    const fixed = { disableCancelling: { disabled: true }, disableRescheduling: { disabled: true } };
    for (const id of administrators()) {
      const change = async (uid: string, path: string, body?: object, method = 'POST') =>
        (await call(id, [method, `/${uid}${path}`, body])).data;
      const [first, second] = [await bensBooking(PENDING), await bensBooking(PENDING)];
      expect(await change(first.uid, '/confirm')).toMatchObject({ status: 'accepted' });
      expect(await change(second.uid, '/decline', { reason: 'Full.' })).toMatchObject({ status: 'rejected' });
      const location = { type: 'link', link: 'https://meet.example/desk' };
      expect(await change(first.uid, '/location', { location }, 'PATCH')).toMatchObject({
        location: 'https://meet.example/desk',
      });
      expect(await change(first.uid, '/guests', { guests: [{ email: 'g@example.net' }] })).toMatchObject({
        guests: ['g@example.net'],
      });
      const eventTypeId = await eventTypeOf({ schedulingType: 'roundRobin', ...fixed }, [ben, cleo]);
      const { uid, hosts: before } = await fixture.booked({ eventTypeId, start: another() });
      const next = before[0]?.id === ben.id ? cleo : ben;
      expect(await change(uid, `/reassign/${next.id}`, {})).toMatchObject({ reassignedTo: { id: next.id } });
      const moved = await change(uid, '/reschedule', { start: another() });
      expect(moved.status).toBe('accepted');
      expect(await change(moved.uid, '/cancel', {})).toMatchObject({ status: 'cancelled' });
    }
  });

  test('mark absences once it has begun', async () => {
    const { uid } = await bensBooking();
    const marked = await call(tess, ['POST', `/${uid}/mark-absent`, { host: true }]);
    expect([marked.status, marked.error.code]).toEqual([400, 'NOT_STARTED']);
  });

  test('list all bookings of a team by its id, with its managed event types, each once', async () => {
    const { ada, ben, cleo, teamId } = fixture;
    const before = (await list(tess, `?teamId=${teamId}`)).pagination.totalItems;
    const managed = await fixture.createEventType<readonly EventTypeView[]>({
      ...{ schedulingType: 'managed', hosts: hosts(ben) },
    });
    const child = managed.find(({ ownerId }) => ownerId === ben.id)?.id;
    const both = await fixture.booked({ eventTypeId: await eventTypeOf({}, [ada, cleo]), start: another() });
    const made = [both, await bensBooking(), await fixture.booked({ eventTypeId: child, start: another() })];
    for (const id of administrators()) {
      const all = await list(id, `?teamId=${teamId}&sortCreated=desc&take=3`);
      expect(uids(all.data)).toEqual(uids(made).toReversed());
      expect(all.pagination.totalItems).toBe(before + 3);
      expect(all.data[0]?.attendees[0]?.email).toBe(attendee.email);
    }
    // Without a team the list is that of the user alone.
    expect((await list(tess, '')).data).toEqual([]);
    expect(uids((await list(ben.id, `?teamId=${teamId}&sortCreated=desc`)).data)).not.toContain(both.uid);
  });

  test('find no personal bookings of members', async () => {
    const { uid } = await ownBooking();
    for (const id of administrators()) {
      expect((await call(id, ['GET', `/${uid}`])).status).toBe(404);
      expect((await call(id, ['POST', `/${uid}/decline`, {}])).status).toBe(404);
    }
    expect(uids((await list(fixture.ada.id, `?teamId=${fixture.teamId}`)).data)).not.toContain(uid);
  });
});

describe('other users', () => {
  test('find no team bookings: plain members, other teams’ administrators, members who have not accepted', async () => {
    const { ada, ben, cleo, nonMember, service, orgId, teamId } = fixture;
    const invited = (await service.user()).account.id;
    await groups.join(orgId, ada.id, invited, { role: 'admin', agree: false });
    const { uid } = await bensBooking(PENDING);
    for (const id of [cleo.id, nonMember.id, other, invited]) {
      expect((await call(id, ['GET', `/${uid}`])).status).toBe(404);
      expect((await call(id, ['POST', `/${uid}/confirm`])).status).toBe(404);
      expect((await call(id, ['GET', `/${uid}/references`])).status).toBe(404);
      expect(uids((await list(id, `?teamId=${teamId}`)).data)).not.toContain(uid);
    }
    expect((await call(ben.id, ['POST', `/${uid}/confirm`])).data.status).toBe('accepted');
  });

  test('include a demoted administrator, from the next call on', async () => {
    const { service, ada, orgId, teamId } = fixture;
    const account = (await service.user()).account.id;
    await groups.join(orgId, ada.id, account);
    const id = await groups.join(teamId, ada.id, account, { role: 'admin' });
    const { uid } = await bensBooking();
    expect((await call(account, ['GET', `/${uid}`])).status).toBe(200);
    const target = { groupId: teamId, id, by: ada.id };
    await service.stores.teams.memberships.change(target, { role: 'member' }, { actor: 'test' });
    expect((await call(account, ['GET', `/${uid}`])).status).toBe(404);
  });
});

describe('the grant', () => {
  test('needs the scope of the endpoint, and no scope of the team instead', async () => {
    const { uid } = await bensBooking(PENDING);
    const teams = { scope: 'TEAM_BOOKING_READ TEAM_BOOKING_WRITE ORG_BOOKING_WRITE' };
    expect((await call(tess, ['GET', `/${uid}`], teams)).error.code).toBe('INSUFFICIENT_SCOPE');
    const reading = { scope: 'BOOKING_READ' };
    expect((await call(tess, ['POST', `/${uid}/confirm`], reading)).error.code).toBe('INSUFFICIENT_SCOPE');
    const { uid: fixed } = await bensBooking({ disableCancelling: { disabled: true } });
    expect((await call(tess, ['POST', `/${fixed}/cancel`, {}], reading)).error.code).toBe('NOT_ALLOWED');
    expect((await call(tess, ['GET', `/${uid}`], reading)).status).toBe(200);
  });

  test.each<readonly [string, string, () => Partial<GrantedResources>, number]>([
    ['this team', `${SCOPE} TEAM_BOOKING_READ`, () => ({ teams: [fixture.teamId] }), 200],
    ['another team', `${SCOPE} TEAM_BOOKING_READ`, () => ({ teams: [otherTeam] }), 404],
    ['another team for other scopes', `${SCOPE} TEAM_PROFILE_READ`, () => ({ teams: [otherTeam] }), 404],
    ['the organization', `${SCOPE} ORG_PROFILE_READ`, () => ({ organizations: [fixture.orgId] }), 200],
    ['another organization', `${SCOPE} ORG_PROFILE_READ`, () => ({ organizations: [otherTeam] }), 404],
    ['no team any more', SCOPE, () => ({ teams: [] }), 404],
  ])('of %s is respected', async (_, scope, chosen, status) => {
    const { ada, teamId } = fixture;
    const as = { scope, resources: { ...EVERYWHERE, ...chosen() } };
    const { uid } = await bensBooking();
    expect((await call(ada.id, ['GET', `/${uid}`], as)).status).toBe(status);
    expect(uids((await list(ada.id, `?teamId=${teamId}&take=250`, as)).data).includes(uid)).toBe(
      status === 200,
    );
    const location = { location: { type: 'link', link: 'https://meet.example/x' } };
    expect((await call(ada.id, ['PATCH', `/${uid}/location`, location], as)).status).toBe(status);
  });

  test('covers nothing of an organization that does not admit the application', async () => {
    const { ada, ben, service, orgId, teamId } = fixture;
    const { uid } = await bensBooking();
    const manager = { organizationId: orgId, viewerId: ada.id };
    await service.stores.organizationApps.setPolicy(manager, 'listed', { actor: 'test' });
    try {
      expect((await call(ada.id, ['GET', `/${uid}`])).status).toBe(404);
      expect(uids((await list(ada.id, `?teamId=${teamId}&take=250`)).data)).not.toContain(uid);
      expect((await call(ben.id, ['GET', `/${uid}`])).status).toBe(200);
    } finally {
      await service.stores.organizationApps.setPolicy(manager, 'every', { actor: 'test' });
    }
  });
});
