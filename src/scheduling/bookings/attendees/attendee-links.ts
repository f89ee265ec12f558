/*
 * The link to the page of one attendee of one booking. Its signature is all that the page asks for: whoever has the link
 * acts as this attendee. It works while a key of the ring has signed it.
 */
import type { KeyRing } from '../../../keys/key-ring.js';
import type { Attendee, Booking } from '../booking.js';

export const BOOKING_PATH = '/bookings';
export const CANCEL_STEP = '/cancel';
export const RESCHEDULE_STEP = '/reschedule';

const LINK = /^([\w-]{1,64})\.([1-9]\d{0,9})\.([\w-]{5}\.[\w-]{43})$/;

const signedText = (uid: string, attendeeId: number): string => `${uid}.${attendeeId}`;

/** The path of the page, on the application's origin. */
export function attendeePath(
  keys: Pick<KeyRing, 'hash'>,
  { uid }: Pick<Booking, 'uid'>,
  { id }: Pick<Attendee, 'id'>,
): string {
  const text = signedText(uid, id);
  return `${BOOKING_PATH}/${text}.${keys.hash('attendee', text)}`;
}

export interface AttendeeRef {
  readonly uid: string;
  readonly attendeeId: number;
}

/** The attendee that a link names; undefined when we have not signed it. */
export function attendeeNamed(keys: Pick<KeyRing, 'matches'>, link: string): AttendeeRef | undefined {
  const [, uid = '', id = '', hash = ''] = LINK.exec(link) ?? [];
  const attendeeId = Number(id);
  return keys.matches('attendee', signedText(uid, attendeeId), hash) ? { uid, attendeeId } : undefined;
}
