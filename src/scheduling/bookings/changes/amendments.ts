/* Changes of the attendees, guests, absences, title and location of an existing booking. Pure. */
import { AppError, conflict, invalidInput } from '../../../errors.js';
import type { Attendee, Booking, BookingLocation } from '../booking.js';
import { emailKey } from '../../../email-address.js';
import type { Guest } from '../guests.js';
import { planAsHost } from './change-each.js';
import type { ChangePlan } from './change-each.js';
import type { AbsenceInput, AttendeeInput, GuestsInput } from './host-schemas.js';
import type { BookingChange, NewAttendee } from '../store.js';

const MAX_GUESTS = 30;
const MAX_ATTENDEES = 30;

const findByEmail = (attendees: readonly Attendee[], email: string): Attendee | undefined =>
  attendees.find((attendee) => emailKey(attendee.email) === emailKey(email));

export interface Amendment {
  readonly title?: string;
  readonly location?: BookingLocation;
}

export const planAmendment = (set: Amendment, now: number): ChangePlan =>
  planAsHost('amend', now, () => ({
    done: set.location === undefined ? 'title_changed' : 'location_changed',
    set,
  }));

const noSeatsLeft = (): AppError =>
  new AppError(409, 'NO_SEATS_LEFT', 'All seats of this booking are taken.');

function mustHaveRoom({ attendees, seats }: Booking): void {
  if (seats !== null && attendees.length >= seats) throw noSeatsLeft();
  if (attendees.length < MAX_ATTENDEES || seats !== null) return;
  throw conflict(`This booking has ${MAX_ATTENDEES} attendees, the maximum.`);
}

/** With seats the attendee takes one. */
function newAttendee({ seats }: Booking, input: AttendeeInput, newUid: () => string): NewAttendee {
  const own = seats === null ? null : {};
  const seatUid = seats === null ? null : newUid();
  return { ...input, phoneNumber: input.phoneNumber ?? null, seatUid, responses: own, metadata: own };
}

export const planAttendee = (input: AttendeeInput, now: number, newUid: () => string): ChangePlan =>
  planAsHost('amend', now, (booking) => {
    if (findByEmail(booking.attendees, input.email))
      throw conflict('Somebody with this address attends this booking already.');
    mustHaveRoom(booking);
    return { done: 'attendee_added', set: {}, addAttendee: newAttendee(booking, input, newUid) };
  });

function uninvited({ attendees, guests }: Booking, { guests: named }: GuestsInput): readonly Guest[] {
  const known = new Set([...attendees.map(({ email }) => email), ...guests].map(emailKey));
  return named.filter(({ email }) => {
    const mailbox = emailKey(email);
    return !known.has(mailbox) && known.add(mailbox);
  });
}

const guestsRefused = (message: string): AppError => invalidInput([{ property: 'guests', message }]);

function addGuests(booking: Booking, input: GuestsInput): Omit<BookingChange, 'uid'> {
  if (booking.seats !== null)
    throw guestsRefused('cannot be added: everybody who comes to this booking takes a seat');
  const added = uninvited(booking, input);
  if (added.length === 0) throw conflict('All of these guests attend this booking already.');
  const left = MAX_GUESTS - booking.guests.length;
  if (added.length > left)
    throw guestsRefused(`must be at most ${left} more: a booking has ${MAX_GUESTS} guests`);
  return { done: 'guests_added', set: {}, addGuests: added };
}

export const planGuests = (input: GuestsInput, now: number): ChangePlan =>
  planAsHost('amend', now, (booking) => addGuests(booking, input));

function absencesIn({ attendees }: Booking, { attendees: named = [] }: AbsenceInput) {
  const marked = named.map(({ email, absent }, at) => ({
    at,
    absent,
    attendee: findByEmail(attendees, email),
  }));
  const faults = marked
    .filter(({ attendee }) => attendee === undefined)
    .map(({ at }) => ({ property: `attendees.${at}.email`, message: 'must be the address of an attendee' }));
  if (faults.length > 0) throw invalidInput(faults);
  return marked.flatMap(({ attendee, absent }): readonly Pick<Attendee, 'id' | 'absent'>[] =>
    attendee === undefined ? [] : [{ id: attendee.id, absent }],
  );
}

export const planAbsence = (input: AbsenceInput, now: number): ChangePlan =>
  planAsHost('mark_absent', now, (booking) => ({
    done: 'absence_marked',
    set: input.host === undefined ? {} : { absentHost: input.host },
    absences: absencesIn(booking, input),
  }));
