/* `/bookings/:link/cancel`: the question, and the cancellation of a booking or of one seat. */
import { CANCEL_FIELDS, CancelPage } from '../../../views/bookings/cancel.js';
import { CANCEL_STEP } from '../../scheduling/bookings/attendees/attendee-links.js';
import { attendeeRefusal } from '../../scheduling/bookings/attendees/attendee-state.js';
import type { AttendedBooking } from '../../scheduling/bookings/attendees/store.js';
import { cancelAttended } from '../../scheduling/bookings/attendees/use-cases.js';
import { reason as reasonInput } from '../../scheduling/bookings/schemas.js';
import type { VisitorPost, VisitorRequest } from '../page.js';
import { page, type PageReply } from '../reply.js';
import { type AttendeeDeps, pathOf, refusalOf, toBooking, withBooking } from './deps.js';
import { presentBooking } from './presenter.js';

function cancelPage(
  deps: AttendeeDeps,
  request: VisitorRequest,
  attended: AttendedBooking,
  typed: { readonly reason: string; readonly fault?: string | undefined } = { reason: '' },
): PageReply {
  const { booking, attendee } = attended;
  const props = {
    booking: presentBooking(attended),
    isSeat: attendee.seatUid !== null,
    isRecurring: booking.recurringUid !== null,
    csrf: request.csrf(),
    action: `${pathOf(deps, attended)}${CANCEL_STEP}`,
    backTo: pathOf(deps, attended),
    ...typed,
  };
  return page(<CancelPage {...props} />, { status: typed.fault === undefined ? 200 : 422 });
}

export const askToCancel = (deps: AttendeeDeps, request: VisitorRequest): Promise<PageReply> =>
  withBooking(deps, request, (attended) =>
    attendeeRefusal(attended, 'cancel', deps.clock()) === undefined
      ? cancelPage(deps, request, attended)
      : toBooking(deps, attended),
  );

/** A booking that was cancelled or moved meanwhile shows what it is now. */
export const cancel = (deps: AttendeeDeps, post: VisitorPost): Promise<PageReply> =>
  withBooking(deps, post, async (attended) => {
    const typed = post.form.text(CANCEL_FIELDS.reason);
    const read = reasonInput.safeParse(typed);
    if (!read.success) {
      const fault = `The reason ${read.error.issues[0]?.message ?? 'cannot be read'}.`;
      return cancelPage(deps, post, attended, { reason: typed, fault });
    }
    const { clientIp } = post;
    const cancellationReason = read.data === '' ? {} : { cancellationReason: read.data };
    await cancelAttended(deps, attended, { clientIp, ...cancellationReason }).catch(refusalOf);
    return toBooking(deps, attended);
  });
