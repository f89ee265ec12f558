/* Who would get a mail about a change: by the same plan as the mails themselves. Pure. */
import type { Booking } from '../booking.js';
import type { ChangedBooking } from '../changed-booking.js';
import { bookingMails } from './booking-mails.js';
import type { Receiver } from './mail-store.js';

export interface Recipient {
  /** Of a guest the address. */
  readonly name: string;
  readonly hostId?: number;
}

/** An attendee who leaves is the reader of the page. */
function recipientIn({ hosts, attendees, guests }: Booking, to: Receiver): readonly Recipient[] {
  if ('host' in to)
    return hosts.filter(({ id }) => id === to.host).map(({ id, name }) => ({ name, hostId: id }));
  if ('attendee' in to) return attendees.filter(({ id }) => id === to.attendee).map(({ name }) => ({ name }));
  return 'guest' in to ? guests.slice(to.guest, to.guest + 1).map((name) => ({ name })) : [];
}

export const recipientsOf = (event: ChangedBooking): readonly Recipient[] =>
  bookingMails([event]).flatMap(({ mail: { to } }) => recipientIn(event.booking, to));
