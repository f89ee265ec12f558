/* The attendees and guests of a booking. */
import { z } from 'zod';
import { defineRoute } from '../../../api/route.js';
import type { Route } from '../../../api/route.js';
import { notFound } from '../../../errors.js';
import { planAttendee } from './amendments.js';
import type { Attendee } from '../booking.js';
import type { BookingDeps } from '../creation/create.js';
import { viewerOf } from '../caller.js';
import { attendeeInput, attendeeParams, guestsInput } from './host-schemas.js';
import { addGuests } from './host-changes.js';
import { bookingNamed, changeHostedOne, loadUser, presentHosted } from './hosting.js';
import type { HostCall } from './hosting.js';
import { addedAttendeeReply, bookingOrRecurrenceReply, numberedAttendeeReply } from '../replies.js';
import { bookingParams } from '../schemas.js';
import { attendeeOf, readerOf, visibleTo } from '../presenter.js';

type Deps = Pick<BookingDeps, 'bookings' | 'clock' | 'newUid'>;

const noAttendee = () => notFound('There is no such attendee of this booking.');

const toReply = (attendee: Attendee) => ({ ...attendeeOf(attendee), id: attendee.id });

/** Those that the caller may see. */
async function visibleAttendees(
  { bookings }: Deps,
  { params: { bookingUid }, principal }: Omit<HostCall, 'clientIp'>,
): Promise<readonly Attendee[]> {
  const user = await loadUser(bookings, principal);
  const booking = bookingNamed(
    await bookings.find(bookingUid, viewerOf(principal, 'BOOKING_READ')),
    bookingUid,
  );
  return visibleTo(booking, readerOf(booking, user));
}

const readRoutes = (deps: Deps): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/v2/bookings/:bookingUid/attendees',
    summary: 'List the attendees of a booking',
    access: 'BOOKING_READ',
    params: bookingParams,
    reply: z.array(numberedAttendeeReply),
    handle: async (request) => (await visibleAttendees(deps, request)).map(toReply),
  }),
  defineRoute({
    method: 'GET',
    path: '/v2/bookings/:bookingUid/attendees/:attendeeId',
    summary: 'Read one attendee of a booking',
    access: 'BOOKING_READ',
    params: attendeeParams,
    reply: numberedAttendeeReply,
    handle: async (request) => {
      const attendees = await visibleAttendees(deps, request);
      const attendee = attendees.find(({ id }) => id === request.params.attendeeId);
      if (attendee === undefined) throw noAttendee();
      return toReply(attendee);
    },
  }),
];

export const createAttendeeRoutes = (deps: Deps): readonly Route[] => [
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
    handle: async (request) => {
      const plan = planAttendee(request.body, deps.clock(), deps.newUid);
      const booking = await changeHostedOne(deps.bookings, request, plan);
      const added = booking.attendees.at(-1);
      if (added === undefined) throw noAttendee();
      return { ...toReply(added), bookingId: booking.id };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/v2/bookings/:bookingUid/guests',
    summary: 'Add guests to a booking',
    access: 'BOOKING_WRITE',
    params: bookingParams,
    body: guestsInput,
    reply: bookingOrRecurrenceReply,
    handle: async (request) => presentHosted(await addGuests(deps, request, request.body), request),
  }),
];
