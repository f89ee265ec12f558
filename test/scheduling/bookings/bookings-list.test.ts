/* `GET /v2/bookings` over HTTP. What each filter finds is tested in test/adapters/knex/bookings/booking-lists.test.ts. */
import { ahead, attendee, openFixture } from './booking-fixture.js';
import type { BookingView, Fixture } from './booking-fixture.js';
import { faulty } from '../caller.js';
import type { Caller } from '../caller.js';

interface Listed {
  readonly data: readonly BookingView[];
  readonly pagination: Readonly<Record<string, unknown>>;
}

let fixture: Fixture;
let created: readonly BookingView[];
beforeAll(async () => {
  fixture = await openFixture();
  const type = await fixture.eventType();
  const hidden = await fixture.eventType({ hideOrganizerEmail: true });
  created = [
    await fixture.booked(type, { start: ahead(11) }),
    await fixture.booked(hidden, { start: ahead(12), attendee: { ...attendee, email: 'alan@example.net' } }),
    await fixture.booked(type, { start: ahead(13) }),
  ];
  await fixture.post(`/v2/bookings/${created[2]?.uid ?? ''}/cancel`);
});
afterAll(() => fixture.close());

async function list(query = '', caller: Caller = fixture.host): Promise<Listed> {
  const { status, text } = await caller.call('GET', `/v2/bookings${query}`);
  if (status !== 200) throw new Error(text);
  return JSON.parse(text) as Listed;
}

const uids = ({ data }: Listed): readonly string[] => data.map(({ uid }) => uid);
const of = (...indexes: readonly number[]): readonly (string | undefined)[] =>
  indexes.map((at) => created[at]?.uid);

describe('GET /v2/bookings', () => {
  it('lists whole bookings by start, with the position of the page', async () => {
    const answer = await list();
    expect(uids(answer)).toEqual(of(0, 1, 2));
    expect(answer.data[0]).toEqual((await fixture.host.call('GET', `/v2/bookings/${created[0]?.uid}`)).data);
    expect(answer).toMatchObject({
      status: 'success',
      pagination: {
        totalItems: 3,
        remainingItems: 0,
        returnedItems: 3,
        itemsPerPage: 100,
        currentPage: 1,
        totalPages: 1,
        hasNextPage: false,
        hasPreviousPage: false,
      },
    });
  });

  it.each([
    'status[]=past&status[]=cancelled',
    'status[0]=past&status[1]=cancelled',
    'status=past&status=cancelled',
  ])('accepts the list %s', async (query) => expect(uids(await list(`?${query}`))).toEqual(of(2)));

  it.each([
    'status[x]=past',
    'statuses[]=past',
    'Status=past',
    'team_id=1',
    'filter[status]=past',
    'take[]=1',
  ])('refuses %s instead of ignoring a filter', async (query) => {
    const [name = ''] = query.split('=');
    const refusal = await fixture.host.call('GET', `/v2/bookings?${query}`);
    expect([refusal.status, faulty(refusal)]).toEqual([
      400,
      [query.startsWith('take') || name === 'status[x]' ? name.split('[')[0] : name],
    ]);
  });

  it('reads dates as whole days, and times without an offset as UTC', async () => {
    const day = ahead(12).slice(0, 10);
    expect(uids(await list(`?afterStart=${day}&beforeEnd=${day}`))).toEqual(of(1));
    expect(uids(await list(`?afterStart=${day}T00:00&beforeEnd=${day}T23:59:59`))).toEqual(of(1));
    expect(
      uids(await list(`?afterCreatedAt=${ahead(-1).slice(0, 10)}&beforeCreatedAt=${ahead(0).slice(0, 10)}`)),
    ).toEqual(of(0, 1, 2));
  });

  it('returns pages', async () => {
    const middle = await list('?take=1&skip=1');
    expect(uids(middle)).toEqual(of(1));
    expect(middle.pagination).toEqual({
      totalItems: 3,
      remainingItems: 1,
      returnedItems: 1,
      itemsPerPage: 1,
      currentPage: 2,
      totalPages: 3,
      hasNextPage: true,
      hasPreviousPage: true,
    });
    const behind = await list('?take=250&skip=1000000000000');
    expect([uids(behind), behind.pagination['remainingItems']]).toEqual([[], 0]);
  });

  it.each<readonly [query: string, indexes: readonly number[]]>([
    ['?status=upcoming', [0, 1]],
    ['?status=upcoming,cancelled', [0, 1, 2]],
    ['?status=upcoming&status=cancelled', [0, 1, 2]],
    ['?status=past', []],
    ['?attendeeEmail=ALAN@example.net', [1]],
    ['?attendeeName=grace%20hopper&sortStart=desc', [2, 1, 0]],
    [`?beforeEnd=${ahead(12, '12:00')}&sortCreated=desc`, [1, 0]],
    ['?sortUpdatedAt=desc&take=1', [2]],
    ['?teamId=1', []],
  ])('returns the bookings that match %s', async (query, indexes) => {
    expect(uids(await list(query))).toEqual(of(...indexes));
  });

  it('filters by uid and by event types', async () => {
    const [first, second] = created;
    expect(uids(await list(`?bookingUid=${first?.uid}`))).toEqual(of(0));
    const [one, other] = [first?.['eventTypeId'], second?.['eventTypeId']].map(String);
    expect(uids(await list(`?eventTypeId=${one}`))).toEqual(of(0, 2));
    expect(uids(await list(`?eventTypeIds=${one},${other}`))).toEqual(of(0, 1, 2));
    expect(uids(await list(`?eventTypeIds=${one}&eventTypeId=${other}`))).toEqual([]);
  });

  it('returns bookings that the caller hosts, or attends under a verified address, as an attendee sees them', async () => {
    const [member, unproven] = [
      await fixture.member({ proven: true }),
      await fixture.member({ proven: false }),
    ];
    const type = await fixture.eventType({ hideOrganizerEmail: true });
    for (const [at, { email }] of [member, unproven].entries())
      await fixture.booked(type, { start: ahead(40 + at), attendee: { ...attendee, email } });
    expect((await list('', unproven)).pagination).toMatchObject({
      totalItems: 0,
      totalPages: 0,
      currentPage: 1,
    });
    const { data } = await list('', member);
    expect(data.map(({ attendees, hosts }) => [attendees[0]?.email, hosts[0]?.email])).toEqual([
      [member.email, ''],
    ]);
  });

  it.each([
    ['status', 'status=soon'],
    ['eventTypeIds', 'eventTypeIds=1,x'],
    ['eventTypeId', 'eventTypeId=x'],
    ['afterStart', 'afterStart=tomorrow'],
    ['beforeEnd', 'beforeEnd=2030-02-30T00:00:00Z'],
    ['sortStart', 'sortStart=up'],
    ['take', 'take=0'],
    ['take', 'take=251'],
    ['skip', 'skip=-1'],
    ['attendeeEmail', 'attendeeEmail='],
    ['attendeeName', 'attendeeName=a&attendeeName=b'],
  ])('is refused naming %s in %s', async (property, query) => {
    const refused = await fixture.host.call('GET', `/v2/bookings?${query}`);
    expect([refused.status, faulty(refused)[0]?.split('.')[0]]).toEqual([400, property]);
  });
});
