/*
 * What only a host may do to a booking. That the caller hosts it is a condition of the statement that looks for it;
 * whoever attends it is told so, and to everybody else there is no such booking.
 */
import { invalidToken } from '../../../api/guard.js';
import type { Principal } from '../../../api/principal.js';
import { forbidden } from '../../../errors.js';
import type { AppError } from '../../../errors.js';
import { actorOf } from '../../actor.js';
import type { Booking } from '../booking.js';
import { noBooking } from './cancel.js';
import type { BookingAnswer, BookingReply } from '../replies.js';
import { readerOf, presentBooking } from '../presenter.js';
import type { BookingChange, BookingPerson, BookingStore, ChangeFacts, Selection } from '../store.js';
import { decide } from '../transitions.js';
import type { ActionVerdict, BookingAction } from '../transitions.js';

export interface HostCall {
  readonly uid: string;
  readonly principal: Principal;
  readonly clientIp: string;
}

/** The token may have outlived its account by a moment. */
export async function personOf(
  store: Pick<BookingStore, 'person'>,
  { accountId }: Principal,
): Promise<BookingPerson> {
  const person = await store.person(accountId);
  if (person === undefined) throw invalidToken();
  return person;
}

/** For a booking that the person does not host. */
export async function notHosted(
  store: Pick<BookingStore, 'find'>,
  uid: string,
  { id }: BookingPerson,
): Promise<AppError> {
  const attended = await store.find(uid, id);
  return attended.length > 0 ? forbidden('Only a host of this booking may do this.') : noBooking();
}

export interface Hosted {
  readonly person: BookingPerson;
  readonly bookings: readonly Booking[];
}

export async function changeHosted(
  store: BookingStore,
  { uid, principal, clientIp }: HostCall,
  plan: (facts: ChangeFacts, person: BookingPerson) => readonly BookingChange[],
  asked: Pick<Selection, 'asksTime'> = {},
): Promise<Hosted> {
  const person = await personOf(store, principal);
  const selection = { uid, hostId: person.id, ...asked };
  const actor = actorOf(principal, clientIp);
  const bookings = await store.change(selection, (facts) => plan(facts, person), actor);
  if (bookings === undefined) throw await notHosted(store, uid, person);
  return { person, bookings };
}

/** Hosts are not bound by what their event types promise to others. */
export const decideAsHost = (booking: Booking, action: BookingAction, now: number): ActionVerdict =>
  decide(booking, action, { now, byHost: true });

/** Where a recurrence as a whole has no meaning. */
export function onlyOne({ bookings }: Pick<ChangeFacts, 'bookings'>, uid: string): Booking {
  const booking = bookings.find((one) => one.uid === uid);
  if (booking === undefined) throw noBooking();
  return booking;
}

export function answerOf({ person, bookings }: Hosted, uid: string): BookingAnswer {
  const replies = bookings.map((booking) => presentBooking(booking, readerOf(booking, person)));
  const [first] = replies;
  return first !== undefined && bookings[0]?.uid === uid ? first : replies;
}

export function oneAnswer({ person, bookings }: Hosted): BookingReply {
  const [booking] = bookings;
  if (booking === undefined) throw noBooking();
  return presentBooking(booking, readerOf(booking, person));
}
