/* What a reader of a booking may do with it now. Pure. */
import { present } from '../../present.js';
import type { Attendee } from './booking.js';
import type { VisibleBooking } from './lists/list-store.js';
import {
  type ActionFacts,
  type ActionRefusal,
  type BookingAction,
  type BookingState,
  type ChangeTerms,
  decide,
} from './transitions.js';

/** Undefined when it is possible. A booking whose event type is deleted cannot be moved. */
export function refusalOf(
  booking: BookingState,
  action: BookingAction,
  facts: ActionFacts,
): ActionRefusal | undefined {
  if (action === 'reschedule' && facts.terms === undefined) return 'disabled';
  const verdict = decide(booking, action, facts);
  return verdict.kind === 'refused' ? verdict.reason : undefined;
}

const ACTIONS: readonly BookingAction[] = [
  'accept',
  'reject',
  'reschedule',
  'request_reschedule',
  'amend',
  'mark_absent',
  'cancel',
];
/** The others are for hosts. */
const BY_ATTENDEES: readonly BookingAction[] = ['cancel', 'reschedule'];

export interface ReadBooking {
  readonly booking: VisibleBooking;
  /** Absent when the event type is deleted. */
  readonly eventType?: ChangeTerms;
  /** The reader's place in a booking with seats; a host acts for all of them. */
  readonly ownSeat?: Attendee;
}

/** Whether the booking has a place that the reader may act for. */
const hasPlace = ({ booking, ownSeat }: ReadBooking): boolean =>
  booking.asHost || booking.seats === null || ownSeat !== undefined;

export function allowedActions(read: ReadBooking, now: number): readonly BookingAction[] {
  const { booking, eventType: terms } = read;
  const byHost = booking.asHost;
  if (!hasPlace(read)) return [];
  return ACTIONS.filter((action) => byHost || BY_ATTENDEES.includes(action)).filter(
    (action) => refusalOf(booking, action, { now, byHost, ...present({ terms }) }) === undefined,
  );
}
