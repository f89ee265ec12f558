/*
 * The states of a booking: one table of transitions and their conditions. Pure; every change is decided here. Rejected
 * and cancelled are final, except that a cancelled booking can be rescheduled where its event type or its host allows it.
 */
import { MINUTE } from '../../durations.js';
import type { Disabling, EventType } from '../event-types/event-type.js';
import type { Booking, BookingStatus } from './booking.js';

export type BookingAction =
  | 'accept'
  | 'reject'
  | 'cancel'
  | 'reschedule'
  /** The host cancels it and asks for another time. */
  | 'request_reschedule'
  /** Attendees, guests, title, location. */
  | 'amend'
  | 'mark_absent';

/** The rules of an event type about changes. */
export type ChangeTerms = Pick<
  EventType,
  | 'disableCancelling'
  | 'disableRescheduling'
  | 'allowReschedulingPastBookings'
  | 'allowReschedulingCancelledBookings'
>;

export interface ActionFacts {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly byHost: boolean;
  /** Absent when the event type is deleted. */
  readonly terms?: ChangeTerms;
}

export type ActionRefusal =
  | 'already_accepted'
  | 'already_cancelled'
  | 'already_rejected'
  | 'already_rescheduled'
  | 'not_accepted'
  | 'not_started'
  | 'over'
  | 'disabled'
  | 'too_late';

export type ActionVerdict =
  | { readonly kind: 'next'; readonly status: BookingStatus }
  | { readonly kind: 'refused'; readonly reason: ActionRefusal };

const NEXT: Readonly<Record<BookingStatus, Readonly<Partial<Record<BookingAction, BookingStatus>>>>> = {
  pending: {
    accept: 'accepted',
    reject: 'rejected',
    cancel: 'cancelled',
    reschedule: 'cancelled',
    request_reschedule: 'cancelled',
    amend: 'pending',
  },
  accepted: {
    cancel: 'cancelled',
    reschedule: 'cancelled',
    request_reschedule: 'cancelled',
    amend: 'accepted',
    mark_absent: 'accepted',
  },
  cancelled: {},
  rejected: {},
};

const NOT_FROM: Readonly<Record<BookingStatus, ActionRefusal>> = {
  pending: 'not_accepted',
  accepted: 'already_accepted',
  cancelled: 'already_cancelled',
  rejected: 'already_rejected',
};

export type BookingState = Pick<
  Booking,
  'status' | 'start' | 'end' | 'rescheduledToUid' | 'rescheduleRequested'
>;

/** The rules are for attendees; hosts are free. */
function disabling(
  { start }: BookingState,
  { now, byHost }: ActionFacts,
  rule?: Disabling,
): ActionRefusal | undefined {
  if (byHost || rule?.disabled !== true) return undefined;
  if (rule.minutesBefore === undefined) return 'disabled';
  return start - now < rule.minutesBefore * MINUTE ? 'too_late' : undefined;
}

type Condition = (booking: BookingState, facts: ActionFacts) => ActionRefusal | undefined;

const unlessOver: Condition = ({ end }, { now }) => (end <= now ? 'over' : undefined);

/** An attendee who is asked for another time can choose one whatever the event type allows. */
const movable: Condition = (booking, facts) => {
  const { terms } = facts;
  if (booking.rescheduleRequested) return undefined;
  const over = terms?.allowReschedulingPastBookings === true ? undefined : unlessOver(booking, facts);
  return over ?? disabling(booking, facts, terms?.disableRescheduling);
};

const CONDITIONS: Readonly<Record<BookingAction, Condition>> = {
  accept: unlessOver,
  reject: () => undefined,
  cancel: (booking, facts) =>
    unlessOver(booking, facts) ?? disabling(booking, facts, facts.terms?.disableCancelling),
  reschedule: movable,
  request_reschedule: unlessOver,
  amend: unlessOver,
  mark_absent: ({ start }, { now }) => (start > now ? 'not_started' : undefined),
};

/** A cancelled booking that is rescheduled stays cancelled and is linked like one that was moved. */
function nextStatus(
  { status, rescheduleRequested }: BookingState,
  action: BookingAction,
  terms?: ChangeTerms,
): BookingStatus | undefined {
  const bookable = rescheduleRequested || terms?.allowReschedulingCancelledBookings === true;
  return action === 'reschedule' && status === 'cancelled' && bookable ? 'cancelled' : NEXT[status][action];
}

export function decide(booking: BookingState, action: BookingAction, facts: ActionFacts): ActionVerdict {
  const refused = (reason: ActionRefusal): ActionVerdict => ({ kind: 'refused', reason });
  if (booking.rescheduledToUid !== null) return refused('already_rescheduled');
  const status = nextStatus(booking, action, facts.terms);
  if (status === undefined) return refused(NOT_FROM[booking.status]);
  const reason = CONDITIONS[action](booking, facts);
  return reason === undefined ? { kind: 'next', status } : refused(reason);
}

export const decideAsHost = (booking: BookingState, action: BookingAction, now: number): ActionVerdict =>
  decide(booking, action, { now, byHost: true });
