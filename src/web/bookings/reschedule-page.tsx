/* `/bookings/:link/reschedule`: free times by day, and the move to one of them. */
import { RESCHEDULE_FIELDS, ReschedulePage } from '../../../views/bookings/reschedule.js';
import { AppError } from '../../errors.js';
import { RESCHEDULE_STEP } from '../../scheduling/bookings/attendees/attendee-links.js';
import { attendeeRefusal } from '../../scheduling/bookings/attendees/attendee-state.js';
import type { AttendedBooking } from '../../scheduling/bookings/attendees/store.js';
import { rescheduleAttended } from '../../scheduling/bookings/attendees/use-cases.js';
import type { VisitorPost, VisitorRequest } from '../page.js';
import { page, type PageReply } from '../reply.js';
import { type AttendeeDeps, pathOf, refusalOf, toBooking, withBooking } from './deps.js';
import { freeTimesView, instantIn } from './free-times.js';
import { presentBooking } from './presenter.js';

export const CHOOSE = 'Choose one of the free times.';

async function timesPage(
  deps: AttendeeDeps,
  request: VisitorRequest,
  attended: AttendedBooking,
  refusal?: AppError,
): Promise<PageReply> {
  const path = `${pathOf(deps, attended)}${RESCHEDULE_STEP}`;
  const { timeZone } = attended.attendee;
  const props = {
    ...(await freeTimesView(deps, request, { booking: attended.booking, timeZone, path })),
    booking: presentBooking(attended),
    csrf: request.csrf(),
    action: path,
    backTo: pathOf(deps, attended),
    refusal: refusal?.message,
  };
  return page(<ReschedulePage {...props} />, { status: refusal?.status ?? 200 });
}

/** A booking that cannot be moved now shows what it is. */
const showTimes = (
  deps: AttendeeDeps,
  request: VisitorRequest,
  attended: AttendedBooking,
  refusal?: AppError,
): Promise<PageReply> =>
  attendeeRefusal(attended, 'reschedule', deps.clock()) === undefined
    ? timesPage(deps, request, attended, refusal)
    : Promise.resolve(toBooking(deps, attended));

export const askForTime = (deps: AttendeeDeps, request: VisitorRequest): Promise<PageReply> =>
  withBooking(deps, request, (attended) => showTimes(deps, request, attended));

export const reschedule = (deps: AttendeeDeps, post: VisitorPost): Promise<PageReply> =>
  withBooking(deps, post, async (attended) => {
    const start = instantIn(post.form.text(RESCHEDULE_FIELDS.start));
    if (start === undefined) return showTimes(deps, post, attended, new AppError(422, 'BAD_REQUEST', CHOOSE));
    const { clientIp } = post;
    const moved = await rescheduleAttended(deps, attended, { start, clientIp }).catch(refusalOf);
    if (!(moved instanceof AppError)) return toBooking(deps, moved ?? attended, '?rescheduled=1');
    // It may have been cancelled or moved by somebody else.
    return withBooking(deps, post, (current) => showTimes(deps, post, current, moved));
  });
