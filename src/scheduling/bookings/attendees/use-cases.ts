/* What attendees do on their page, with the link from a mail instead of an account. */
import { present } from '../../../present.js';
import { DAY, MINUTE } from '../../../durations.js';
import type { KeyRing } from '../../../keys/key-ring.js';
import { computeSlots } from '../../slots/compute-slots.js';
import { bookable, toQuery } from '../../slots/slot-query.js';
import type { SlotStore } from '../../slots/store.js';
import type { Booking } from '../booking.js';
import { type Caller, identify } from '../caller.js';
import { cancelBooking } from '../changes/cancel.js';
import { rescheduleBooking } from '../changes/reschedule.js';
import type { BookingDeps } from '../creation/create.js';
import { attendeeNamed } from './attendee-links.js';
import type { AttendedBooking, AttendeeBookingStore } from './store.js';

export interface AttendeeDeps extends Pick<BookingDeps, 'bookings' | 'clock' | 'newUid' | 'newRoom'> {
  readonly keys: KeyRing;
  readonly attendeeBookings: AttendeeBookingStore;
  readonly slots: SlotStore;
  /** Each new time sends mails. */
  readonly rateLimitAnonymous: (clientIp: string) => Promise<void>;
}

/** How far ahead of its start a page of free times looks. */
export const FREE_TIMES_MS = 31 * DAY;
const MAX_MOVES = 50;

export async function findAttended(
  { keys, attendeeBookings }: Pick<AttendeeDeps, 'keys' | 'attendeeBookings'>,
  link: string,
): Promise<AttendedBooking | undefined> {
  const ref = attendeeNamed(keys, link);
  return ref && attendeeBookings.find(ref);
}

/** The booking that a moved one has become; undefined when the attendee is not in it. */
export async function latestOf(
  { attendeeBookings }: Pick<AttendeeDeps, 'attendeeBookings'>,
  { booking, attendee }: AttendedBooking,
): Promise<AttendedBooking | undefined> {
  let latest: AttendedBooking | undefined;
  let { rescheduledToUid: uid } = booking;
  for (let moves = 0; uid !== null && moves < MAX_MOVES; moves += 1) {
    latest = await attendeeBookings.findSame(uid, attendee);
    uid = latest?.booking.rescheduledToUid ?? null;
  }
  return latest;
}

/** The link names the attendee, who needs no account. */
async function callerOf(
  { bookings }: AttendeeDeps,
  { attendee }: AttendedBooking,
  clientIp: string,
): Promise<Caller> {
  const email = attendee.email === '' ? undefined : attendee.email;
  return { ...(await identify(bookings, undefined, clientIp)), ...present({ email }) };
}

const seatOf = ({ attendee: { seatUid } }: AttendedBooking) => present({ seatUid: seatUid ?? undefined });

export async function cancelAttended(
  deps: AttendeeDeps,
  attended: AttendedBooking,
  { cancellationReason, clientIp }: { readonly cancellationReason?: string; readonly clientIp: string },
): Promise<void> {
  const input = { ...seatOf(attended), ...present({ cancellationReason }) };
  await cancelBooking(deps, attended.booking.uid, input, await callerOf(deps, attended, clientIp));
}

/** In order: those in which the booking can start instead of now, with its length. */
export async function freeTimes(
  { slots, clock }: Pick<AttendeeDeps, 'slots' | 'clock'>,
  { booking }: { readonly booking: Booking },
  from: number,
): Promise<readonly number[]> {
  const now = clock();
  const found = bookable(await slots.find({ kind: 'id', eventTypeId: booking.eventTypeId ?? 0 }));
  const range = { from, until: from + FREE_TIMES_MS };
  const facts = await slots.facts({ bookable: found, range, now, exceptBookingUid: booking.uid });
  const lengthInMinutes = (booking.end - booking.start) / MINUTE;
  const free = computeSlots(toQuery(found, facts, { lengthInMinutes, now }), range);
  return free.map(({ start }) => start).filter((start) => start !== booking.start);
}

/** The booking at its new time; undefined when the attendee is not in it. */
export async function rescheduleAttended(
  deps: AttendeeDeps,
  attended: AttendedBooking,
  { start, clientIp }: { readonly start: number; readonly clientIp: string },
): Promise<AttendedBooking | undefined> {
  await deps.rateLimitAnonymous(clientIp);
  const caller = await callerOf(deps, attended, clientIp);
  const input = { start, ...seatOf(attended), ...present({ rescheduledBy: caller.email }) };
  const { uid } = await rescheduleBooking(deps, attended.booking.uid, input, { caller, holders: [] });
  return deps.attendeeBookings.findSame(uid, attended.attendee);
}
