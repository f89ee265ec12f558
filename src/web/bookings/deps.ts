/* What the pages of a booking share: their dependencies, addresses and headers. */
import { NoBookingPage } from '../../../views/bookings/booking.js';
import { attendeePath, BOOKING_PATH } from '../../scheduling/bookings/attendees/attendee-links.js';
import type { AttendedBooking } from '../../scheduling/bookings/attendees/store.js';
import { type AttendeeDeps, findAttended } from '../../scheduling/bookings/attendees/use-cases.js';
import { AppError } from '../../errors.js';
import type { VisitorRequest } from '../page.js';
import { page, type PageReply, redirect } from '../reply.js';

export type { AttendeeDeps };

export const PAGE_PATH = `${BOOKING_PATH}/:link`;

/** The address is a secret. A form must say where it comes from, but not to others. */
export const NO_REFERRER = { 'referrer-policy': 'no-referrer' };

export const pathOf = ({ keys }: AttendeeDeps, { booking, attendee }: AttendedBooking): string =>
  attendeePath(keys, booking, attendee);

export const toBooking = (deps: AttendeeDeps, attended: AttendedBooking, query = ''): PageReply =>
  redirect(`${pathOf(deps, attended)}${query}`);

/** The page for a link that names an attendee of a booking; for any other the same 404. */
export async function withBooking(
  deps: AttendeeDeps,
  request: VisitorRequest,
  show: (attended: AttendedBooking) => PageReply | Promise<PageReply>,
): Promise<PageReply> {
  const attended = await findAttended(deps, request.param('link'));
  return attended === undefined
    ? page(NoBookingPage(), { status: 404, headers: NO_REFERRER })
    : show(attended);
}

/** Why the domain refuses; what is no refusal of this booking goes on. */
export function refusalOf(fault: unknown): AppError {
  if (fault instanceof AppError && [400, 404, 409].includes(fault.status)) return fault;
  throw fault;
}
