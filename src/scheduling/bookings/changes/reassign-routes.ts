/* `/v2/bookings/:bookingUid/reassign`: another host takes the booking over. */
import { z } from 'zod';
import { defineRoute } from '../../../api/route.js';
import type { Route } from '../../../api/route.js';
import { reassignInput, reassignParams } from './host-schemas.js';
import { reassignBooking } from './reassign.js';
import type { Reassigned, ReassignDeps } from './reassign.js';
import { bookingParams } from '../schemas.js';

const reassignReply = z.object({
  bookingUid: z.string(),
  reassignedTo: z.object({ id: z.number(), name: z.string(), email: z.string() }),
});

const toReply = ({ booking, host: { id, name, email } }: Reassigned): z.input<typeof reassignReply> => ({
  bookingUid: booking.uid,
  reassignedTo: { id, name, email },
});

export const createReassignRoutes = (deps: ReassignDeps): readonly Route[] => [
  defineRoute({
    method: 'POST',
    path: '/v2/bookings/:bookingUid/reassign',
    summary: 'Reassign a booking to another free host',
    access: 'BOOKING_WRITE',
    params: bookingParams,
    reply: reassignReply,
    handle: async (request) => toReply(await reassignBooking(deps, request)),
  }),
  defineRoute({
    method: 'POST',
    path: '/v2/bookings/:bookingUid/reassign/:userId',
    summary: 'Reassign a booking to a named host',
    access: 'BOOKING_WRITE',
    params: reassignParams,
    body: reassignInput,
    reply: reassignReply,
    handle: async (request) => toReply(await reassignBooking(deps, request, request.params.userId)),
  }),
];
