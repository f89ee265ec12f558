import { Temporal } from 'temporal-polyfill';
import type { SlotRules } from '../../../src/scheduling/event-types/event-type.js';
import type { Hours } from '../../../src/scheduling/schedules/schedule.js';
import { computeSlots } from '../../../src/scheduling/slots/compute-slots.js';
import { slotAt } from '../../../src/scheduling/slots/slot-at.js';
import type { SlotRefusal } from '../../../src/scheduling/slots/evaluate-slot.js';
import type { Busy, Host, Slot, SlotQuery, Span } from '../../../src/scheduling/slots/slot.js';

const EVENT_TYPE = 7;
const MINUTE = 60_000;
const EVERY_DAY = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

const RULES: SlotRules = {
  lengthInMinutes: 60,
  offsetStart: 0,
  minimumBookingNotice: 0,
  beforeEventBuffer: 0,
  afterEventBuffer: 0,
  onlyShowFirstAvailableSlot: false,
};

const daily = (
  times: string,
  timeZone = 'UTC',
  days: Hours['availability'][number]['days'] = EVERY_DAY,
): Hours => ({
  timeZone,
  availability: times.split(' ').map((range) => {
    const [startTime = '', endTime = ''] = range.split('-');
    return { days, startTime, endTime };
  }),
  overrides: [],
});

const host = (hours: Hours, more: Partial<Host> = {}): Host => ({
  accountId: 1,
  hours,
  weekStart: 'Sunday',
  busy: [],
  away: [],
  limits: {},
  ...more,
});

const at = (text: string): number => Date.parse(text);
const span = (from: string, until: string): Span => ({ from: at(from), until: at(until) });

/** A booking of this event type, an hour long by default. */
const booking = (from: string, minutes = 60, more: Partial<NonNullable<Busy['booking']>> = {}): Busy => {
  const own = { from: at(from), until: at(from) + minutes * MINUTE };
  return { ...own, booking: { ...own, uid: `b ${from}`, eventTypeId: EVENT_TYPE, ...more } };
};

type Change = Partial<Omit<SlotQuery, 'rules'>> & { readonly rules?: Partial<SlotRules> };

function query(hosts: readonly Host[], { rules, ...change }: Change = {}): SlotQuery {
  const whole = { ...RULES, ...rules };
  return {
    eventTypeId: EVENT_TYPE,
    rules: whole,
    lengthInMinutes: whole.lengthInMinutes,
    hosts,
    need: 'all',
    held: [],
    now: at('2000-01-01T00:00Z'),
    ...change,
  };
}

/** `09:00` in UTC, or with the offset of a zone. */
function timesOf(slots: readonly Slot[], timeZone?: string): string {
  const texts = slots.map(({ start }) => {
    const local = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(timeZone ?? 'UTC');
    const time = local.toPlainTime().toString({ smallestUnit: 'minute' });
    return timeZone === undefined ? time : time + local.offset;
  });
  return texts.join(' ');
}

/** A whole day of UTC. */
const day = (date: string): Span => ({
  from: at(`${date}T00:00Z`),
  until: at(`${date}T00:00Z`) + 1440 * MINUTE,
});
const MONDAY = '2026-06-01';
const onMonday = (hosts: readonly Host[], change?: Change): string =>
  timesOf(computeSlots(query(hosts, change), day(MONDAY)));

describe('slots', () => {
  test.each<[string, string, Partial<SlotRules>, string]>([
    ['are as far apart as their length', '09:00-12:00', {}, '09:00 10:00 11:00'],
    ['do not end after the working hours', '09:00-11:30', {}, '09:00 10:00'],
    [
      'are as far apart as the slot interval if there is one',
      '09:00-11:00',
      { slotInterval: 25 },
      '09:00 09:25 09:50',
    ],
    ['start at the beginning of each range', '09:10-10:40 13:05-14:10', {}, '09:10 13:05'],
    ['start later by the offset', '09:00-12:00', { offsetStart: 5 }, '09:05 10:05'],
    ['continue over ranges that touch', '09:00-10:30 10:30-12:00', {}, '09:00 10:00 11:00'],
    ['continue over ranges that overlap', '09:00-10:45 10:15-12:00', {}, '09:00 10:00 11:00'],
  ])('%s', (_, hours, rules, slots) => {
    expect(onMonday([host(daily(hours))], { rules })).toBe(slots);
  });

  test('are hidden by a booking, without moving the others', () => {
    const busy = [booking('2026-06-01T10:10Z', 20)];
    expect(onMonday([host(daily('09:00-13:00'), { busy })])).toBe('09:00 11:00 12:00');
  });

  test.each(['23:59', '24:00'])('continue into the next day when the hours end at %s', (end) => {
    const hours = daily(`22:30-${end} 00:00-01:00`);
    expect(onMonday([host(hours)], { rules: { slotInterval: 30 } })).toBe('00:00 22:30 23:00 23:30');
    expect(onMonday([host(daily(`22:30-${end}`))], { rules: { slotInterval: 30 } })).toBe('22:30 23:00');
  });

  test('continue over midnight with any length', () => {
    const hours = daily('22:00-24:00 00:00-02:00');
    const rules = { lengthInMinutes: 90 };
    expect(onMonday([host(hours)], { rules })).toBe('22:00 23:30');
    expect(onMonday([host(hours)], { rules: { ...rules, slotInterval: 60 } })).toBe('00:00 22:00 23:00');
    expect(onMonday([host(daily('00:00-02:00'))], { rules })).toBe('00:00');
  });

  test('start at midnight when the hours have no gap', () => {
    const rules = { lengthInMinutes: 100 };
    expect(onMonday([host(daily('00:00-24:00'))], { rules })).toMatch(/^00:00 01:40 .* 21:40 23:20$/);
  });
});

describe('a date override', () => {
  const hours = (...overrides: Hours['overrides']): Hours => ({ ...daily('09:00-11:00'), overrides });
  test.each<[string, Hours, string]>([
    [
      'replaces the hours of the week',
      hours({ date: MONDAY, startTime: '14:00', endTime: '16:00' }),
      '14:00 15:00',
    ],
    ['can close the whole date', hours({ date: MONDAY, startTime: '00:00', endTime: '00:00' }), ''],
    [
      'can have several ranges',
      hours(
        { date: MONDAY, startTime: '14:00', endTime: '15:00' },
        { date: MONDAY, startTime: '08:00', endTime: '09:00' },
      ),
      '08:00 14:00',
    ],
    [
      'changes no other date',
      hours({ date: '2026-06-02', startTime: '14:00', endTime: '16:00' }),
      '09:00 10:00',
    ],
  ])('%s', (_, schedule, slots) => expect(onMonday([host(schedule)])).toBe(slots));

  test('can be on a leap day', () => {
    const leap = {
      ...daily('09:00-10:00'),
      overrides: [{ date: '2028-02-29', startTime: '12:00', endTime: '13:00' }],
    };
    const range = span('2028-02-28T00:00Z', '2028-03-02T00:00Z');
    expect(timesOf(computeSlots(query([host(leap)]), range))).toBe('09:00 12:00 09:00');
  });
});

describe('slots around clock changes', () => {
  test.each<[string, string, string, Span, string]>([
    [
      'an hour that is skipped has no slots',
      'Europe/Lisbon',
      '00:00-04:00',
      span('2026-03-28T23:00Z', '2026-03-29T12:00Z'),
      '00:00+00:00 02:00+01:00 03:00+01:00',
    ],
    [
      'an hour that is repeated has its slots twice',
      'Europe/Lisbon',
      '00:00-03:00',
      span('2026-10-24T22:00Z', '2026-10-25T12:00Z'),
      '00:00+01:00 01:00+01:00 01:00+00:00 02:00+00:00',
    ],
    [
      'hours inside a skipped hour have no slots',
      'Europe/Lisbon',
      '01:00-02:00',
      span('2026-03-28T23:00Z', '2026-03-29T12:00Z'),
      '',
    ],
    [
      'hours that end in a repeated hour are open twice, and closed in between',
      'America/New_York',
      '00:30-01:30',
      span('2026-11-01T04:00Z', '2026-11-01T12:00Z'),
      '00:30-04:00 01:00-04:00 01:00-05:00',
    ],
    [
      'half an hour is skipped on Lord Howe',
      'Australia/Lord_Howe',
      '01:00-04:00',
      span('2026-10-03T12:00Z', '2026-10-04T00:00Z'),
      '01:00+10:30 01:30+10:30 02:30+11:00 03:00+11:00 03:30+11:00',
    ],
    [
      'half an hour is repeated on Lord Howe',
      'Australia/Lord_Howe',
      '01:00-03:00',
      span('2026-04-04T12:00Z', '2026-04-05T00:00Z'),
      '01:00+11:00 01:30+11:00 01:30+10:30 02:00+10:30 02:30+10:30',
    ],
    [
      'midnight is skipped in Beirut',
      'Asia/Beirut',
      '00:00-02:00',
      span('2026-03-28T20:00Z', '2026-03-29T12:00Z'),
      '01:00+03:00 01:30+03:00',
    ],
    [
      'the hour before midnight is repeated in Beirut',
      'Asia/Beirut',
      '23:00-24:00',
      span('2026-10-24T12:00Z', '2026-10-25T12:00Z'),
      '23:00+03:00 23:30+03:00 23:00+02:00 23:30+02:00',
    ],
    [
      'the offset of Kathmandu has 45 minutes',
      'Asia/Kathmandu',
      '09:00-10:00',
      span('2026-06-01T00:00Z', '2026-06-02T00:00Z'),
      '09:00+05:45 09:30+05:45',
    ],
    [
      'the Friday that Samoa skipped has no slots',
      'Pacific/Apia',
      '09:00-09:30',
      span('2011-12-29T00:00Z', '2011-12-31T12:00Z'),
      '09:00-10:00 09:00+14:00',
    ],
    [
      'Kiritimati is a day ahead of Honolulu',
      'Pacific/Kiritimati',
      '00:00-00:30',
      span('2026-06-01T00:00Z', '2026-06-02T00:00Z'),
      '00:00+14:00',
    ],
  ])('%s', (_, zone, hours, range, slots) => {
    const rules = { lengthInMinutes: 30, slotInterval: zone === 'Europe/Lisbon' ? 60 : 30 };
    expect(timesOf(computeSlots(query([host(daily(hours, zone))], { rules }), range), zone)).toBe(slots);
  });

  test('a slot over a clock change has its full duration', () => {
    const lisbon = host(daily('00:00-06:00', 'Europe/Lisbon'));
    const [first] = computeSlots(
      query([lisbon], { rules: { lengthInMinutes: 120 } }),
      span('2026-03-29T00:00Z', '2026-03-29T12:00Z'),
    );
    expect(first).toMatchObject({ start: at('2026-03-29T00:00Z'), end: at('2026-03-29T02:00Z') });
  });

  test('the week of Samoa without a Friday has no slots on Friday', () => {
    const apia = host(daily('09:00-10:00', 'Pacific/Apia', ['Friday']));
    expect(computeSlots(query([apia]), span('2011-12-26T00:00Z', '2012-01-02T00:00Z'))).toEqual([]);
  });
});

describe('slots are blocked', () => {
  const busy = [booking('2026-06-01T11:00Z')];
  test.each<[string, Partial<SlotRules>, string]>([
    ['by bookings', {}, '09:00 10:00 12:00 13:00'],
    ['by bookings in the buffer before a slot', { beforeEventBuffer: 30 }, '09:00 10:00 13:00'],
    ['by bookings in the buffer after a slot', { afterEventBuffer: 15 }, '09:00 12:00 13:00'],
  ])('%s', (_, rules, slots) => {
    expect(onMonday([host(daily('09:00-14:00'), { busy })], { rules })).toBe(slots);
  });

  test('but not by buffers that lie outside the hours', () => {
    const rules = { beforeEventBuffer: 30, afterEventBuffer: 30 };
    expect(onMonday([host(daily('09:00-10:00'))], { rules })).toBe('09:00');
  });

  test('by absences of any length', () => {
    const away = [
      span('2026-06-01T09:30Z', '2026-06-01T10:30Z'),
      span('2026-06-01T11:00Z', '2026-07-01T00:00Z'),
    ];
    expect(onMonday([host(daily('08:00-14:00'), { away })])).toBe('08:00');
  });

  test('by reservations of other callers, including buffers', () => {
    const held = [span('2026-06-01T11:00Z', '2026-06-01T12:00Z')];
    const hosts = [host(daily('08:00-14:00'))];
    expect(onMonday(hosts, { held })).toBe('08:00 09:00 10:00 12:00 13:00');
    expect(onMonday(hosts, { held, rules: { beforeEventBuffer: 10 } })).toBe('08:00 09:00 13:00');
  });

  test('by the minimum notice', () => {
    const now = at('2026-06-01T09:10Z');
    expect(onMonday([host(daily('08:00-12:00'))], { now, rules: { minimumBookingNotice: 50 } })).toBe(
      '10:00 11:00',
    );
  });
});

describe('the booking window', () => {
  const ALL_YEAR = span('2026-01-01T00:00Z', '2027-01-01T00:00Z');
  const dates = (hours: Hours, bookingWindow: SlotRules['bookingWindow'], busy: readonly Busy[] = []) => {
    const rules = { ...(bookingWindow && { bookingWindow }) };
    // Friday, the fifth of June, in the evening.
    const slotQuery = query([host(hours, { busy })], { rules, now: at('2026-06-05T18:00Z') });
    const found = computeSlots(slotQuery, ALL_YEAR).map(({ start }) =>
      new Date(start).toISOString().slice(5, 10),
    );
    return [...new Set(found)].join(' ');
  };

  test.each<[string, Hours, SlotRules['bookingWindow'], string]>([
    [
      'calendar days include today',
      daily('20:00-21:00'),
      { type: 'calendarDays', value: 3 },
      '06-05 06-06 06-07 06-08',
    ],
    [
      'business days do not count the weekend, which stays bookable',
      daily('09:00-10:00'),
      { type: 'businessDays', value: 2 },
      '06-06 06-07 06-08 06-09',
    ],
    [
      'a range includes its first and last date',
      daily('09:00-10:00'),
      { type: 'range', value: ['2026-06-30', '2026-07-02'] },
      '06-30 07-01 07-02',
    ],
    [
      'rolling days count only days with slots',
      daily('09:00-10:00', 'UTC', ['Monday']),
      { type: 'calendarDays', value: 3, rolling: true },
      '06-08 06-15 06-22',
    ],
    [
      'rolling business days do not count the weekend',
      daily('09:00-10:00', 'UTC', ['Sunday', 'Monday']),
      { type: 'businessDays', value: 2, rolling: true },
      '06-07 06-08 06-14 06-15',
    ],
  ])('%s', (_, hours, window, expected) => expect(dates(hours, window)).toBe(expected));

  test('of rolling days extends beyond a fully booked day', () => {
    const window = { type: 'calendarDays', value: 2, rolling: true } as const;
    const busy = [booking('2026-06-15T09:00Z')];
    expect(dates(daily('09:00-10:00', 'UTC', ['Monday']), window, busy)).toBe('06-08 06-22');
  });

  test('of rolling days that are never enough ends after a maximum', () => {
    const rules = { bookingWindow: { type: 'calendarDays', value: 3, rolling: true } } as const;
    const leapDays = { ...daily('09:00-10:00'), availability: [] };
    const overrides = ['2028-02-29', '2052-02-29'].map((date) => ({
      date,
      startTime: '09:00',
      endTime: '10:00',
    }));
    const slotQuery = query([host({ ...leapDays, overrides })], { rules, now: at('2026-06-05T18:00Z') });
    expect(computeSlots(slotQuery, span('2028-02-01T00:00Z', '2028-03-02T00:00Z'))).toHaveLength(1);
    expect(computeSlots(slotQuery, span('2052-02-01T00:00Z', '2052-03-02T00:00Z'))).toEqual([]);
  });

  test('follows the dates of the host', () => {
    const rules = { bookingWindow: { type: 'range', value: ['2026-06-02', '2026-06-02'] } } as const;
    const apia = host(daily('00:00-24:00', 'Pacific/Kiritimati'));
    const slots = computeSlots(query([apia], { rules }), span('2026-05-30T00:00Z', '2026-06-05T00:00Z'));
    expect([slots[0]?.start, slots.at(-1)?.end]).toEqual([at('2026-06-01T10:00Z'), at('2026-06-02T10:00Z')]);
  });
});

describe('booking limits', () => {
  const monday = [booking('2026-06-01T09:00Z'), booking('2026-06-01T10:00Z', 30)];
  const week = (rules: Partial<SlotRules>, more: Partial<Host> = {}): string => {
    const slotQuery = query([host(daily('12:00-13:00'), { busy: monday, ...more })], { rules });
    const range = span('2026-05-31T00:00Z', '2026-06-09T00:00Z');
    return computeSlots(slotQuery, range)
      .map(({ start }) => new Date(start).toISOString().slice(8, 10))
      .join(' ');
  };

  test.each<[string, Partial<SlotRules>, Partial<Host>, string]>([
    ['count bookings of a day', { bookingLimitsCount: { day: 2 } }, {}, '31 02 03 04 05 06 07 08'],
    ['count bookings of a week from Sunday', { bookingLimitsCount: { week: 2 } }, {}, '07 08'],
    [
      'count bookings of a week from Monday',
      { bookingLimitsCount: { week: 2 } },
      { weekStart: 'Monday' },
      '31 08',
    ],
    ['count bookings of a month', { bookingLimitsCount: { month: 2 } }, {}, '31'],
    ['count bookings of a year', { bookingLimitsCount: { year: 2 } }, {}, ''],
    ['count minutes of a day', { bookingLimitsDuration: { day: 149 } }, {}, '31 02 03 04 05 06 07 08'],
    [
      'allow exactly the maximum of minutes',
      { bookingLimitsDuration: { day: 150 } },
      {},
      '31 01 02 03 04 05 06 07 08',
    ],
    ['include those of the host', {}, { limits: { perDay: 2 } }, '31 02 03 04 05 06 07 08'],
  ])('%s', (_, rules, more, days) => expect(week(rules, more)).toBe(days));

  test('of the event type count only its bookings, those of the host count all', () => {
    const busy = [booking('2026-06-01T09:00Z', 60, { eventTypeId: 8 })];
    const hours = daily('12:00-13:00');
    expect(onMonday([host(hours, { busy })], { rules: { bookingLimitsCount: { day: 1 } } })).toBe('12:00');
    expect(onMonday([host(hours, { busy, limits: { perDay: 1 } })])).toBe('');
  });

  test('do not count busy times of external calendars', () => {
    const busy = [span('2026-06-01T09:00Z', '2026-06-01T10:00Z')];
    expect(onMonday([host(daily('12:00-13:00'), { busy, limits: { perDay: 1 } })])).toBe('12:00');
  });

  test('count a booking of several hosts once', () => {
    const busy = [booking('2026-06-01T09:00Z')];
    const hosts = [1, 2].map((accountId) => host(daily('12:00-13:00'), { accountId, busy }));
    expect(onMonday(hosts, { rules: { bookingLimitsCount: { day: 2 } } })).toBe('12:00');
    expect(onMonday(hosts, { rules: { bookingLimitsCount: { day: 1 } } })).toBe('');
  });

  test('follow the dates of the host', () => {
    // Late on Sunday in UTC, early on Monday in Auckland.
    const busy = [booking('2026-05-31T21:00Z')];
    const auckland = host(daily('12:00-13:00', 'Pacific/Auckland'), { busy });
    const rules = { bookingLimitsCount: { day: 1 } };
    expect(computeSlots(query([auckland], { rules }), day('2026-06-01'))).toEqual([]);
  });
});

describe('the slots of an event type with seats', () => {
  const seats = { seatsPerTimeSlot: 3, showAttendeeInfo: false, showAvailabilityCount: true };
  const seated = (taken: number) =>
    booking('2026-06-01T10:00Z', 60, { uid: 'class', seats: 3, seatsTaken: taken });
  const classes = (busy: readonly Busy[], change: Change = {}) =>
    computeSlots(
      query([host(daily('09:00-12:00'), { busy, limits: { perDay: 1 } })], {
        rules: { seats },
        ...change,
      }),
      day(MONDAY),
    );

  test('include a booking with free seats, which counts once for the limits', () => {
    expect(classes([seated(1)])).toEqual([
      {
        start: at('2026-06-01T10:00Z'),
        end: at('2026-06-01T11:00Z'),
        accountIds: [1],
        seated: { bookingUid: 'class', seats: 3, left: 2 },
      },
    ]);
    expect(classes([seated(3)])).toEqual([]);
  });

  test('have all seats where there is no booking', () => {
    expect(classes([]).map(({ seated: free }) => free)).toEqual(Array(3).fill({ seats: 3, left: 3 }));
  });

  test('have one seat less for each reservation', () => {
    const held = [span('2026-06-01T10:00Z', '2026-06-01T11:00Z')];
    expect(classes([seated(1)], { held })[0]?.seated).toMatchObject({ left: 1 });
    expect(classes([seated(2)], { held })).toEqual([]);
  });

  test('exclude bookings of another length or of another event type', () => {
    expect(timesOf(classes([booking('2026-06-01T10:00Z', 30, { seats: 3, eventTypeId: 8 })]))).toBe('');
    const longer = booking('2026-06-01T10:00Z', 90, { seats: 3, seatsTaken: 1 });
    expect(classes([longer])).toEqual([]);
  });
});

describe('the slots of several hosts', () => {
  const early = host(daily('09:00-12:00'));
  const late = host(daily('10:30-14:00'), { accountId: 2 });

  test('with need all are those when all hosts are free, starting with the latest', () => {
    expect(onMonday([early, late], { rules: { slotInterval: 30 } })).toBe('10:30 11:00');
    expect(onMonday([early, { ...late, busy: [booking('2026-06-01T10:30Z', 30)] }])).toBe('');
  });

  test('with need all can start before the requested range', () => {
    const hosts = [host(daily('09:00-14:00')), host(daily('09:20-14:00'), { accountId: 2 })];
    expect(timesOf(computeSlots(query(hosts), span('2026-06-01T11:00Z', '2026-06-01T14:00Z')))).toBe(
      '11:20 12:20',
    );
  });

  test('with need any name the hosts that are free', () => {
    const slots = computeSlots(query([early, late], { need: 'any' }), day(MONDAY));
    expect(timesOf(slots)).toBe('09:00 10:00 10:30 11:00 11:30 12:30');
    expect(slots.map(({ accountIds }) => accountIds)).toEqual([[1], [1], [1, 2], [1, 2], [2], [2]]);
  });

  test('with need any have one host less for each reservation', () => {
    const held = [span('2026-06-01T11:00Z', '2026-06-01T12:00Z')];
    const slots = computeSlots(query([early, late], { need: 'any', held }), day(MONDAY));
    expect(timesOf(slots)).toBe('09:00 10:00 10:30 11:00 12:30');
  });

  test('can lie on both sides of the date line', () => {
    const hosts = [
      host(daily('08:00-20:00', 'Pacific/Kiritimati')),
      host(daily('08:00-20:00', 'Pacific/Honolulu'), { accountId: 2 }),
    ];
    const slots = computeSlots(query(hosts), day(MONDAY));
    expect(timesOf(slots, 'Pacific/Honolulu')).toBe(
      '14:00-10:00 15:00-10:00 16:00-10:00 17:00-10:00 18:00-10:00 19:00-10:00 08:00-10:00 09:00-10:00 10:00-10:00 11:00-10:00 12:00-10:00 13:00-10:00',
    );
  });

  test('without any host are empty', () => {
    expect(computeSlots(query([]), day(MONDAY))).toEqual([]);
  });
});

test('an event type that shows only the first slot of a day shows none when the range begins after it', () => {
  const slotQuery = query([host(daily('09:00-12:00'))], { rules: { onlyShowFirstAvailableSlot: true } });
  expect(timesOf(computeSlots(slotQuery, span('2026-06-01T00:00Z', '2026-06-03T00:00Z')))).toBe(
    '09:00 09:00',
  );
  expect(timesOf(computeSlots(slotQuery, span('2026-06-01T10:00Z', '2026-06-02T00:00Z')))).toBe('');
});

describe('a time that is not a slot', () => {
  const full = booking('2026-06-01T10:00Z', 60, { seats: 1, seatsTaken: 1 });
  const seats = { seatsPerTimeSlot: 1, showAttendeeInfo: false, showAvailabilityCount: true };
  const hours = daily('09:00-12:00');
  test.each<[SlotRefusal, string, Host, Change]>([
    ['too_soon', '10:00', host(hours), { now: at('2026-06-01T10:01Z') }],
    [
      'outside_window',
      '10:00',
      host(hours),
      { rules: { bookingWindow: { type: 'range', value: ['2026-06-02', '2026-06-03'] } } },
    ],
    [
      'outside_window',
      '10:00',
      host(hours),
      {
        now: at('2026-05-28T00:00Z'),
        rules: { bookingWindow: { type: 'calendarDays', value: 2, rolling: true } },
      },
    ],
    ['outside_hours', '11:30', host(hours), {}],
    ['outside_hours', '10:00', host(hours, { away: [span('2026-06-01T10:59Z', '2026-06-02T00:00Z')] }), {}],
    ['off_grid', '10:30', host(hours), {}],
    ['busy', '10:00', host(hours, { busy: [booking('2026-06-01T10:59Z')] }), {}],
    [
      'limit_reached',
      '10:00',
      host(hours, { busy: [booking('2026-06-01T20:00Z')], limits: { perDay: 1 } }),
      {},
    ],
    [
      'limit_reached',
      '10:00',
      host(hours, { busy: [booking('2026-06-01T20:00Z')] }),
      { rules: { bookingLimitsCount: { day: 1 } } },
    ],
    ['full', '10:00', host(hours, { busy: [full] }), { rules: { seats } }],
    ['held', '10:00', host(hours), { held: [span('2026-06-01T10:30Z', '2026-06-01T11:30Z')] }],
    [
      'held',
      '10:00',
      host(hours),
      { held: [span('2026-06-01T10:00Z', '2026-06-01T11:00Z')], rules: { seats } },
    ],
  ])('is refused as %s', (reason, time, who, change) => {
    expect(slotAt(query([who], change), at(`2026-06-01T${time}Z`))).toEqual({ kind: 'refused', reason });
  });

  test('of several hosts is refused with the reason that is nearest to a slot', () => {
    const hosts = [
      host(daily('20:00-21:00')),
      host(hours, { accountId: 2, busy: [booking('2026-06-01T10:00Z')] }),
    ];
    const verdict = slotAt(query(hosts, { need: 'any' }), at('2026-06-01T10:00Z'));
    expect(verdict).toEqual({ kind: 'refused', reason: 'busy' });
  });

  test('is refused as outside_hours without any host', () => {
    expect(slotAt(query([]), at('2026-06-01T10:00Z'))).toEqual({
      kind: 'refused',
      reason: 'outside_hours',
    });
  });
});
