/*
 * What may become of a booking, as one table and the conditions beside it. Pure; every change of a status asks here.
 * Rejected and cancelled are final, except that an event type may let its cancelled bookings be booked anew.
 */
import type { Disabling, EventType } from '../event-types/event-type.js';
import type { Booking, BookingStatus } from './booking.js';

export type BookingAction = 'accept' | 'reject' | 'cancel' | 'reschedule';

/** What an event type says about changes. */
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
  /** Absent when the event type is gone. */
  readonly terms?: ChangeTerms;
}

export type ActionRefusal =
  | 'already_accepted'
  | 'already_cancelled'
  | 'already_rejected'
  | 'already_rescheduled'
  | 'over'
  | 'disabled'
  | 'too_late';

export type ActionVerdict =
  | { readonly kind: 'next'; readonly status: BookingStatus }
  | { readonly kind: 'refused'; readonly reason: ActionRefusal };

const NEXT: Readonly<Record<BookingStatus, Readonly<Partial<Record<BookingAction, BookingStatus>>>>> = {
  pending: { accept: 'accepted', reject: 'rejected', cancel: 'cancelled', reschedule: 'cancelled' },
  accepted: { cancel: 'cancelled', reschedule: 'cancelled' },
  cancelled: {},
  rejected: {},
};

const STANDS: Readonly<Record<Exclude<BookingStatus, 'pending'>, ActionRefusal>> = {
  accepted: 'already_accepted',
  cancelled: 'already_cancelled',
  rejected: 'already_rejected',
};

type Moved = Pick<Booking, 'status' | 'start' | 'end' | 'rescheduledToUid'>;

const MINUTE = 60_000;

/** Hosts are not bound by what they promise to others. */
function disabling(
  { start }: Moved,
  { now, byHost }: ActionFacts,
  rule?: Disabling,
): ActionRefusal | undefined {
  if (byHost || rule?.disabled !== true) return undefined;
  if (rule.minutesBefore === undefined) return 'disabled';
  return start - now < rule.minutesBefore * MINUTE ? 'too_late' : undefined;
}

type Condition = (booking: Moved, facts: ActionFacts) => ActionRefusal | undefined;

const unlessOver: Condition = ({ end }, { now }) => (end <= now ? 'over' : undefined);

const CONDITIONS: Readonly<Record<BookingAction, Condition>> = {
  accept: unlessOver,
  reject: () => undefined,
  cancel: (booking, facts) =>
    unlessOver(booking, facts) ?? disabling(booking, facts, facts.terms?.disableCancelling),
  reschedule: (booking, facts) =>
    (facts.terms?.allowReschedulingPastBookings === true ? undefined : unlessOver(booking, facts)) ??
    disabling(booking, facts, facts.terms?.disableRescheduling),
};

/** A cancelled booking stays cancelled when it is booked anew, and is then linked like one that was moved. */
const nextStatus = ({ status }: Moved, action: BookingAction, terms?: ChangeTerms) =>
  action === 'reschedule' && status === 'cancelled' && terms?.allowReschedulingCancelledBookings === true
    ? 'cancelled'
    : NEXT[status][action];

export function decide(booking: Moved, action: BookingAction, facts: ActionFacts): ActionVerdict {
  const refused = (reason: ActionRefusal): ActionVerdict => ({ kind: 'refused', reason });
  if (booking.rescheduledToUid !== null) return refused('already_rescheduled');
  const status = nextStatus(booking, action, facts.terms);
  if (status === undefined)
    return refused(booking.status === 'pending' ? 'disabled' : STANDS[booking.status]);
  const reason = CONDITIONS[action](booking, facts);
  return reason === undefined ? { kind: 'next', status } : refused(reason);
}
