/*
 * What it costs to compute slots, without stores and sockets: 30 days of quarter hours for one, ten and fifty hosts who
 * have ten thousand bookings between them.
 */
import { computeSlots } from '../src/scheduling/slots/compute-slots.js';
import type { Busy, Host, SlotQuery, Span } from '../src/scheduling/slots/slot.js';

export interface SlotRow {
  readonly hosts: number;
  readonly need: 'all' | 'any';
  readonly slots: number;
  /** Milliseconds a call. */
  readonly best: number;
  readonly median: number;
}

const BOOKINGS = 10_000;
const DAYS = 30;
const CALLS = 25;
const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
/** The clocks change within the range. */
const FROM = Date.UTC(2026, 9, 12);
const ZONES = ['Europe/Lisbon', 'Europe/Athens', 'Europe/London', 'Africa/Casablanca', 'UTC'] as const;
const WORKING_DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] as const;

/** Of every host the same number, spread over the year around the range. */
const busyOf = (host: number, count: number): readonly Busy[] =>
  Array.from({ length: count }, (_, at) => {
    const minutes = ((at * 7_919 + host * 104_729) % 105_120) * 5 - 180 * 1_440;
    const from = FROM + minutes * MINUTE_MS;
    const span: Span = { from, until: from + 15 * MINUTE_MS };
    return { ...span, booking: { ...span, eventTypeId: at % 3, uid: `${host}-${at}` } };
  });

const hostOf = (at: number, count: number): Host => ({
  accountId: at + 1,
  hours: {
    timeZone: ZONES[at % ZONES.length] ?? 'UTC',
    availability: [{ days: WORKING_DAYS, startTime: '08:00', endTime: '20:00' }],
    overrides: [],
  },
  weekStart: 'Monday',
  busy: busyOf(at, BOOKINGS / count),
  away: [],
  limits: { perWeek: 5_000 },
});

const queryOf = (count: number, need: SlotQuery['need']): SlotQuery => ({
  eventTypeId: 1,
  rules: {
    lengthInMinutes: 30,
    slotInterval: 15,
    offsetStart: 0,
    minimumBookingNotice: 120,
    beforeEventBuffer: 0,
    afterEventBuffer: 5,
    bookingLimitsCount: { day: 2_000 },
    onlyShowFirstAvailableSlot: false,
  },
  lengthInMinutes: 30,
  hosts: Array.from({ length: count }, (_, at) => hostOf(at, count)),
  need,
  held: [],
  now: FROM - DAY_MS,
});

function measure(count: number, need: SlotQuery['need']): SlotRow {
  const query = queryOf(count, need);
  const range = { from: FROM, until: FROM + DAYS * DAY_MS };
  let slots = 0;
  const times = Array.from({ length: CALLS }, () => {
    const begun = performance.now();
    slots = computeSlots(query, range).length;
    return performance.now() - begun;
  }).sort((a, b) => a - b);
  return { hosts: count, need, slots, best: times[0] ?? 0, median: times[CALLS >> 1] ?? 0 };
}

export const measureSlots = (): readonly SlotRow[] =>
  [1, 10, 50].flatMap((count) => [measure(count, 'all'), ...(count === 1 ? [] : [measure(count, 'any')])]);
