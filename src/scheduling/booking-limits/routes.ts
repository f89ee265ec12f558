/*
 * `/v2/me/booking-limits`: how many bookings a user takes in a day, a week, a month and a year, over all event types.
 * The limits of one event type belong to event-types/; both are counted in slots/.
 */
import { z } from 'zod';
import { defineRoute } from '../../api/route.js';
import type { Route } from '../../api/route.js';
import { actorOf } from '../actor.js';
import type { PersonLimits } from '../slots/slot.js';
import { mustBeAscending, ofMember } from './rules.js';
import type { BookingLimitStore } from './store.js';

const RULE = 'must be a whole number from 1 on, or null for no limit';
const limitInput = z.int(RULE).min(1, RULE).nullable().exactOptional();

const limitsInput = z.object({
  perDay: limitInput,
  perWeek: limitInput,
  perMonth: limitInput,
  perYear: limitInput,
});

const limit = z.number().nullable();
const limitsReply = z.object({ perDay: limit, perWeek: limit, perMonth: limit, perYear: limit });

const toReply = ({ perDay, perWeek, perMonth, perYear }: PersonLimits): z.input<typeof limitsReply> => ({
  perDay: perDay ?? null,
  perWeek: perWeek ?? null,
  perMonth: perMonth ?? null,
  perYear: perYear ?? null,
});

export const createBookingLimitRoutes = (store: BookingLimitStore): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/v2/me/booking-limits',
    summary: 'Read the booking limits of the user',
    access: 'PROFILE_READ',
    reply: limitsReply,
    handle: async ({ principal }) => toReply(ofMember(await store.find(principal.accountId))),
  }),
  defineRoute({
    method: 'PATCH',
    path: '/v2/me/booking-limits',
    summary: 'Change the booking limits of the user',
    access: 'PROFILE_WRITE',
    body: limitsInput,
    reply: limitsReply,
    handle: async ({ principal, body, clientIp }) => {
      const actor = actorOf(principal, clientIp);
      return toReply(ofMember(await store.change(principal.accountId, body, actor, mustBeAscending)));
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/v2/me/booking-limits',
    summary: 'Delete the booking limits of the user',
    access: 'PROFILE_WRITE',
    status: 204,
    reply: z.undefined(),
    handle: async ({ principal, clientIp }) => {
      ofMember(await store.clear(principal.accountId, actorOf(principal, clientIp)));
      return undefined;
    },
  }),
];
