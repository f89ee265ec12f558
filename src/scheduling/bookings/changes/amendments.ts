/* Who comes to a booking that stands, who did not come, and where it takes place. Pure. */
import { AppError, conflict, invalidInput } from '../../../errors.js';
import type { Attendee, Booking, BookingLocation } from '../booking.js';
import type { Guest } from '../guests.js';
import type { AbsenceInput, AttendeeInput, GuestsInput } from './host-schemas.js';
import { decideAsHost } from './hosting.js';
import { changeEach } from './many.js';
import { actionRefused } from '../refusals.js';
import type { BookingChange, ChangeFacts, NewAttendee } from '../store.js';
import type { ActionRefusal } from '../transitions.js';

const MAX_GUESTS = 30;
const MAX_ATTENDEES = 30;

const key = (email: string): string => email.normalize('NFC').toLowerCase();
const addressed = <T extends { readonly email: string }>(
  people: readonly T[],
  email: string,
): T | undefined => people.find((one) => key(one.email) === key(email));

/** Why it can no longer be changed. */
function settled(booking: Booking, now: number): ActionRefusal | undefined {
  const verdict = decideAsHost(booking, 'amend', now);
  return verdict.kind === 'refused' ? verdict.reason : undefined;
}

export interface Amendment {
  readonly title?: string;
  readonly location?: BookingLocation;
}

export const amending =
  (set: Amendment, now: number) =>
  (facts: ChangeFacts): readonly BookingChange[] => {
    const done = set.location === undefined ? 'title_changed' : 'location_changed';
    return changeEach(facts, (booking) => settled(booking, now) ?? { uid: booking.uid, done, set });
  };

export const placing = (location: BookingLocation, now: number) => amending({ location }, now);

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

export function addingAttendee(
  booking: Booking,
  input: AttendeeInput,
  { now, newUid }: { readonly now: number; readonly newUid: () => string },
): readonly BookingChange[] {
  const refusal = settled(booking, now);
  if (refusal !== undefined) throw actionRefused(refusal);
  if (addressed(booking.attendees, input.email))
    throw conflict('Somebody with this address attends this booking already.');
  mustHaveRoom(booking);
  const addAttendee = newAttendee(booking, input, newUid);
  return [{ uid: booking.uid, done: 'attendee_added', set: {}, addAttendee }];
}

function uninvited({ attendees, guests }: Booking, { guests: named }: GuestsInput): readonly Guest[] {
  const known = new Set([...attendees.map(({ email }) => email), ...guests].map(key));
  return named.filter(({ email }) => {
    const address = key(email);
    return !known.has(address) && known.add(address);
  });
}

const atGuests = (message: string): AppError => invalidInput([{ property: 'guests', message }]);

function invite(booking: Booking, input: GuestsInput): BookingChange {
  if (booking.seats !== null)
    throw atGuests('cannot be added: everybody who comes to this booking takes a seat');
  const addGuests = uninvited(booking, input);
  if (addGuests.length === 0) throw conflict('All of these guests attend this booking already.');
  const left = MAX_GUESTS - booking.guests.length;
  if (addGuests.length > left)
    throw atGuests(`must be at most ${left} more: a booking has ${MAX_GUESTS} guests`);
  return { uid: booking.uid, done: 'guests_added', set: {}, addGuests };
}

export const inviting =
  (input: GuestsInput, now: number) =>
  (facts: ChangeFacts): readonly BookingChange[] =>
    changeEach(facts, (booking) => settled(booking, now) ?? invite(booking, input));

function absencesIn({ attendees }: Booking, { attendees: named = [] }: AbsenceInput) {
  const found = named.map(({ email, absent }, at) => ({ at, absent, attendee: addressed(attendees, email) }));
  const faults = found
    .filter(({ attendee }) => attendee === undefined)
    .map(({ at }) => ({ property: `attendees.${at}.email`, message: 'must be the address of an attendee' }));
  if (faults.length > 0) throw invalidInput(faults);
  return found.flatMap(({ attendee, absent }): readonly Pick<Attendee, 'id' | 'absent'>[] =>
    attendee === undefined ? [] : [{ id: attendee.id, absent }],
  );
}

export function markingAbsent(booking: Booking, input: AbsenceInput, now: number): readonly BookingChange[] {
  const verdict = decideAsHost(booking, 'mark_absent', now);
  if (verdict.kind === 'refused') throw actionRefused(verdict.reason);
  const set = input.host === undefined ? {} : { absentHost: input.host };
  return [{ uid: booking.uid, done: 'absence_marked', set, absences: absencesIn(booking, input) }];
}
