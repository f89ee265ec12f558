/* Who gets a mail about a booking, found when it is written: at the address, and in the time zone, of now. */
import type { BookingRole } from '../../views/mails/bookings.js';
import type { AccountStore } from '../accounts/store.js';
import type { KeyRing } from '../key-ring.js';
import type { Booking } from '../scheduling/bookings/booking.js';
import type { Leaver, Receiver } from '../scheduling/bookings/mail-store.js';

export interface BookingReader {
  readonly role: BookingRole;
  readonly name: string;
  readonly email: string;
  readonly timeZone: string;
  /** Has given up the seat. */
  readonly left?: boolean;
}

export interface ReaderDeps {
  readonly accounts: AccountStore;
  readonly keys: KeyRing;
}

async function hostOf(
  { accounts }: ReaderDeps,
  { hosts }: Booking,
  id: number,
): Promise<BookingReader | undefined> {
  const account = await accounts.findById(id);
  if (account === undefined || account.disabledAt !== undefined) return undefined;
  const { timeZone = 'UTC' } = hosts.find((host) => host.id === id) ?? hosts[0] ?? {};
  return { role: 'host', name: account.name, email: account.email, timeZone };
}

function leaverOf({ keys }: ReaderDeps, sealed: string): BookingReader | undefined {
  const text = keys.open(sealed);
  if (text === undefined) return undefined;
  const { name, email, timeZone } = JSON.parse(text) as Leaver;
  return email === '' ? undefined : { role: 'attendee', name, email, timeZone, left: true };
}

/** Guests left nothing but an address; they are of the booker's party. */
function guestOf({ guests, attendees }: Booking, at: number): BookingReader | undefined {
  const email = guests[at];
  if (email === undefined) return undefined;
  return { role: 'guest', name: email, email, timeZone: attendees[0]?.timeZone ?? 'UTC' };
}

function attendeeOf({ attendees }: Booking, id: number): BookingReader | undefined {
  const attendee = attendees.find((one) => one.id === id);
  if (attendee === undefined) return undefined;
  const { name, email, timeZone } = attendee;
  return { role: 'attendee', name, email, timeZone };
}

/** Undefined for somebody who is gone. */
export async function readerOf(
  deps: ReaderDeps,
  booking: Booking,
  to: Receiver,
): Promise<BookingReader | undefined> {
  if ('host' in to) return hostOf(deps, booking, to.host);
  if ('leaver' in to) return leaverOf(deps, to.leaver);
  return 'guest' in to ? guestOf(booking, to.guest) : attendeeOf(booking, to.attendee);
}
