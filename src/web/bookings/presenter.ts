/* A booking as its attendee sees it, and free times by day in their time zone. Pure. */
import type { BookingView } from '../../../views/bookings/facts.js';
import type { FreeDay, FreeTime } from '../../../views/bookings/reschedule.js';
import { linkIn, locationIn } from '../../scheduling/bookings/calendar-files/calendar-event.js';
import type { AttendedBooking } from '../../scheduling/bookings/attendees/store.js';

/** Others may read the answers of a booking with seats in its description. */
export function presentBooking({ booking, attendee }: AttendedBooking): BookingView {
  const { title, start, end, hosts, seats, description, discloses } = booking;
  return {
    title,
    start,
    end,
    timeZone: attendee.timeZone,
    people: hosts.map(({ name }) => name),
    hostEmail: discloses.hostEmail ? hosts[0]?.email : undefined,
    location: linkIn(booking) === undefined ? locationIn(booking) : undefined,
    notes: seats === null && description !== '' ? description : undefined,
  };
}

const formatIn = (timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-GB', { timeZone, ...options });

const CLOCK = { hour: '2-digit', minute: '2-digit' } as const;

/** An hour that comes twice, when clocks go back, is told apart by its offset. */
function timesOf(starts: readonly number[], timeZone: string): readonly FreeTime[] {
  const clock = formatIn(timeZone, CLOCK);
  const withOffset = formatIn(timeZone, { ...CLOCK, timeZoneName: 'shortOffset' });
  const labels = starts.map((start) => clock.format(start));
  return starts.map((start, index) => {
    const label = labels[index] ?? '';
    const isTwice = labels.indexOf(label) !== labels.lastIndexOf(label);
    return { start: new Date(start).toISOString(), label: isTwice ? withOffset.format(start) : label };
  });
}

/** `starts` in order; milliseconds since the epoch. */
export function freeDays(starts: readonly number[], timeZone: string): readonly FreeDay[] {
  const date = formatIn(timeZone, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const byDay = new Map<string, number[]>();
  for (const start of starts) {
    const label = date.format(start);
    byDay.set(label, [...(byDay.get(label) ?? []), start]);
  }
  return [...byDay].map(([label, ofDay]) => ({ label, times: timesOf(ofDay, timeZone) }));
}
