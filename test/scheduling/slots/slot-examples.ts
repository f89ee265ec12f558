/* Random hosts and bookings in a readable form, which fast-check prints when a property fails. */
import fc from 'fast-check';
import type { BookingWindow, SlotRules } from '../../../src/scheduling/event-types/event-type.js';
import type { WeekDay } from '../../../src/scheduling/profile/store.js';
import type { Hours } from '../../../src/scheduling/schedules/schedule.js';
import type { Busy, Host, PersonLimits, SlotQuery, Span } from '../../../src/scheduling/slots/slot.js';

const MINUTE = 60_000;
const DAY = 1440;
const EVENT_TYPE = 7;
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** Days around a clock change, and the time zones that have it. */
const CLOCK_CHANGES: readonly { readonly from: string; readonly zones: readonly string[] }[] = [
  { from: '2026-03-26T00:00Z', zones: ['Europe/Lisbon', 'Asia/Kathmandu'] },
  { from: '2026-10-22T00:00Z', zones: ['Asia/Beirut', 'Europe/Lisbon'] },
  { from: '2026-04-01T00:00Z', zones: ['Australia/Lord_Howe', 'Pacific/Auckland'] },
  { from: '2026-09-30T00:00Z', zones: ['Australia/Lord_Howe', 'Asia/Kolkata'] },
  { from: '2011-12-27T00:00Z', zones: ['Pacific/Apia', 'Pacific/Kiritimati'] },
  { from: '2028-02-26T00:00Z', zones: ['America/New_York', 'UTC'] },
  { from: '2026-03-05T00:00Z', zones: ['America/New_York', 'America/Havana'] },
  { from: '2006-10-26T00:00Z', zones: ['America/St_Johns', 'UTC'] },
];

interface ScenarioBusy {
  readonly at: string;
  readonly minutes: number;
  readonly ours: boolean;
  readonly uid?: string;
  readonly seats?: readonly [taken: number, of: number];
}

interface ScenarioHost {
  readonly hours: Hours;
  readonly weekStart: WeekDay;
  readonly busy: readonly ScenarioBusy[];
  readonly away: readonly (readonly [at: string, minutes: number])[];
  readonly limits: PersonLimits;
}

export interface Scenario {
  readonly horizonFrom: string;
  readonly from: string;
  readonly minutes: number;
  readonly now: string;
  readonly length: number;
  readonly need: 'all' | 'any';
  readonly rules: SlotRules;
  readonly hosts: readonly ScenarioHost[];
  readonly held: readonly (readonly [at: string, minutes: number])[];
}

const epoch = (text: string): number => Date.parse(text);
const text = (minute: number): string => `${new Date(minute * MINUTE).toISOString().slice(0, 16)}Z`;
const span = (at: string, minutes: number): Span => ({
  from: epoch(at),
  until: epoch(at) + minutes * MINUTE,
});

function busyOf(busy: ScenarioBusy, at: number): Busy {
  const own = span(busy.at, busy.minutes);
  return {
    from: own.from - 5 * MINUTE,
    until: own.until,
    booking: {
      ...own,
      uid: busy.uid ?? `b${at}`,
      eventTypeId: busy.ours ? EVENT_TYPE : 1,
      ...(busy.seats && { seatsTaken: busy.seats[0], seats: busy.seats[1] }),
    },
  };
}

const hostOf = (host: ScenarioHost, at: number): Host => ({
  accountId: at + 1,
  hours: host.hours,
  weekStart: host.weekStart,
  busy: host.busy.map((busy, number) => busyOf(busy, at * 100 + number)),
  away: host.away.map(([start, minutes]) => span(start, minutes)),
  limits: host.limits,
});

export const queryOf = (scenario: Scenario): SlotQuery => ({
  eventTypeId: EVENT_TYPE,
  rules: scenario.rules,
  lengthInMinutes: scenario.length,
  hosts: scenario.hosts.map(hostOf),
  need: scenario.need,
  held: scenario.held.map(([at, minutes]) => span(at, minutes)),
  now: epoch(scenario.now),
});

export const rangeOf = ({ from, minutes }: Scenario): Span => span(from, minutes);
export const horizonOf = ({ horizonFrom }: Scenario): Span => span(horizonFrom, 5.5 * DAY);

const quarters = (least: number, most: number): fc.Arbitrary<number> =>
  fc.integer({ min: least / 15, max: most / 15 }).map((quarter) => quarter * 15);

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** Often until the end of the day, which can be written in two ways. */
const WHOLE_DAY = fc.constant({ startTime: '00:00', endTime: '24:00' });
const someTimes = fc
  .tuple(
    fc.oneof(fc.constant(0), quarters(0, 1425)),
    fc.oneof(fc.constant(DAY), quarters(15, DAY)),
    fc.boolean(),
  )
  .map(([a, b, beforeMidnight]) => {
    const [start, end] = a < b ? [a, b] : [b, Math.max(a, b + 15)];
    return {
      startTime: clock(start),
      endTime: end >= DAY ? (beforeMidnight ? '23:59' : '24:00') : clock(end),
    };
  });

const times = fc.oneof({ weight: 2, arbitrary: WHOLE_DAY }, { weight: 3, arbitrary: someTimes });

const weekly = fc.record({
  days: fc.oneof({ weight: 4, arbitrary: fc.constant([...DAYS]) }, fc.subarray([...DAYS], { minLength: 1 })),
  times,
});

function hoursFrom(zones: readonly string[], horizonFrom: number): fc.Arbitrary<Hours> {
  const date = fc.integer({ min: 0, max: 7 }).map((day) => text(horizonFrom + day * DAY).slice(0, 10));
  const nothing = { startTime: '00:00', endTime: '00:00' };
  return fc.record({
    timeZone: fc.constantFrom(...zones),
    availability: fc
      .array(weekly, { minLength: 1, maxLength: 3 })
      .map((all) => all.map(({ days, times: hours }) => ({ days, ...hours }))),
    overrides: fc
      .array(fc.tuple(date, fc.oneof({ weight: 4, arbitrary: times }, fc.constant(nothing))), {
        maxLength: 3,
      })
      .map((all) => all.map(([day, hours]) => ({ date: day, ...hours }))),
  });
}

const limit = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  fc.record({ day: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ week: fc.integer({ min: 1, max: 5 }), month: fc.integer({ min: 3, max: 6 }) }),
  fc.record({ year: fc.integer({ min: 1, max: 6 }) }),
);

const personLimits: fc.Arbitrary<PersonLimits> = fc.oneof(
  { weight: 5, arbitrary: fc.constant({}) },
  fc.record({ perDay: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ perWeek: fc.integer({ min: 1, max: 5 }), perYear: fc.integer({ min: 2, max: 9 }) }),
);

const windowFrom = (now: number): fc.Arbitrary<BookingWindow | undefined> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(undefined) },
    fc.record({
      type: fc.constantFrom('calendarDays' as const, 'businessDays' as const),
      value: fc.integer({ min: 1, max: 3 }),
      rolling: fc.boolean(),
    }),
    fc.tuple(fc.integer({ min: -1, max: 1 }), fc.integer({ min: 1, max: 4 })).map(([first, days]) => ({
      type: 'range' as const,
      value: [text(now + first * DAY).slice(0, 10), text(now + (first + days) * DAY).slice(0, 10)] as const,
    })),
  );

const sometimes = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, arbitrary);

const rulesFrom = (now: number, length: number, seats?: number): fc.Arbitrary<SlotRules> =>
  fc
    .record({
      slotInterval: sometimes(fc.constantFrom(10, 15, 25, 45, 60, 120)),
      offsetStart: fc.constantFrom(0, 0, 5, 10),
      minimumBookingNotice: fc.constantFrom(0, 0, 0, 45, 600),
      beforeEventBuffer: fc.constantFrom(0, 0, 10),
      afterEventBuffer: fc.constantFrom(0, 0, 15),
      bookingWindow: windowFrom(now),
      count: limit,
      duration: fc.oneof(
        { weight: 3, arbitrary: fc.constant(undefined) },
        fc.record({ day: quarters(60, 240) }),
      ),
      onlyShowFirstAvailableSlot: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.constant(true)),
    })
    .map(({ slotInterval, bookingWindow, count, duration, ...rest }) => ({
      ...rest,
      lengthInMinutes: length,
      ...(slotInterval !== undefined && { slotInterval }),
      ...(bookingWindow !== undefined && { bookingWindow }),
      bookingLimitsCount: count,
      ...(duration !== undefined && { bookingLimitsDuration: duration }),
      ...(seats !== undefined && {
        seats: { seatsPerTimeSlot: seats, showAttendeeInfo: false, showAvailabilityCount: true },
      }),
    }));

const seatsOf = fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 1, max: 3 }));

/** With seats, most are bookings of this event type, on the hour, which others can join. */
function busyFrom(from: number, length: number, seated: boolean): fc.Arbitrary<ScenarioBusy> {
  const some = fc.record({
    at: quarters(0, 3 * DAY),
    minutes: fc.oneof(fc.constant(length), quarters(15, 180)),
    ours: fc.boolean(),
    shared: fc.boolean(),
    seats: sometimes(seatsOf),
  });
  const joinable = fc.record({
    at: fc.integer({ min: 0, max: 72 }).map((hour) => hour * 60),
    minutes: fc.constant(length),
    ours: fc.constant(true),
    shared: fc.constant(true),
    seats: seatsOf,
  });
  return (seated ? fc.oneof({ weight: 4, arbitrary: joinable }, some) : some).map(
    ({ at, minutes, ours, shared, seats }) => ({
      at: text(from + at),
      minutes,
      ours,
      ...(shared && { uid: `shared ${at} ${minutes} ${ours} ${String(seats)}` }),
      ...(seats && { seats }),
    }),
  );
}

/** Times are minutes since the epoch until they are formatted. */
export const scenarios: fc.Arbitrary<Scenario> = fc
  .record({
    clockChange: fc.constantFrom(...CLOCK_CHANGES),
    start: quarters(2 * DAY, 3 * DAY),
    minutes: quarters(6 * 60, 2 * DAY),
    nowBefore: fc.integer({ min: -300, max: 720 }),
    length: fc.constantFrom(15, 20, 30, 45, 60, 90, 150),
    need: fc.constantFrom('all' as const, 'any' as const),
    seats: sometimes(fc.integer({ min: 1, max: 3 })),
  })
  .chain(({ clockChange, start, minutes, nowBefore, length, need, seats }) => {
    const horizonFrom = epoch(clockChange.from) / MINUTE;
    const from = horizonFrom + start;
    const now = from - nowBefore;
    const stretch = fc.tuple(quarters(0, 2 * DAY), quarters(15, 600));
    const busy = busyFrom(horizonFrom + 2 * DAY, length, seats !== undefined);
    return fc.record({
      horizonFrom: fc.constant(clockChange.from),
      from: fc.constant(text(from)),
      minutes: fc.constant(minutes),
      now: fc.constant(text(now)),
      length: fc.constant(length),
      need: fc.constant(need),
      rules: rulesFrom(now, length, seats),
      hosts: fc.array(
        fc.record({
          hours: hoursFrom(clockChange.zones, horizonFrom),
          weekStart: fc.constantFrom(...DAYS),
          busy: fc.array(busy, { maxLength: seats === undefined ? 4 : 8 }),
          away: fc
            .array(stretch, { maxLength: 1, size: 'xsmall' })
            .map((all) => all.map(([at, long]) => [text(from + at), long] as const)),
          limits: personLimits,
        }),
        { minLength: 1, maxLength: 3 },
      ),
      held: fc
        .array(fc.tuple(quarters(0, 2 * DAY), fc.constantFrom(length, length, 30)), { maxLength: 3 })
        .map((all) => all.map(([at, long]) => [text(from + at), long] as const)),
    });
  });
