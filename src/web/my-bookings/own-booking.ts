/* The booking of a page for its host or attendee, and the caller of its forms. */
import { present } from '../../present.js';
import type { ReadBooking } from '../../scheduling/bookings/allowed-actions.js';
import type { Booking } from '../../scheduling/bookings/booking.js';
import { hasAddress, signedInUser, viewerOf } from '../../scheduling/bookings/caller.js';
import { bookingNamed, type HostCall } from '../../scheduling/bookings/changes/hosting.js';
import type { BookingViewer, VisibleBooking } from '../../scheduling/bookings/lists/list-store.js';
import type { BookingUser } from '../../scheduling/bookings/store.js';
import type { EventType } from '../../scheduling/event-types/event-type.js';
import type { UserRequest } from '../page.js';
import type { MyBookingsDeps } from './deps.js';
import { bookingUserOf } from './presenter.js';

export interface OwnBooking extends ReadBooking {
  /** Absent when it is deleted, or its owner is disabled. */
  readonly eventType?: EventType;
  readonly user: BookingUser;
}

export const viewer = ({ user }: UserRequest): BookingViewer =>
  viewerOf(signedInUser(user.account.id), 'BOOKING_READ');

export const hostCall = ({ user, clientIp }: UserRequest, uid: string): HostCall => ({
  params: { bookingUid: uid },
  principal: signedInUser(user.account.id),
  clientIp,
});

const seatOf = ({ seats, attendees }: Booking, user: BookingUser) =>
  seats === null ? undefined : attendees.find(({ email }) => hasAddress(user, email));

/** Throws 404 for a booking that the user neither hosts nor attends nor administers. */
export async function ownBooking(deps: MyBookingsDeps, request: UserRequest): Promise<OwnBooking> {
  const [uid, user] = [request.param('uid'), bookingUserOf(request.user.account)];
  const booking: VisibleBooking = bookingNamed(await deps.bookings.find(uid, viewer(request)), uid);
  const { eventTypeId } = booking;
  const bookable = eventTypeId === null ? undefined : await deps.eventTypes.bookable(eventTypeId);
  return { booking, user, ...present({ eventType: bookable?.eventType, ownSeat: seatOf(booking, user) }) };
}
