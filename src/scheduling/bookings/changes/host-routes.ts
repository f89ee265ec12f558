/* What hosts and administrators of their teams do to bookings: confirm, decline, request another time, change the location, mark absences. */
import { z } from 'zod';
import { defineRoute } from '../../../api/route.js';
import type { Route } from '../../../api/route.js';
import type { BookingDeps } from '../creation/create.js';
import {
  acceptBooking,
  changeLocation,
  markAbsences,
  rejectBooking,
  requestAnotherTime,
} from './host-changes.js';
import { absenceInput, declineInput, locationInput, rescheduleRequestInput } from './host-schemas.js';
import { presentHosted } from './hosting.js';
import { AS_HOST, presentBooking } from '../presenter.js';
import { bookingOrRecurrenceReply, bookingReply } from '../replies.js';
import { bookingParams } from '../schemas.js';

export type HostRouteDeps = Pick<BookingDeps, 'bookings' | 'clock'>;

const decisionRoutes = (deps: HostRouteDeps): readonly Route[] => [
  defineRoute({
    method: 'POST',
    path: '/v2/bookings/:bookingUid/confirm',
    summary: 'Confirm a pending booking',
    access: 'BOOKING_WRITE',
    params: bookingParams,
    reply: bookingOrRecurrenceReply,
    handle: async (request) => presentHosted(await acceptBooking(deps, request), request),
  }),
  defineRoute({
    method: 'POST',
    path: '/v2/bookings/:bookingUid/decline',
    summary: 'Decline a pending booking',
    access: 'BOOKING_WRITE',
    params: bookingParams,
    body: declineInput,
    reply: bookingOrRecurrenceReply,
    handle: async (request) =>
      presentHosted(await rejectBooking(deps, request, request.body.reason), request),
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
      await requestAnotherTime(deps, request, request.body.rescheduleReason);
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
    handle: async (request) =>
      presentHosted(await changeLocation(deps, request, request.body.location), request),
  }),
  defineRoute({
    method: 'POST',
    path: '/v2/bookings/:bookingUid/mark-absent',
    summary: 'Mark a host or attendees as absent',
    access: 'BOOKING_WRITE',
    params: bookingParams,
    body: absenceInput,
    reply: bookingReply,
    handle: async (request) => presentBooking(await markAbsences(deps, request, request.body), AS_HOST),
  }),
];
