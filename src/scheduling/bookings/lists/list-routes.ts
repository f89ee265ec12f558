/* `GET /v2/bookings`: what the user hosts or attends; of a team that they administer, all its bookings. */
import { z } from 'zod';
import { paginationOf } from '../../../api/pagination.js';
import { defineRoute } from '../../../api/route.js';
import type { Route } from '../../../api/route.js';
import type { BookingDeps } from '../creation/create.js';
import { viewerOf } from '../caller.js';
import { loadUser } from '../changes/hosting.js';
import { bookingsQuery, queryFrom } from './list-query.js';
import { bookingReply } from '../replies.js';
import { readerOf, presentBooking } from '../presenter.js';

export const createListRoute = ({ bookings, clock }: Pick<BookingDeps, 'bookings' | 'clock'>): Route =>
  defineRoute({
    method: 'GET',
    path: '/v2/bookings',
    summary: 'List bookings that the user hosts or attends',
    access: 'BOOKING_READ',
    query: bookingsQuery,
    paged: true,
    reply: z.array(bookingReply),
    handle: async ({ principal, query }) => {
      const user = await loadUser(bookings, principal);
      const viewer = viewerOf(principal, 'BOOKING_READ');
      const criteria = { ...queryFrom(query), ...viewer, now: clock() };
      const page = await bookings.list(criteria);
      return {
        data: page.bookings.map((booking) => presentBooking(booking, readerOf(booking, user))),
        pagination: paginationOf(page.total, page.bookings.length, query),
      };
    },
  });
