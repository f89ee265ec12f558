/*
 * Which occasions the changes of bookings are, when the moment of each comes, and whether it still holds by then. Pure;
 * adapters/knex/workflows/workflow-plans.ts matches occasions with the workflows that wait for them.
 */
import { MINUTE } from '../../durations.js';
import type { Booking } from '../bookings/booking.js';
import type { BookingChange, BookingDone } from '../bookings/store.js';
import type { BookingTrigger, FormTrigger, Trigger } from './store.js';

/** A booking as it is after what was done. */
export interface Happened {
  readonly done: BookingDone | 'created' | 'seat_taken';
  readonly booking: Booking;
  /** Absent for what is new. */
  readonly change?: BookingChange;
  readonly seatUid?: string | null;
}

export interface NewOccasion {
  readonly trigger: BookingTrigger;
  readonly booking: Booking;
  /** A workflow has one occasion of a booking under each. */
  readonly key: string;
  readonly attendeeId?: number;
}

const MINUTES = { minute: 1, hour: 60, day: 24 * 60 } as const;

export const offsetMs = ({ offset }: Pick<Trigger, 'offset'>): number =>
  offset === null ? 0 : offset.value * MINUTES[offset.unit] * MINUTE;

const plain = (booking: Booking, ...triggers: readonly BookingTrigger[]): readonly NewOccasion[] =>
  triggers.map((trigger) => ({ trigger, booking, key: trigger }));

/** Reminders wait for a booking that is sure. */
const ofSure = (booking: Booking): readonly NewOccasion[] =>
  plain(
    booking,
    booking.rescheduledFromUid === null ? 'newEvent' : 'rescheduleEvent',
    'beforeEvent',
    'afterEvent',
  );

const ofCreated = ({ booking }: Happened): readonly NewOccasion[] =>
  booking.status === 'pending' ? plain(booking, 'bookingRequested') : ofSure(booking);

/** For whoever sits there now; the others had theirs. */
const ofSeat = ({ booking, seatUid }: Happened): readonly NewOccasion[] =>
  booking.attendees
    .filter((attendee) => attendee.seatUid !== null && attendee.seatUid === seatUid)
    .map(({ id }) => ({ trigger: 'newEvent', booking, key: `newEvent:${id}`, attendeeId: id }));

function ofAbsence({ booking, change }: Happened): readonly NewOccasion[] {
  const updated = {
    trigger: 'bookingNoShowUpdated',
    key: `bookingNoShowUpdated:${booking.icsSequence}`,
  } as const;
  return [
    { ...updated, booking },
    ...(change?.set.absentHost === true ? plain(booking, 'afterHostsCalVideoNoShow') : []),
    ...(change?.absences?.some(({ absent }) => absent) === true
      ? plain(booking, 'afterGuestsCalVideoNoShow')
      : []),
  ];
}

const ofEnd = ({ booking }: Happened): readonly NewOccasion[] => plain(booking, 'eventCancelled');

const OCCASIONS: Readonly<Partial<Record<Happened['done'], (happened: Happened) => readonly NewOccasion[]>>> =
  {
    created: ofCreated,
    seat_taken: ofSeat,
    accepted: ({ booking }) => ofSure(booking),
    rejected: ({ booking }) => plain(booking, 'bookingRejected'),
    cancelled: ofEnd,
    reschedule_requested: ofEnd,
    // With the last seat the booking is off.
    seat_cancelled: (happened) => (happened.booking.status === 'cancelled' ? ofEnd(happened) : []),
    absence_marked: ofAbsence,
  };

const AT_A_MOMENT: readonly string[] = ['beforeEvent', 'afterEvent'] satisfies readonly BookingTrigger[];

/** What was done to several of a recurrence at once is said once; each has reminders of its own. */
function onceInRecurrence(occasions: readonly NewOccasion[]): readonly NewOccasion[] {
  const seen = new Set<string>();
  return occasions.filter(({ trigger, booking: { recurringUid } }) => {
    if (recurringUid === null || AT_A_MOMENT.includes(trigger)) return true;
    const name = `${trigger} ${recurringUid}`;
    const isFirst = !seen.has(name);
    seen.add(name);
    return isFirst;
  });
}

export const occasionsOf = (happened: readonly Happened[]): readonly NewOccasion[] =>
  onceInRecurrence(happened.flatMap((one) => OCCASIONS[one.done]?.(one) ?? []));

/** Bookings that nothing is left to be said of but that they are off. */
export const overtakenBy = (happened: readonly Happened[]): readonly number[] =>
  happened
    .filter(({ booking: { status } }) => status === 'cancelled' || status === 'rejected')
    .map(({ booking }) => booking.id);

type Times = Pick<Booking, 'start' | 'end' | 'updatedAt'>;

/** When it is sent, in milliseconds since the epoch. Undefined for a reminder whose moment was over before. */
export function momentOf(trigger: Trigger<BookingTrigger>, booking: Times): number | undefined {
  const [{ start, end, updatedAt: now }, offset] = [booking, offsetMs(trigger)];
  if (trigger.type === 'beforeEvent') return start - offset > now ? start - offset : undefined;
  if (trigger.type === 'afterEvent') return end + offset;
  return trigger.offset === null ? now : Math.max(now, start + offset);
}

type Facts = Pick<Booking, 'status' | 'start' | 'end' | 'absentHost' | 'attendees'>;
type Condition = (booking: Facts, now: number) => boolean;

const standsAhead: Condition = ({ status, end }, now) => status === 'accepted' && end > now;

const HOLDS: Readonly<Record<BookingTrigger, Condition>> = {
  beforeEvent: ({ status, start }, now) => status === 'accepted' && start > now,
  afterEvent: ({ status }) => status === 'accepted',
  newEvent: standsAhead,
  rescheduleEvent: standsAhead,
  eventCancelled: ({ status, end }, now) => status === 'cancelled' && end > now,
  bookingRequested: ({ status, end }, now) => status === 'pending' && end > now,
  bookingRejected: ({ status, end }, now) => status === 'rejected' && end > now,
  bookingNoShowUpdated: ({ status }) => status === 'accepted',
  afterHostsCalVideoNoShow: ({ status, absentHost }) => status === 'accepted' && absentHost,
  afterGuestsCalVideoNoShow: ({ status, attendees }) =>
    status === 'accepted' && attendees.some(({ absent }) => absent),
};

/** Late is better than never, but not after the event for what belongs before it. */
export const stillHolds = (trigger: BookingTrigger, booking: Facts, now: number): boolean =>
  HOLDS[trigger](booking, now);

/** Whoever booked after all needs no reminder to. */
export const formStillHolds = (
  trigger: FormTrigger,
  { hasBooking }: { readonly hasBooking: boolean },
): boolean => trigger === 'formSubmitted' || !hasBooking;
