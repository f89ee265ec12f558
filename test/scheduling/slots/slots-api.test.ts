/* `/v2/slots` over HTTP: queries and formats. Which slots are free is tested in slots.test.ts. */
import { newTerms } from '../../../src/scheduling/event-types/rules.js';
import type { NewEventType } from '../../../src/scheduling/event-types/rules.js';
import { MAX_SLOTS } from '../../../src/scheduling/slots/slots-in-parts.js';
import type { NewSchedule } from '../../../src/scheduling/schedules/store.js';
import { type TestUser, useService } from '../../support/service.js';
import { faulty, type Reply } from '../caller.js';

const ACTOR = { actor: 'test' };
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
const DATES = 'start=2050-09-05&end=2050-09-05';
/** Bookings too far ahead are refused. */
const NEXT_YEAR = new Date().getUTCFullYear() + 1;

interface SlotView {
  readonly start: string;
  readonly end?: string;
}
type Slots = Readonly<Record<string, readonly SlotView[]>>;

const service = useService();
let ada: TestUser;
beforeAll(async () => {
  ada = await service.user('Ada Lovelace');
  await open(ada, { availability: [{ days: DAYS, startTime: '09:00', endTime: '12:00' }] });
});

async function open({ account }: TestUser, hours: Partial<NewSchedule>): Promise<void> {
  const schedule = { name: 'Open', timeZone: 'UTC', availability: [], overrides: [], isDefault: true };
  await service.stores.scheduling.schedules.create(account.id, { ...schedule, ...hours }, ACTOR);
}

let count = 0;
async function eventType(change: Partial<NewEventType> = {}, { account } = ada) {
  const slug = `intro-${(count += 1)}`;
  const terms = newTerms({ title: 'Intro call', slug, lengthInMinutes: 60, ...change });
  const created = await service.stores.scheduling.eventTypes.create(account.id, { terms, most: 200 }, ACTOR);
  if (typeof created !== 'object') throw new Error(`not created: ${created}`);
  return created.eventType;
}

async function get<D = Slots>(query: string): Promise<Reply<D> & { readonly headers: Headers }> {
  const response = await fetch(`${service.url}/v2/slots?${query}`);
  const text = await response.text();
  const body = JSON.parse(text) as Pick<Reply<D>, 'data' | 'error'>;
  return { ...body, status: response.status, text, headers: response.headers };
}

const starts = ({ data }: Reply<Slots>) =>
  Object.fromEntries(Object.entries(data).map(([date, slots]) => [date, slots.map(({ start }) => start)]));

async function book(eventTypeId: number, start: string): Promise<{ readonly uid: string }> {
  const attendee = { name: 'Grace Hopper', email: 'grace@example.net', timeZone: 'UTC' };
  const response = await fetch(`${service.url}/v2/bookings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ eventTypeId, start, attendee }),
  });
  const { data } = (await response.json()) as { readonly data: { readonly uid: string } };
  expect(response.status).toBe(201);
  return data;
}

const NINE_TO_TWELVE = ['2050-09-05T09:00:00.000Z', '2050-09-05T10:00:00.000Z', '2050-09-05T11:00:00.000Z'];

describe('the slots of an event type', () => {
  test('are found by its id: starts by date, in UTC, not cacheable', async () => {
    const { id } = await eventType();
    const answer = await get(`eventTypeId=${id}&${DATES}`);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(JSON.parse(answer.text)).toEqual({
      status: 'success',
      data: { '2050-09-05': NINE_TO_TWELVE.map((start) => ({ start })) },
    });
  });

  test('are found by its slug and owner, in any case, also when it is hidden', async () => {
    const { slug } = await eventType({ hidden: true });
    const { username } = ada.account;
    const answer = await get(`eventTypeSlug=${slug.toUpperCase()}&username=${username}&${DATES}`);
    expect(starts(answer)).toEqual({ '2050-09-05': NINE_TO_TWELVE });
    expect(
      (await get(`eventTypeSlug=${slug}&username=${username}&organizationSlug=acme&${DATES}`)).status,
    ).toBe(404);
  });

  test('have ends in the range format', async () => {
    const { id } = await eventType();
    const { data } = await get(`eventTypeId=${id}&${DATES}&format=range`);
    expect(data['2050-09-05']?.[0]).toEqual({
      start: '2050-09-05T09:00:00.000Z',
      end: '2050-09-05T10:00:00.000Z',
    });
  });

  test.each([
    [
      'Europe/Rome',
      {
        '2050-09-05': [
          '2050-09-05T11:00:00.000+02:00',
          '2050-09-05T12:00:00.000+02:00',
          '2050-09-05T13:00:00.000+02:00',
        ],
      },
    ],
    [
      'Asia/Kathmandu',
      {
        '2050-09-05': [
          '2050-09-05T14:45:00.000+05:45',
          '2050-09-05T15:45:00.000+05:45',
          '2050-09-05T16:45:00.000+05:45',
        ],
      },
    ],
    [
      'Pacific/Kiritimati',
      {
        '2050-09-05': ['2050-09-05T23:00:00.000+14:00'],
        '2050-09-06': ['2050-09-06T00:00:00.000+14:00', '2050-09-06T01:00:00.000+14:00'],
      },
    ],
    [
      'America/St_Johns',
      {
        '2050-09-05': [
          '2050-09-05T06:30:00.000-02:30',
          '2050-09-05T07:30:00.000-02:30',
          '2050-09-05T08:30:00.000-02:30',
        ],
      },
    ],
  ])('have the dates and times of the time zone %s', async (zone, expected) => {
    const { id } = await eventType();
    expect(starts(await get(`eventTypeId=${id}&${DATES}&timeZone=${zone}`))).toEqual(expected);
  });

  test('are found between times as well as dates', async () => {
    const { id } = await eventType();
    const between = (start: string, end: string) =>
      get(`eventTypeId=${id}&start=${encodeURIComponent(start)}&end=${encodeURIComponent(end)}`);
    const one = { '2050-09-05': NINE_TO_TWELVE.slice(1, 2) };
    expect(starts(await between('2050-09-05T09:30:00Z', '2050-09-05T11:00:00Z'))).toEqual(one);
    expect(starts(await between('2050-09-05T10:30:00+01:00', '2050-09-05T11:00'))).toEqual(one);
    expect(starts(await between('2050-09-05T12:00:00Z', '2050-09-05T13:00:00Z'))).toEqual({});
    expect(Object.keys((await between('2050-09-05', '2050-11-05')).data)).toHaveLength(62);
  });

  test('are found for a whole year, the same as for its parts, and not beyond', async () => {
    const { id } = await eventType({ slotInterval: 30 });
    const [first, second] = [
      await get(`eventTypeId=${id}&start=2050-01-01&end=2050-06-30`),
      await get(`eventTypeId=${id}&start=2050-07-01&end=2050-12-31`),
    ];
    const year = await get(`eventTypeId=${id}&start=2050-01-01&end=2050-12-31`);
    expect(Object.keys(year.data)).toHaveLength(365);
    expect(year.data).toEqual({ ...first.data, ...second.data });
    const longer = await get(`eventTypeId=${id}&start=2050-01-01&end=2051-01-02`);
    expect([longer.status, faulty(longer)]).toEqual([400, ['end']]);
    const dense = await eventType({ lengthInMinutes: 1 });
    const crowded = await get(`eventTypeId=${dense.id}&start=2050-01-01&end=2050-12-31`);
    expect([crowded.status, faulty(crowded)]).toEqual([400, ['end']]);
    expect(crowded.error.message).toContain(`${MAX_SLOTS} slots`);
  });

  test('have a length that the event type offers', async () => {
    const { id } = await eventType({ lengthInMinutesOptions: [30, 60, 90] });
    expect((await get(`eventTypeId=${id}&${DATES}&duration=90`)).data['2050-09-05']).toHaveLength(2);
    const refused = await get(`eventTypeId=${id}&${DATES}&duration=45`);
    expect([refused.status, faulty(refused), refused.error.message]).toEqual([
      400,
      ['duration'],
      'duration: must be a length that the event type offers: 60, 30, 90',
    ]);
  });

  test('exclude booked times, except that of the booking to reschedule', async () => {
    const { id } = await eventType();
    const { uid } = await book(id, `${NEXT_YEAR}-12-05T10:00:00Z`);
    const dates = `start=${NEXT_YEAR}-12-05&end=${NEXT_YEAR}-12-05`;
    expect((await get(`eventTypeId=${id}&${dates}`)).data[`${NEXT_YEAR}-12-05`]).toHaveLength(2);
    expect(
      (await get(`eventTypeId=${id}&${dates}&bookingUidToReschedule=${uid}`)).data[`${NEXT_YEAR}-12-05`],
    ).toHaveLength(3);
    expect(
      (await get(`eventTypeId=${id}&${dates}&bookingUidToReschedule=other`)).data[`${NEXT_YEAR}-12-05`],
    ).toHaveLength(2);
  });

  test('with seats name the remaining seats and the booking that has them', async () => {
    const seats = { seatsPerTimeSlot: 2, showAttendeeInfo: false, showAvailabilityCount: true };
    const { id } = await eventType({ seats });
    const { uid } = await book(id, `${NEXT_YEAR}-10-05T10:00:00Z`);
    const readSlots = () =>
      get<unknown>(
        `eventTypeId=${id}&start=${NEXT_YEAR}-10-05T10:00:00Z&end=${NEXT_YEAR}-10-05T12:00:00Z&format=range`,
      );
    expect((await readSlots()).data).toEqual({
      [`${NEXT_YEAR}-10-05`]: [
        {
          start: `${NEXT_YEAR}-10-05T10:00:00.000Z`,
          end: `${NEXT_YEAR}-10-05T11:00:00.000Z`,
          seatsBooked: 1,
          seatsRemaining: 1,
          seatsTotal: 2,
          bookingUid: uid,
        },
        {
          start: `${NEXT_YEAR}-10-05T11:00:00.000Z`,
          end: `${NEXT_YEAR}-10-05T12:00:00.000Z`,
          seatsBooked: 0,
          seatsRemaining: 2,
          seatsTotal: 2,
        },
      ],
    });
    await book(id, `${NEXT_YEAR}-10-05T10:00:00Z`);
    expect((await readSlots()).data).toMatchObject({
      [`${NEXT_YEAR}-10-05`]: [{ start: `${NEXT_YEAR}-10-05T11:00:00.000Z` }],
    });
  });

  test('are not found for an unknown event type, or one of a disabled owner', async () => {
    const grace = await service.user('Grace Hopper');
    const { id, slug } = await eventType({}, grace);
    const names = [`eventTypeId=${id}`, `eventTypeSlug=${slug}&username=${grace.account.username}`];
    for (const name of names) expect((await get(`${name}&${DATES}`)).status).toBe(200);
    await service.stores.accounts.accounts.setDisabled(grace.account.id, true, ACTOR);
    const unknown = [
      'eventTypeId=999999',
      'eventTypeSlug=none&username=nobody',
      'eventTypeSlug=none&teamSlug=none',
    ];
    for (const name of [...names, ...unknown]) {
      const { status, error } = await get(`${name}&${DATES}`);
      expect([status, error.code, error.message]).toEqual([404, 'NOT_FOUND', 'There is no such event type.']);
    }
  });
});

describe('the slots of several users', () => {
  test('are those when all of them are free, half an hour long or of the requested length', async () => {
    const grace = await service.user('Grace Hopper');
    await open(grace, {
      timeZone: 'America/New_York',
      availability: [{ days: DAYS, startTime: '06:30', endTime: '17:00' }],
    });
    const names = `usernames=${ada.account.username},${grace.account.username}`;
    expect(starts(await get(`${names}&${DATES}`))).toEqual({
      '2050-09-05': ['2050-09-05T10:30:00.000Z', '2050-09-05T11:00:00.000Z', '2050-09-05T11:30:00.000Z'],
    });
    const twice = `usernames=${ada.account.username}&usernames=${grace.account.username}`;
    expect(starts(await get(`${twice}&${DATES}&duration=90`))).toEqual({
      '2050-09-05': ['2050-09-05T10:30:00.000Z'],
    });
    const { status } = await get(`${names},nobody&${DATES}`);
    expect(status).toBe(404);
  });
});

describe('an invalid slot query', () => {
  test.each([
    ['start', 'start=tomorrow&end=2050-09-05'],
    ['start', 'end=2050-09-05'],
    ['start', 'start=2050-02-30&end=2050-09-05'],
    ['start', 'start=2050-09-05T25:00:00Z&end=2050-09-06'],
    ['start', 'start=1969-12-31&end=1970-01-01'],
    ['end', 'start=2099-12-01&end=2100-01-02'],
    ['end', 'start=2050-09-05'],
    ['end', 'start=2050-09-05&end=2050-09-04'],
    ['end', 'start=2050-09-05T10:00:00Z&end=2050-09-05T10:00:00Z'],
    ['end', 'start=2050-09-05&end=2051-09-06'],
    ['timeZone', `${DATES}&timeZone=Mars/Olympus`],
    ['timeZone', `${DATES}&timeZone=%2B02:00`],
    ['duration', `${DATES}&duration=0`],
    ['duration', `${DATES}&duration=1441`],
    ['duration', `${DATES}&duration=1.5`],
    ['format', `${DATES}&format=RANGE`],
    ['usernames', `${DATES}&usernames=alone`],
    ['usernames', `${DATES}&usernames=ada,ada`],
    ['usernames', `${DATES}&usernames=ada,,grace`],
    ['username', `${DATES}&username=a&username=b`],
    ['eventTypeId', `${DATES}&eventTypeId=x`],
    ['eventTypeId', DATES],
    ['eventTypeId', `${DATES}&eventTypeSlug=intro`],
    ['eventTypeId', `${DATES}&username=ada`],
  ])('is refused naming %s: %s', async (property, query) => {
    const about = property === 'eventTypeId' || query.includes('username') ? '' : 'eventTypeId=1&';
    const answer = await get(`${about}${query}`);
    expect([answer.status, faulty(answer)]).toEqual([400, [property]]);
  });
});
