/*
 * What only a host may do to a booking, or an administrator of its team. The statement that finds the booking checks
 * that the caller is one; attendees get a refusal, and for everybody else there is no such booking.
 */
import { invalidToken } from '../../../api/guard.js';
import { forbidden } from '../../../errors.js';
import type { AppError } from '../../../errors.js';
import { actorOf } from '../../actor.js';
import type { Booking } from '../booking.js';
import { type ActingUser, viewerOf } from '../caller.js';
import type { ChangePlan } from './change-each.js';
import { AS_HOST, presentNamed } from '../presenter.js';
import { noBooking } from '../refusals.js';
import type { BookingOrRecurrenceReply } from '../replies.js';
import type { BookingStore, BookingUser, Selection } from '../store.js';

/** A request about the booking of its path. */
export interface HostCall {
  readonly params: { readonly bookingUid: string };
  readonly principal: ActingUser;
  readonly clientIp: string;
}

/** The token may have outlived its account by a moment. */
export async function loadUser(
  store: Pick<BookingStore, 'findUser'>,
  { accountId }: Pick<ActingUser, 'accountId'>,
): Promise<BookingUser> {
  const user = await store.findUser(accountId);
  if (user === undefined) throw invalidToken();
  return user;
}

export const hostsOnly = (): AppError =>
  forbidden('Only a host of this booking or an administrator of its team may do this.');

/** For a booking that the user neither hosts nor administers. */
export async function notHosted(
  store: Pick<BookingStore, 'find'>,
  uid: string,
  { id }: BookingUser,
): Promise<AppError> {
  const attended = await store.find(uid, { viewerId: id });
  return attended.length > 0 ? hostsOnly() : noBooking();
}

/** Where a recurrence as a whole has no meaning. */
export function bookingNamed<B extends Booking>(bookings: readonly B[], uid: string): B {
  const booking = bookings.find((one) => one.uid === uid);
  if (booking === undefined) throw noBooking();
  return booking;
}

export async function changeHosted(
  store: BookingStore,
  { params: { bookingUid: uid }, principal, clientIp }: HostCall,
  planFor: (user: BookingUser) => ChangePlan,
  options: Pick<Selection, 'checkTime'> = {},
): Promise<readonly Booking[]> {
  const user = await loadUser(store, principal);
  const selection = { uid, actingHost: viewerOf(principal, 'BOOKING_WRITE'), ...options };
  const bookings = await store.change(selection, planFor(user), actorOf(principal, clientIp));
  if (bookings === undefined) throw await notHosted(store, uid, user);
  return bookings;
}

/** Changes the one booking that the request names, not a recurrence. */
export async function changeHostedOne(
  store: BookingStore,
  call: HostCall,
  plan: ChangePlan,
): Promise<Booking> {
  const { bookingUid: uid } = call.params;
  const bookings = await changeHosted(
    store,
    call,
    () => (facts) => plan({ ...facts, bookings: [bookingNamed(facts.bookings, uid)] }),
  );
  return bookingNamed(bookings, uid);
}

/** The booking or recurrence that the request names, for its host. */
export const presentHosted = (
  bookings: readonly Booking[],
  { params: { bookingUid } }: Pick<HostCall, 'params'>,
): BookingOrRecurrenceReply => presentNamed(bookings, bookingUid, () => AS_HOST);
