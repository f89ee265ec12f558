/* A whole booking as its host or one of its attendees sees it. Pure. */
import type { AnswerView, BookingPageView, PersonView } from '../../../views/my-bookings/booking-view.js';
import type { BookingView } from '../../../views/bookings/facts.js';
import { attendeeState } from '../../scheduling/bookings/attendees/attendee-state.js';
import type { Attendee } from '../../scheduling/bookings/booking.js';
import { linkIn, locationIn } from '../../scheduling/bookings/calendar-files/calendar-event.js';
import { guestLine, guestsOf } from '../../scheduling/bookings/guests.js';
import { presentBooking, type Reader, readerOf, visibleTo } from '../../scheduling/bookings/presenter.js';
import type { OwnBooking } from './own-booking.js';

/** Shown elsewhere on the page. */
const NOT_ANSWERS: readonly string[] = ['name', 'email', 'guests', 'location', 'title'];

function valueText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

/** In the order of the questions; answers to questions that are gone come last. */
export function answersIn(
  responses: Readonly<Record<string, unknown>>,
  { eventType }: Pick<OwnBooking, 'eventType'>,
): readonly AnswerView[] {
  const fields = eventType?.bookingFields ?? [];
  const slugs = [...new Set([...fields.map(({ slug }) => slug), ...Object.keys(responses)])];
  const labelOf = (slug: string): string => fields.find((field) => field.slug === slug)?.label ?? slug;
  return slugs
    .filter((slug) => !NOT_ANSWERS.includes(slug))
    .map((slug) => ({ label: labelOf(slug), value: valueText(responses[slug]) }))
    .filter(({ value }) => value !== '');
}

function personOf(attendee: Attendee, own: OwnBooking, reader: Reader): PersonView {
  const { id, name, email, timeZone, phoneNumber, absent, responses } = attendee;
  const isWhole = own.booking.seats === null || reader.asHost || reader.isOwnSeat(attendee);
  return {
    ...{ id: String(id), name, email, timeZone, absent },
    phoneNumber: isWhole ? (phoneNumber ?? undefined) : undefined,
    answers: isWhole ? answersIn(responses ?? {}, own) : [],
  };
}

/** The facts above the question of a form. */
export function presentFacts({ booking }: OwnBooking, timeZone: string): BookingView {
  const { title, start, end, hosts, attendees, asHost } = booking;
  const people = asHost ? attendees : hosts;
  return {
    ...{ title, start, end, timeZone },
    people: people.map(({ name }) => name),
    location: locationIn(booking),
  };
}

type Facts = Omit<BookingPageView, 'related' | 'references' | 'actions' | 'seatForms'>;

/** Why it is what it is, as the API tells its readers. */
function presentChange({ booking }: OwnBooking, reader: Reader) {
  const reply = presentBooking(booking, reader);
  return {
    reason: reply.cancellationReason || undefined,
    reschedulingReason: reply.reschedulingReason || undefined,
    changedBy: reply.cancelledByEmail ?? reply.rescheduledByEmail,
    hosts: reply.hosts.map(({ name, email }) => ({ name, email })),
  };
}

/** In a booking with seats, attendees neither read the notes and answers of others nor see how many there are. */
function presentPeople(own: OwnBooking, reader: Reader) {
  const { booking } = own;
  const { description, seats, attendees, responses } = booking;
  const isWhole = seats === null;
  return {
    notes: isWhole || reader.asHost ? description || undefined : undefined,
    people: visibleTo(booking, reader).map((attendee) => personOf(attendee, own, reader)),
    seats: isWhole || !reader.asHost ? undefined : { taken: attendees.length, all: seats },
    guests: isWhole ? guestsOf(booking).map(guestLine) : [],
    answers: isWhole ? answersIn(responses, own) : [],
  };
}

export function presentOwn(own: OwnBooking, timeZone: string, now: number): Facts {
  const { booking, user, eventType } = own;
  const { title, start, end, asHost, createdAt, absentHost } = booking;
  const reader = readerOf(booking, user);
  return {
    ...{ title, start, end, timeZone, asHost, createdAt, absentHost },
    state: attendeeState(booking, now),
    link: linkIn(booking),
    location: locationIn(booking),
    eventType: eventType?.title,
    ...presentChange(own, reader),
    ...presentPeople(own, reader),
  };
}
