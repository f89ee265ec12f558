/*
 * The payload of booking events: the booking at that moment, in the names that receivers expect. Pure. It holds
 * everything that a host may see, because only hosts and those who manage them have webhooks for it.
 */
import { Temporal } from 'temporal-polyfill';
import { present } from '../../present.js';
import { MINUTE } from '../../durations.js';
import type { Attendee, Booking, BookingHost, BookingStatus } from '../bookings/booking.js';
import { linkIn } from '../bookings/calendar-files/calendar-event.js';
import { locationText } from '../bookings/presenter.js';
import type { BookingField, EventType } from '../event-types/event-type.js';
import { appNamed, FACTS, needsAccount } from '../event-types/meeting-apps.js';

/** Facts besides the booking. Absent for what was deleted. */
export interface BookingContext {
  readonly eventType?: EventType;
  /** Owner of the event type, or of the managed event type that it follows. */
  readonly team?: { readonly id: number; readonly name: string };
  /** Settings of the hosts, by their ids. */
  readonly readers: ReadonlyMap<number, Reader>;
  /** The provider's id of the meeting. */
  readonly meetingId?: string;
  /** The booking that this one, or the seat, was just moved from. */
  readonly movedFrom?: Pick<Booking, 'id' | 'uid' | 'start' | 'end'>;
}

export interface Reader {
  readonly locale: string;
  readonly timeFormat: 12 | 24;
}

type Facts = Readonly<Record<string, unknown>>;

const iso = (instant: number): string => new Date(instant).toISOString();

const STATUS: Readonly<Record<BookingStatus, string>> = {
  pending: 'PENDING',
  accepted: 'ACCEPTED',
  cancelled: 'CANCELLED',
  rejected: 'REJECTED',
};

/** Labels of the default questions that receivers expect. */
const LABELS: Partial<Readonly<Record<BookingField['type'], string>>> = {
  title: 'what_is_this_meeting_about',
  notes: 'additional_notes',
};

/** Minutes ahead of UTC when the booking starts: clocks may change until then. */
const utcOffsetAt = (start: number, timeZone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(timeZone).offsetNanoseconds / 60e9;

function hostOf(
  { id, name, email, username, timeZone }: BookingHost,
  { readers }: BookingContext,
  start: number,
): Facts {
  const { locale = 'en', timeFormat = 12 } = readers.get(id) ?? {};
  const reads = { language: { locale }, timeFormat: timeFormat === 12 ? 'h:mma' : 'HH:mm' };
  return { id, name, email, username, timeZone, utcOffset: utcOffsetAt(start, timeZone), ...reads };
}

const attendeeOf = (attendee: Attendee, start: number): Facts => ({
  name: attendee.name,
  email: attendee.email,
  timeZone: attendee.timeZone,
  utcOffset: utcOffsetAt(start, attendee.timeZone),
  language: { locale: attendee.language },
  phoneNumber: attendee.phoneNumber,
  noShow: attendee.absent,
  ...present({ seatUid: attendee.seatUid ?? undefined }),
});

/** The attendee of the seat, or else the one who booked. */
const bookerOf = ({ attendees }: Booking, seatUid?: string | null): Attendee | undefined =>
  attendees.find((one) => one.seatUid !== null && one.seatUid === seatUid) ?? attendees[0];

const answer = (label: string, value: unknown): Facts => ({ label, value, isHidden: false });

/** `userFieldsResponses` repeats the answers to custom questions of the event type. */
function answersOf(booking: Booking, { eventType }: BookingContext, seatUid?: string | null) {
  const { location, guests, responses, reschedulingReason } = booking;
  const booker = bookerOf(booking, seatUid);
  const fields = new Map(eventType?.bookingFields.map((field) => [field.slug, field]));
  const answered = Object.entries({ ...responses, ...booker?.responses }).map(([slug, value]) => {
    const field = fields.get(slug);
    const label = (field?.isDefault === true ? LABELS[field.type] : field?.label) ?? slug;
    return { isCustom: field?.isDefault !== true, entry: [slug, answer(label, value)] as const };
  });
  const entriesOf = (answers: typeof answered) => Object.fromEntries(answers.map(({ entry }) => entry));
  return {
    responses: {
      ...entriesOf(answered),
      ...(booker && { name: answer('your_name', booker.name), email: answer('email_address', booker.email) }),
      location: answer('location', { value: location?.type ?? '', optionValue: location?.value ?? '' }),
      guests: answer('additional_guests', guests),
      ...(reschedulingReason === null
        ? {}
        : { rescheduleReason: answer('reason_for_reschedule', reschedulingReason) }),
    },
    userFieldsResponses: entriesOf(answered.filter(({ isCustom }) => isCustom)),
  };
}

const eventTypeOf = ({ eventType }: BookingContext): Facts =>
  eventType === undefined
    ? {}
    : {
        type: eventType.slug,
        eventTitle: eventType.title,
        eventDescription: eventType.description,
        requiresConfirmation: eventType.confirmationPolicy !== undefined,
        seatsShowAttendees: eventType.seats?.showAttendeeInfo ?? false,
        // Bookings are free; receivers expect the members.
        ...{ price: 0, currency: 'usd' },
      };

const reschedulingOf = ({ changedByEmail }: Booking, { movedFrom }: BookingContext): Facts =>
  movedFrom === undefined
    ? {}
    : {
        rescheduleUid: movedFrom.uid,
        rescheduleId: movedFrom.id,
        rescheduleStartTime: iso(movedFrom.start),
        rescheduleEndTime: iso(movedFrom.end),
        ...present({ rescheduledBy: changedByEmail ?? undefined }),
      };

function endingOf(booking: Booking): Facts {
  const { status, reason, changedByEmail, rescheduleRequested, rescheduledToUid } = booking;
  if (status === 'rejected') return { rejectionReason: reason ?? '' };
  if (status !== 'cancelled') return {};
  return {
    cancellationReason: reason ?? '',
    ...present({
      cancelledBy: changedByEmail ?? undefined,
      requestReschedule: rescheduleRequested || undefined,
      rescheduledToUid: rescheduledToUid ?? undefined,
    }),
  };
}

/** Of a conferencing app, once its link is known; the link admits, without a password. A room has its name as id. */
function videoCallOf({ location }: Booking, { meetingId }: BookingContext): Facts {
  const app = location?.type === 'integration' ? appNamed(location.value ?? '') : undefined;
  const url = location?.link;
  if (app === undefined || url === undefined) return {};
  const id = needsAccount(app) ? meetingId : url.slice(url.lastIndexOf('/') + 1);
  return { videoCallData: { type: FACTS[app].type, id: id ?? '', password: '', url } };
}

function meetingOf(booking: Booking, context: BookingContext): Facts {
  const videoCallUrl = linkIn(booking);
  return {
    location: locationText(booking.location),
    metadata: { ...present({ videoCallUrl }), ...booking.metadata },
    ...videoCallOf(booking, context),
  };
}

function participantsOf(booking: Booking, context: BookingContext): Facts {
  const [organizer, ...others] = booking.hosts.map((host) => hostOf(host, context, booking.start));
  return {
    organizer: organizer ?? null,
    ...(context.team && { team: { ...context.team, members: others } }),
    attendees: booking.attendees.map((attendee) => attendeeOf(attendee, booking.start)),
    guests: booking.guests,
    ...(booking.guestDetails?.length ? { guestDetails: booking.guestDetails } : {}),
    noShowHost: booking.absentHost,
  };
}

const identityOf = ({ uid, id, eventTypeId, icsUid, icsSequence, recurringUid }: Booking): Facts => ({
  uid,
  bookingId: id,
  eventTypeId,
  iCalUID: icsUid,
  iCalSequence: icsSequence,
  ...present({ recurringEventId: recurringUid ?? undefined }),
});

/** `seatUid`: of the seat that the event is about, where a booking has seats. */
export function bookingPayload(
  booking: Booking,
  context: BookingContext,
  seatUid: string | null = null,
): Facts {
  const { title, description, start, end, seats, status } = booking;
  return {
    ...eventTypeOf(context),
    ...{ title, description, additionalNotes: description },
    ...{ startTime: iso(start), endTime: iso(end), length: (end - start) / MINUTE },
    ...{ seatsPerTimeSlot: seats, status: STATUS[status] },
    ...identityOf(booking),
    ...participantsOf(booking, context),
    ...answersOf(booking, context, seatUid),
    ...meetingOf(booking, context),
    ...reschedulingOf(booking, context),
    ...endingOf(booking),
    ...present({ attendeeSeatId: seatUid ?? undefined }),
  };
}
