/*
 * Which occasions follow from changed bookings, when each is due, and whether it still applies then. Pure;
 * adapters/knex/workflows/workflow-plans.ts matches occasions with workflows.
 */
import { MINUTE } from '../../durations.js';
import type { Booking } from '../bookings/booking.js';
import type { ChangedBooking } from '../bookings/changed-booking.js';
import type { BookingTrigger, FormTrigger, Trigger } from './store.js';

export interface NewOccasion {
  readonly trigger: BookingTrigger;
  readonly booking: Booking;
  /** Unique for a workflow and a booking. */
  readonly key: string;
  readonly attendeeId?: number;
}

const MINUTES = { minute: 1, hour: 60, day: 24 * 60 } as const;

export const offsetMs = ({ offset }: Pick<Trigger, 'offset'>): number =>
  offset === null ? 0 : offset.value * MINUTES[offset.unit] * MINUTE;

const occasions = (booking: Booking, ...triggers: readonly BookingTrigger[]): readonly NewOccasion[] =>
  triggers.map((trigger) => ({ trigger, booking, key: trigger }));

/** Only accepted bookings have reminders. */
const ofAccepted = (booking: Booking): readonly NewOccasion[] =>
  occasions(
    booking,
    booking.rescheduledFromUid === null ? 'newEvent' : 'rescheduleEvent',
    'beforeEvent',
    'afterEvent',
  );

const ofCreated = ({ booking }: ChangedBooking): readonly NewOccasion[] =>
  booking.status === 'pending' ? occasions(booking, 'bookingRequested') : ofAccepted(booking);

/** Only for the attendee of the new seat. */
const ofSeat = ({ booking, seatUid }: ChangedBooking): readonly NewOccasion[] =>
  booking.attendees
    .filter((attendee) => attendee.seatUid !== null && attendee.seatUid === seatUid)
    .map(({ id }) => ({ trigger: 'newEvent', booking, key: `newEvent:${id}`, attendeeId: id }));

function ofAbsence({ booking, change }: ChangedBooking): readonly NewOccasion[] {
  const trigger = 'bookingNoShowUpdated';
  return [
    { trigger, booking, key: `${trigger}:${booking.icsSequence}` },
    ...(change?.set.absentHost === true ? occasions(booking, 'afterHostsCalVideoNoShow') : []),
    ...(change?.absences?.some(({ absent }) => absent) === true
      ? occasions(booking, 'afterGuestsCalVideoNoShow')
      : []),
  ];
}

const ofEnd = ({ booking }: ChangedBooking): readonly NewOccasion[] => occasions(booking, 'eventCancelled');

const OCCASIONS: Readonly<
  Partial<Record<ChangedBooking['done'], (changed: ChangedBooking) => readonly NewOccasion[]>>
> = {
  created: ofCreated,
  seat_taken: ofSeat,
  accepted: ({ booking }) => ofAccepted(booking),
  rejected: ({ booking }) => occasions(booking, 'bookingRejected'),
  cancelled: ofEnd,
  reschedule_requested: ofEnd,
  // The booking is cancelled with its last seat.
  seat_cancelled: (changed) => (changed.booking.status === 'cancelled' ? ofEnd(changed) : []),
  absence_marked: ofAbsence,
};

export const REMINDERS: readonly string[] = ['beforeEvent', 'afterEvent'] satisfies readonly BookingTrigger[];

/** A change of a whole recurrence has one occasion; each of its bookings has reminders of its own. */
function oncePerRecurrence(all: readonly NewOccasion[]): readonly NewOccasion[] {
  const seen = new Set<string>();
  return all.filter(({ trigger, booking: { recurringUid } }) => {
    if (recurringUid === null || REMINDERS.includes(trigger)) return true;
    const name = `${trigger} ${recurringUid}`;
    const isFirst = !seen.has(name);
    seen.add(name);
    return isFirst;
  });
}

export const occasionsOf = (changed: readonly ChangedBooking[]): readonly NewOccasion[] =>
  oncePerRecurrence(changed.flatMap((one) => OCCASIONS[one.done]?.(one) ?? []));

/** Ids of bookings whose pending messages are obsolete. */
export const endedBookings = (changed: readonly ChangedBooking[]): readonly number[] =>
  changed
    .filter(({ booking: { status } }) => status === 'cancelled' || status === 'rejected')
    .map(({ booking }) => booking.id);

type Times = Pick<Booking, 'start' | 'end' | 'updatedAt'>;

/** When it is due, in milliseconds since the epoch. Undefined for a reminder whose time has passed. */
export function dueTimeOf(trigger: Trigger<BookingTrigger>, booking: Times): number | undefined {
  const [{ start, end, updatedAt: now }, offset] = [booking, offsetMs(trigger)];
  if (trigger.type === 'beforeEvent') return start - offset > now ? start - offset : undefined;
  if (trigger.type === 'afterEvent') return end + offset;
  return trigger.offset === null ? now : Math.max(now, start + offset);
}

type Facts = Pick<Booking, 'status' | 'start' | 'end' | 'absentHost' | 'attendees'>;
type Condition = (booking: Facts, now: number) => boolean;

const isUpcoming: Condition = ({ status, end }, now) => status === 'accepted' && end > now;

const CONDITIONS: Readonly<Record<BookingTrigger, Condition>> = {
  beforeEvent: ({ status, start }, now) => status === 'accepted' && start > now,
  afterEvent: ({ status }) => status === 'accepted',
  newEvent: isUpcoming,
  rescheduleEvent: isUpcoming,
  eventCancelled: ({ status, end }, now) => status === 'cancelled' && end > now,
  bookingRequested: ({ status, end }, now) => status === 'pending' && end > now,
  bookingRejected: ({ status, end }, now) => status === 'rejected' && end > now,
  bookingNoShowUpdated: ({ status }) => status === 'accepted',
  afterHostsCalVideoNoShow: ({ status, absentHost }) => status === 'accepted' && absentHost,
  afterGuestsCalVideoNoShow: ({ status, attendees }) =>
    status === 'accepted' && attendees.some(({ absent }) => absent),
};

/** A late message is sent, but not after the event when it belongs before it. */
export const stillApplies = (trigger: BookingTrigger, booking: Facts, now: number): boolean =>
  CONDITIONS[trigger](booking, now);

/** Respondents who have booked need no reminder. */
export const formStillApplies = (
  trigger: FormTrigger,
  { hasBooking }: { readonly hasBooking: boolean },
): boolean => trigger === 'formSubmitted' || !hasBooking;
