/*
 * The forms that change a booking: the rule that allows each, what it changes, and the use case that takes what was
 * typed. Input is read with the schemas of the endpoints.
 */
import {
  ACTION_FIELDS as FIELD,
  type ActionFieldsProps,
  TICKED,
} from '../../../views/my-bookings/action-fields.js';
import type { ActionName } from '../../../views/my-bookings/action-texts.js';
import type { Form } from '../../http/forms.js';
import { present } from '../../present.js';
import type { Attendee } from '../../scheduling/bookings/booking.js';
import { identify, signedInUser } from '../../scheduling/bookings/caller.js';
import { cancelBooking } from '../../scheduling/bookings/changes/cancel.js';
import {
  acceptBooking,
  addGuests,
  changeLocation,
  markAbsences,
  rejectBooking,
  requestAnotherTime,
} from '../../scheduling/bookings/changes/host-changes.js';
import {
  declineInput,
  guestsInput,
  locationInput,
  rescheduleRequestInput,
} from '../../scheduling/bookings/changes/host-schemas.js';
import { cancelInput } from '../../scheduling/bookings/schemas.js';
import type { BookingChange } from '../../scheduling/bookings/store.js';
import type { BookingAction } from '../../scheduling/bookings/transitions.js';
import type { UserPost } from '../page.js';
import { idOf, linesOf, textOf } from '../request-values.js';
import type { MyBookingsDeps } from './deps.js';
import { hostCall, type OwnBooking } from './own-booking.js';

/** Does what the form asks for. */
type Act = (deps: MyBookingsDeps, post: UserPost) => Promise<unknown>;

export interface ActionForm {
  readonly rule: BookingAction;
  /** Absent: for every booking of which the rule allows it. */
  readonly isFor?: (own: OwnBooking) => boolean;
  /** Without what is typed: it decides who gets a mail. */
  readonly change: (own: OwnBooking, seat: Attendee | undefined) => Omit<BookingChange, 'uid'>;
  readonly fields: (own: OwnBooking, seat: Attendee | undefined) => ActionFieldsProps['fields'];
  /** What to do, or what is wrong with the input. */
  readonly read: (own: OwnBooking, form: Form) => Act | readonly string[];
}

interface Schema<T> {
  safeParse(
    input: unknown,
  ):
    | { readonly success: true; readonly data: T }
    | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };
}

interface Issue {
  readonly message: string;
  readonly path: readonly PropertyKey[];
}

/** `subject` begins the sentences about what is wrong; `part`: those about one of several values. */
function readWith<T>(
  schema: Schema<T>,
  input: object,
  { subject, part = subject }: { readonly subject: string; readonly part?: string },
  act: (input: T) => Act,
): Act | readonly string[] {
  const read = schema.safeParse(input);
  if (read.success) return act(read.data);
  const sentences = read.error.issues.map(
    ({ path, message }) => `${path.length > 1 ? part : subject} ${message}.`,
  );
  return [...new Set(sentences)];
}

const REASON = { subject: 'The reason' };
const reasonIn = (form: Form): string | undefined => textOf(form, FIELD.reason) || undefined;
const isTicked = (form: Form, name: string): boolean => form.text(name) === TICKED;

const isWaitingSeries = ({ booking }: OwnBooking): boolean => booking.recurringUid !== null;

/** The booking itself, or all dates of its recurrence. */
function uidIn({ booking: { uid, recurringUid } }: OwnBooking, form: Form): string {
  return recurringUid !== null && isTicked(form, FIELD.series) ? recurringUid : uid;
}

/** The seat that a host names by the id of its attendee; otherwise the reader's own. */
export function seatNamed({ booking, ownSeat }: OwnBooking, attendeeId: string): Attendee | undefined {
  if (!booking.asHost) return ownSeat;
  const named = booking.attendees.find(({ id }) => id === idOf(attendeeId));
  return booking.seats === null ? undefined : named;
}

const done = (name: BookingChange['done']) => (): Omit<BookingChange, 'uid'> => ({ done: name, set: {} });
const noFields = (): ActionFieldsProps['fields'] => ({});
const allDates = (own: OwnBooking) => (isWaitingSeries(own) ? { series: 'all' as const } : {});

function cancelFields({ booking }: OwnBooking, seat: Attendee | undefined): ActionFieldsProps['fields'] {
  if (seat !== undefined) return noFields();
  return { reason: true, ...(booking.recurringUid !== null && { series: 'following' }) };
}

/** The last attendee who leaves cancels the booking. */
const cancelledBy = ({ booking }: OwnBooking, seat: Attendee | undefined): Omit<BookingChange, 'uid'> => ({
  done: seat !== undefined && booking.attendees.length > 1 ? 'seat_cancelled' : 'cancelled',
  set: {},
});

function readCancellation(own: OwnBooking, form: Form): Act | readonly string[] {
  const input = present({
    cancellationReason: reasonIn(form),
    cancelSubsequentBookings: isTicked(form, FIELD.series) || undefined,
    seatUid: seatNamed(own, form.text(FIELD.seat))?.seatUid ?? undefined,
  });
  return readWith(cancelInput, input, REASON, (read) => async (deps, { user, clientIp }) => {
    const caller = await identify(deps.bookings, signedInUser(user.account.id), clientIp);
    await cancelBooking(deps, own.booking.uid, read, caller);
  });
}

/** The value of each kind of location has a name of its own in the API. */
function locationFrom(form: Form): object {
  const type = form.text(FIELD.type);
  const member = ['link', 'phone'].includes(type) ? type : 'address';
  return { location: { type, [member]: textOf(form, FIELD.location) } };
}

const guestsFrom = (form: Form): object => ({
  guests: linesOf(form.text(FIELD.guests)).map((email) => ({ email })),
});

/** Those without an address cannot be named. */
export const absentees = ({ booking }: OwnBooking): readonly Attendee[] =>
  booking.attendees.filter(({ email }) => email !== '');

const absencesOf = (own: OwnBooking): ActionFieldsProps['fields'] => ({
  absences: {
    host: own.booking.absentHost,
    attendees: absentees(own).map(({ id, name, absent }) => ({ id: String(id), name, absent })),
  },
});

/** Only what the form changes. */
function readAbsences(own: OwnBooking, form: Form): Act {
  const ticked = form.list(FIELD.attendees);
  const host = isTicked(form, FIELD.host);
  const attendees = absentees(own)
    .map(({ id, email, absent: before }) => ({ email, before, absent: ticked.includes(String(id)) }))
    .filter(({ before, absent }) => before !== absent)
    .map(({ email, absent }) => ({ email, absent }));
  return (deps, post) => markAbsences(deps, hostCall(post, own.booking.uid), { host, attendees });
}

const FORMS: Readonly<Record<ActionName, ActionForm>> = {
  confirm: {
    rule: 'accept',
    change: done('accepted'),
    fields: allDates,
    read: (own, form) => (deps, post) => acceptBooking(deps, hostCall(post, uidIn(own, form))),
  },
  decline: {
    rule: 'reject',
    change: done('rejected'),
    fields: (own) => ({ reason: true, ...allDates(own) }),
    read: (own, form) =>
      readWith(
        declineInput,
        present({ reason: reasonIn(form) }),
        REASON,
        ({ reason }) =>
          (deps, post) =>
            rejectBooking(deps, hostCall(post, uidIn(own, form)), reason),
      ),
  },
  'request-time': {
    rule: 'request_reschedule',
    change: done('reschedule_requested'),
    fields: () => ({ reason: true }),
    read: ({ booking }, form) =>
      readWith(
        rescheduleRequestInput,
        present({ rescheduleReason: reasonIn(form) }),
        REASON,
        ({ rescheduleReason }) =>
          (deps, post) =>
            requestAnotherTime(deps, hostCall(post, booking.uid), rescheduleReason),
      ),
  },
  location: {
    rule: 'amend',
    change: done('location_changed'),
    fields: () => ({ location: true }),
    read: ({ booking }, form) =>
      readWith(
        locationInput,
        locationFrom(form),
        { subject: 'The location' },
        ({ location }) =>
          (deps, post) =>
            changeLocation(deps, hostCall(post, booking.uid), location),
      ),
  },
  guests: {
    rule: 'amend',
    isFor: ({ booking }) => booking.seats === null,
    change: () => ({ done: 'guests_added', set: {}, addGuests: [{ email: '' }] }),
    fields: () => ({ guests: true }),
    read: ({ booking }, form) =>
      readWith(
        guestsInput,
        guestsFrom(form),
        { subject: 'The list', part: 'Each line' },
        (input) => (deps, post) => addGuests(deps, hostCall(post, booking.uid), input),
      ),
  },
  absences: { rule: 'mark_absent', change: done('absence_marked'), fields: absencesOf, read: readAbsences },
  cancel: { rule: 'cancel', change: cancelledBy, fields: cancelFields, read: readCancellation },
};

export const ACTION_NAMES = Object.keys(FORMS) as readonly ActionName[];
export const actionForm = (name: ActionName): ActionForm => FORMS[name];
