/* What hosts and administrators of their teams do to bookings: confirm, decline, request another time, change the location, mark absences. */
import { z } from 'zod';
import { defineRoute } from '../../../api/route.js';
import type { Route } from '../../../api/route.js';
import { planAbsence, planAmendment } from './amendments.js';
import type { BookingDeps } from '../creation/create.js';
import { planAcceptance, planRejection, planRescheduleRequest } from './host-decisions.js';
import { absenceInput, declineInput, locationInput, rescheduleRequestInput } from './host-schemas.js';
import { changeHosted, changeHostedOne, replyHosted } from './hosting.js';
import { AS_HOST, presentBooking } from '../presenter.js';
import { bookingOrRecurrenceReply, bookingReply } from '../replies.js';
import { bookingParams } from '../schemas.js';

export type HostRouteDeps = Pick<BookingDeps, 'bookings' | 'clock'>;

const decisionRoutes = ({ bookings, clock }: HostRouteDeps): readonly Route[] => [
  defineRoute({
    method: 'POST',
    path: '/v2/bookings/:bookingUid/confirm',
    summary: 'Confirm a pending booking',
    access: 'BOOKING_WRITE',
    params: bookingParams,
    reply: bookingOrRecurrenceReply,
    handle: (request) => replyHosted(bookings, request, planAcceptance(clock()), { checkTime: true }),
  }),
  defineRoute({
    method: 'POST',
    path: '/v2/bookings/:bookingUid/decline',
    summary: 'Decline a pending booking',
    access: 'BOOKING_WRITE',
    params: bookingParams,
    body: declineInput,
    reply: bookingOrRecurrenceReply,
    handle: (request) => replyHosted(bookings, request, planRejection(request.body.reason, clock())),
  }),
  defineRoute({
    method: 'POST',
    path: '/v2/bookings/:bookingUid/request-reschedule',
    summary: 'Cancel a booking and request another time',
    access: 'BOOKING_WRITE',
    params: bookingParams,
    body: rescheduleRequestInput,
    reply: z.undefined(),
    handle: async (request) => {
      const { rescheduleReason } = request.body;
      await changeHosted(bookings, request, (user) => planRescheduleRequest(rescheduleReason, user, clock()));
      return undefined;
    },
  }),
];

export const createHostRoutes = (deps: HostRouteDeps): readonly Route[] => [
  ...decisionRoutes(deps),
  defineRoute({
    method: 'PATCH',
    path: '/v2/bookings/:bookingUid/location',
    summary: 'Change the location of a booking',
    access: 'BOOKING_WRITE',
    params: bookingParams,
    body: locationInput,
    reply: bookingOrRecurrenceReply,
    handle: (request) =>
      replyHosted(deps.bookings, request, planAmendment({ location: request.body.location }, deps.clock())),
  }),
  defineRoute({
    method: 'POST',
    path: '/v2/bookings/:bookingUid/mark-absent',
    summary: 'Mark a host or attendees as absent',
    access: 'BOOKING_WRITE',
    params: bookingParams,
    body: absenceInput,
    reply: bookingReply,
    handle: async (request) => {
      const plan = planAbsence(request.body, deps.clock());
      return presentBooking(await changeHostedOne(deps.bookings, request, plan), AS_HOST);
    },
  }),
];
