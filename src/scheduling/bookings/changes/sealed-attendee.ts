/*
 * Who gives up a seat is forgotten with it. The mail that tells them so is all that still knows them, sealed, until it
 * is sent.
 */
import type { KeyRing } from '../../../keys/key-ring.js';
import type { Attendee } from '../booking.js';
import type { Leaver } from '../notifications/mail-store.js';
import type { BookingChange } from '../store.js';

export function sealedLeaver(
  keys: Pick<KeyRing, 'seal'>,
  attendees: readonly Attendee[],
  seatUid: string,
): Pick<BookingChange, 'leaver'> {
  const attendee = attendees.find((one) => one.seatUid === seatUid);
  if (attendee === undefined || attendee.email === '') return {};
  const { name, email, timeZone } = attendee;
  const leaver: Leaver = { name, email, timeZone };
  return { leaver: keys.seal(JSON.stringify(leaver)) };
}
