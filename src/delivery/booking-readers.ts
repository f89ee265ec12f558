/* Recipients of mails about bookings, looked up when the mail is written: with their current address and time zone. */
import type { BookingRole } from '../../views/mails/bookings.js';
import type { AccountStore } from '../accounts/store.js';
import type { KeyRing } from '../keys/key-ring.js';
import type { Booking } from '../scheduling/bookings/booking.js';
import { attendeePath } from '../scheduling/bookings/attendees/attendee-links.js';
import { guestsOf } from '../scheduling/bookings/guests.js';
import type { Leaver, Receiver } from '../scheduling/bookings/notifications/mail-store.js';

export interface BookingReader {
  readonly role: BookingRole;
  readonly name: string;
  readonly email: string;
  readonly timeZone: string;
  /** Of an attendee. */
  readonly attendeeId?: number;
  /** Gave up the seat. */
  readonly left?: boolean;
}

export interface ReaderDeps {
  readonly accounts: AccountStore;
  readonly keys: KeyRing;
  readonly appUrl: string;
}

async function hostOf(
  { accounts }: ReaderDeps,
  { hosts }: Booking,
  id: number,
): Promise<BookingReader | undefined> {
  const account = await accounts.findById(id);
  if (account === undefined || account.disabledAt !== undefined) return undefined;
  const host = hosts.find((one) => one.id === id);
  const { timeZone = 'UTC' } = host ?? hosts[0] ?? {};
  return { role: 'host', name: account.name, email: host?.email ?? account.email, timeZone };
}

function leaverOf({ keys }: ReaderDeps, sealed: string): BookingReader | undefined {
  const text = keys.open(sealed);
  if (text === undefined) return undefined;
  const { name, email, timeZone } = JSON.parse(text) as Leaver;
  return email === '' ? undefined : { role: 'attendee', name, email, timeZone, left: true };
}

/** Guests without a time zone of their own get that of the booker. */
function guestOf(booking: Booking, index: number): BookingReader | undefined {
  const guest = guestsOf(booking)[index];
  if (guest === undefined) return undefined;
  const { email, name = email, timeZone = booking.attendees[0]?.timeZone ?? 'UTC' } = guest;
  return { role: 'guest', name, email, timeZone };
}

function attendeeOf({ attendees }: Booking, id: number): BookingReader | undefined {
  const attendee = attendees.find((one) => one.id === id);
  if (attendee === undefined) return undefined;
  const { name, email, timeZone } = attendee;
  return { role: 'attendee', name, email, timeZone, attendeeId: id };
}

/**
 * The page where the reader sees, cancels and moves this booking. Only attendees have one; in the other bookings of a
 * recurrence they have another id.
 */
export function pageOf(
  { keys, appUrl }: Pick<ReaderDeps, 'keys' | 'appUrl'>,
  booking: Booking,
  { role, left, attendeeId, email, name }: BookingReader,
): string | undefined {
  if (role !== 'attendee' || left === true) return undefined;
  const { attendees } = booking;
  const own =
    attendees.find(({ id }) => id === attendeeId) ??
    attendees.find((one) => one.email === email && one.name === name);
  return own && `${appUrl}${attendeePath(keys, booking, own)}`;
}

/** Undefined when the recipient is gone. */
export async function readerOf(
  deps: ReaderDeps,
  booking: Booking,
  to: Receiver,
): Promise<BookingReader | undefined> {
  if ('host' in to) return hostOf(deps, booking, to.host);
  if ('leaver' in to) return leaverOf(deps, to.leaver);
  return 'guest' in to ? guestOf(booking, to.guest) : attendeeOf(booking, to.attendee);
}
