/* What hosts do to the bookings they are asked for: confirm, decline, ask for another time, move elsewhere. */
import { z } from 'zod';
import { defineRoute } from '../../../api/route.js';
import type { Route } from '../../../api/route.js';
import { accepting, askingForAnotherTime, rejecting } from './answers.js';
import { markingAbsent, placing } from './amendments.js';
import type { BookingDeps } from '../creation/create.js';
import { answerOf, changeHosted, oneAnswer, onlyOne } from './hosting.js';
import { absenceInput, declineInput, locationInput, rescheduleRequestInput } from './host-schemas.js';
import { bookingOrRecurrenceReply, bookingReply } from '../replies.js';
import { bookingParams } from '../schemas.js';

export type HostRouteDeps = Pick<BookingDeps, 'bookings' | 'clock'>;

const answerRoutes = ({ bookings, clock }: HostRouteDeps): readonly Route[] => [
  defineRoute({
    method: 'POST',
    path: '/v2/bookings/:bookingUid/confirm',
    summary: 'Confirm a pending booking',
    access: 'BOOKING_WRITE',
    params: bookingParams,
    reply: bookingOrRecurrenceReply,
    handle: async ({ principal, params: { bookingUid: uid }, clientIp }) => {
      const call = { uid, principal, clientIp };
      return answerOf(await changeHosted(bookings, call, accepting(clock()), { asksTime: true }), uid);
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/v2/bookings/:bookingUid/decline',
    summary: 'Decline a pending booking',
    access: 'BOOKING_WRITE',
    params: bookingParams,
    body: declineInput,
    reply: bookingOrRecurrenceReply,
    handle: async ({ principal, params: { bookingUid: uid }, body, clientIp }) => {
      const call = { uid, principal, clientIp };
      return answerOf(await changeHosted(bookings, call, rejecting(body.reason, clock())), uid);
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/v2/bookings/:bookingUid/request-reschedule',
    summary: 'Cancel a booking and request another time',
    access: 'BOOKING_WRITE',
    params: bookingParams,
    body: rescheduleRequestInput,
    reply: z.undefined(),
    handle: async ({ principal, params: { bookingUid: uid }, body, clientIp }) => {
      const now = clock();
      await changeHosted(bookings, { uid, principal, clientIp }, (facts, person) =>
        askingForAnotherTime(body.rescheduleReason, person, now)(facts),
      );
      return undefined;
    },
  }),
];

export const createHostRoutes = (deps: HostRouteDeps): readonly Route[] => [
  ...answerRoutes(deps),
  defineRoute({
    method: 'PATCH',
    path: '/v2/bookings/:bookingUid/location',
    summary: 'Change the location of a booking',
    access: 'BOOKING_WRITE',
    params: bookingParams,
    body: locationInput,
    reply: bookingOrRecurrenceReply,
    handle: async ({ principal, params: { bookingUid: uid }, body, clientIp }) => {
      const call = { uid, principal, clientIp };
      return answerOf(await changeHosted(deps.bookings, call, placing(body.location, deps.clock())), uid);
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/v2/bookings/:bookingUid/mark-absent',
    summary: 'Mark a host or attendees as absent',
    access: 'BOOKING_WRITE',
    params: bookingParams,
    body: absenceInput,
    reply: bookingReply,
    handle: async ({ principal, params: { bookingUid: uid }, body, clientIp }) => {
      const now = deps.clock();
      const changed = await changeHosted(deps.bookings, { uid, principal, clientIp }, (facts) =>
        markingAbsent(onlyOne(facts, uid), body, now),
      );
      return oneAnswer(changed);
    },
  }),
];
