/* Bookings in lists, as their hosts and attendees see them. Pure. */
import type { BookingDay, BookingRow } from '../../../views/my-bookings/list.js';
import { dayOf } from '../../../views/parts/text/time-range.js';
import type { Account } from '../../accounts/store.js';
import { attendeeState } from '../../scheduling/bookings/attendees/attendee-state.js';
import { linkIn, locationIn } from '../../scheduling/bookings/calendar-files/calendar-event.js';
import type { VisibleBooking } from '../../scheduling/bookings/lists/list-store.js';
import { readerOf, visibleTo } from '../../scheduling/bookings/presenter.js';
import type { BookingUser } from '../../scheduling/bookings/store.js';
import { bookingPath } from './deps.js';

export const bookingUserOf = ({ id, email, emailVerifiedAt }: Account): BookingUser => ({
  id,
  email,
  emailVerified: emailVerifiedAt !== undefined,
});

export interface ListReader {
  readonly user: BookingUser;
  readonly timeZone: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

const MAX_NAMES = 3;

interface People {
  readonly names: readonly string[];
  readonly more: number;
}

const firstOf = (people: readonly { readonly name: string }[]): People => ({
  names: people.slice(0, MAX_NAMES).map(({ name }) => name),
  more: Math.max(0, people.length - MAX_NAMES),
});

function rowOf(booking: VisibleBooking, { user, timeZone, now }: ListReader): BookingRow {
  const { uid, title, start, end, hosts, asHost } = booking;
  const isOwn = hosts.some(({ id }) => id === user.id);
  return {
    to: bookingPath(uid),
    title,
    ...{ start, end, timeZone },
    state: attendeeState(booking, now),
    asHost,
    people: firstOf(asHost ? visibleTo(booking, readerOf(booking, user)) : hosts),
    hosts: asHost && !isOwn ? firstOf(hosts) : undefined,
    isOnline: linkIn(booking) !== undefined,
    location: locationIn(booking),
  };
}

/** In the order of the bookings. */
export function bookingDays(bookings: readonly VisibleBooking[], reader: ListReader): readonly BookingDay[] {
  const days = new Map<string, BookingRow[]>();
  for (const booking of bookings) {
    const day = dayOf(booking.start, reader.timeZone);
    days.set(day, [...(days.get(day) ?? []), rowOf(booking, reader)]);
  }
  const today = dayOf(reader.now, reader.timeZone);
  return [...days].map(([label, rows]) => ({ label, isToday: label === today, rows }));
}
