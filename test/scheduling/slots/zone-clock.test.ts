/* The clocks of time zones against the time zone library, which is slow and asked once. */
import { Temporal } from 'temporal-polyfill';
import { localDays, offsetAt, zoneClock } from '../../../src/scheduling/slots/zone-clock.js';

const DAY = 86_400_000;
const ZONES = [
  'Europe/Lisbon',
  'Africa/Casablanca',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'America/Sao_Paulo',
  'UTC',
];
const FROM = Date.UTC(2009, 5, 1);
const UNTIL = Date.UTC(2013, 5, 1);

const offsetOf = (timeZone: string, instant: number): number =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).offsetNanoseconds / 1e6;

describe.each(ZONES)('the clock of %s', (timeZone) => {
  const clock = zoneClock(timeZone, { from: FROM, until: UNTIL });

  test('shows the offset of every day of years, however they are kept', () => {
    const days = Array.from({ length: (UNTIL - FROM) / DAY }, (_, at) => FROM + at * DAY);
    expect(days.filter((day) => offsetAt(clock, day) !== offsetOf(timeZone, day))).toEqual([]);
  });

  test('has no holes, and a stretch ends only where the offset changes', () => {
    expect([clock[0].from, clock.at(-1)?.until]).toEqual([FROM, UNTIL]);
    clock.slice(1).forEach((stretch, at) => {
      expect(stretch.from).toBe(clock[at]?.until);
      expect(stretch.offset).not.toBe(clock[at]?.offset);
    });
  });

  test('has days without holes', () => {
    const days = localDays(clock);
    expect([days[0]?.from, days.at(-1)?.until]).toEqual([FROM, UNTIL]);
    days.slice(1).forEach(({ from }, at) => expect(from).toBe(days[at]?.until));
  });

  test('is not asked for again', () => {
    const { fromEpochMilliseconds } = Temporal.Instant;
    Temporal.Instant.fromEpochMilliseconds = () => {
      throw new Error('asked again');
    };
    try {
      expect(zoneClock(timeZone, { from: FROM, until: UNTIL })).toEqual(clock);
    } finally {
      Temporal.Instant.fromEpochMilliseconds = fromEpochMilliseconds;
    }
  });
});

test('of no time at all is that of its first moment', () => {
  expect(zoneClock('UTC', { from: FROM, until: FROM })).toEqual([{ from: FROM, until: FROM + 1, offset: 0 }]);
});
