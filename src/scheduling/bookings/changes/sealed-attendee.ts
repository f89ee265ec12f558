/*
 * Leaving a seat deletes its attendee. Only the job of the mail to them still has their address, sealed, until the mail
 * is sent.
 */
import { emailKey } from '../../../email-address.js';
import type { KeyRing } from '../../../keys/key-ring.js';
import type { Attendee } from '../booking.js';
import type { Leaver } from '../notifications/mail-store.js';
import type { BookingChange } from '../store.js';

export function sealedLeaver(
  keys: Pick<KeyRing, 'seal'>,
  attendees: readonly Attendee[],
  seatUid: string,
): Pick<BookingChange, 'leaver' | 'leaverKey'> {
  const attendee = attendees.find((one) => one.seatUid === seatUid);
  if (attendee === undefined || attendee.email === '') return {};
  const { name, email, timeZone } = attendee;
  const leaver: Leaver = { name, email, timeZone };
  return { leaver: keys.seal(JSON.stringify(leaver)), leaverKey: emailKey(email) };
}
