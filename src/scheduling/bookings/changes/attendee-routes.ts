/* The attendees and guests of a booking. */
import { z } from 'zod';
import { defineRoute } from '../../../api/route.js';
import type { Route } from '../../../api/route.js';
import { notFound } from '../../../errors.js';
import { addingAttendee, inviting } from './amendments.js';
import type { Attendee } from '../booking.js';
import type { BookingDeps } from '../creation/create.js';
import { attendeeInput, attendeeParams, guestsInput } from './host-schemas.js';
import { answerOf, changeHosted, onlyOne, personOf } from './hosting.js';
import type { HostCall } from './hosting.js';
import { addedAttendeeReply, bookingOrRecurrenceReply, numberedAttendeeReply } from '../replies.js';
import { bookingParams } from '../schemas.js';
import { attendeeOf, readerOf, visibleTo } from '../presenter.js';

type Deps = Pick<BookingDeps, 'bookings' | 'clock' | 'newUid'>;

const noAttendee = () => notFound('There is no such attendee of this booking.');

const numbered = (attendee: Attendee) => ({ ...attendeeOf(attendee), id: attendee.id });

/** Those of them that the caller may know. */
async function attendeesOf(
  { bookings }: Deps,
  { uid, principal }: Pick<HostCall, 'uid' | 'principal'>,
): Promise<readonly Attendee[]> {
  const person = await personOf(bookings, principal);
  const booking = onlyOne({ bookings: await bookings.find(uid, person.id) }, uid);
  return visibleTo(booking, readerOf(booking, person));
}

const readRoutes = (deps: Deps): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/v2/bookings/:bookingUid/attendees',
    summary: 'List the attendees of a booking',
    access: 'BOOKING_READ',
    params: bookingParams,
    reply: z.array(numberedAttendeeReply),
    handle: async ({ principal, params: { bookingUid: uid } }) =>
      (await attendeesOf(deps, { uid, principal })).map(numbered),
  }),
  defineRoute({
    method: 'GET',
    path: '/v2/bookings/:bookingUid/attendees/:attendeeId',
    summary: 'Read one attendee of a booking',
    access: 'BOOKING_READ',
    params: attendeeParams,
    reply: numberedAttendeeReply,
    handle: async ({ principal, params: { bookingUid: uid, attendeeId } }) => {
      const attendees = await attendeesOf(deps, { uid, principal });
      const attendee = attendees.find(({ id }) => id === attendeeId);
      if (attendee === undefined) throw noAttendee();
      return numbered(attendee);
    },
  }),
];

async function addAttendee(
  { bookings, clock, newUid }: Deps,
  call: HostCall,
  input: z.output<typeof attendeeInput>,
): Promise<z.input<typeof addedAttendeeReply>> {
  const context = { now: clock(), newUid };
  const changed = await changeHosted(bookings, call, (facts) =>
    addingAttendee(onlyOne(facts, call.uid), input, context),
  );
  const [booking] = changed.bookings;
  const added = booking?.attendees.at(-1);
  if (booking === undefined || added === undefined) throw noAttendee();
  return { ...numbered(added), bookingId: booking.id };
}

export const createPeopleRoutes = (deps: Deps): readonly Route[] => [
  ...readRoutes(deps),
  defineRoute({
    method: 'POST',
    path: '/v2/bookings/:bookingUid/attendees',
    summary: 'Add an attendee to a booking',
    access: 'BOOKING_WRITE',
    status: 201,
    params: bookingParams,
    body: attendeeInput,
    reply: addedAttendeeReply,
    handle: ({ principal, params: { bookingUid: uid }, body, clientIp }) =>
      addAttendee(deps, { uid, principal, clientIp }, body),
  }),
  defineRoute({
    method: 'POST',
    path: '/v2/bookings/:bookingUid/guests',
    summary: 'Add guests to a booking',
    access: 'BOOKING_WRITE',
    params: bookingParams,
    body: guestsInput,
    reply: bookingOrRecurrenceReply,
    handle: async ({ principal, params: { bookingUid: uid }, body, clientIp }) => {
      const call = { uid, principal, clientIp };
      return answerOf(await changeHosted(deps.bookings, call, inviting(body, deps.clock())), uid);
    },
  }),
];
