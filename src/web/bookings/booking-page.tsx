/* `/bookings/:link`: the booking of an attendee, with what they may do. */
import { BookingPage } from '../../../views/bookings/booking.js';
import { CANCEL_STEP, RESCHEDULE_STEP } from '../../scheduling/bookings/attendees/attendee-links.js';
import { attendeeRefusal, attendeeState } from '../../scheduling/bookings/attendees/attendee-state.js';
import type { AttendedBooking } from '../../scheduling/bookings/attendees/store.js';
import { latestOf } from '../../scheduling/bookings/attendees/use-cases.js';
import { linkIn } from '../../scheduling/bookings/calendar-files/calendar-event.js';
import { actionRefused } from '../../scheduling/bookings/refusals.js';
import type { VisitorRequest } from '../page.js';
import { page, type PageReply } from '../reply.js';
import { type AttendeeDeps, NO_REFERRER, pathOf, withBooking } from './deps.js';
import { presentBooking } from './presenter.js';

/** In other states it is plain why nothing can be done. */
const ON = ['confirmed', 'waiting'];

function actionsOf(deps: AttendeeDeps, attended: AttendedBooking, state: string) {
  const [now, path] = [deps.clock(), pathOf(deps, attended)];
  const [cancel, reschedule] = (['cancel', 'reschedule'] as const).map((action) =>
    attendeeRefusal(attended, action, now),
  );
  const reason = cancel ?? reschedule;
  return {
    cancelTo: cancel === undefined ? `${path}${CANCEL_STEP}` : undefined,
    rescheduleTo: reschedule === undefined ? `${path}${RESCHEDULE_STEP}` : undefined,
    refusal: reason && ON.includes(state) ? actionRefused(reason).message : undefined,
  };
}

async function latestBooking(deps: AttendeeDeps, attended: AttendedBooking) {
  const latest = await latestOf(deps, attended);
  return latest && { to: pathOf(deps, latest), start: latest.booking.start, end: latest.booking.end };
}

export const showBooking = (deps: AttendeeDeps, request: VisitorRequest): Promise<PageReply> =>
  withBooking(deps, request, async (attended) => {
    const { booking, attendee } = attended;
    const state = attendeeState(booking, deps.clock());
    const isOff = state === 'cancelled' || state === 'declined' || state === 'time_requested';
    const props = {
      booking: presentBooking(attended),
      state,
      reason: (isOff && booking.reason) || undefined,
      joinUrl: state === 'confirmed' ? linkIn(booking) : undefined,
      ...actionsOf(deps, attended, state),
      latest: state === 'moved' ? await latestBooking(deps, attended) : undefined,
      rescheduled: request.query('rescheduled') === '1',
      booked: request.query('booked') === '1',
      isSeat: attendee.seatUid !== null,
    };
    return page(<BookingPage {...props} />, { headers: NO_REFERRER });
  });
