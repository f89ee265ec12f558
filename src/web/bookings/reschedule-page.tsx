/* `/bookings/:link/reschedule`: free times by day, and the move to one of them. */
import { RESCHEDULE_FIELDS, ReschedulePage } from '../../../views/bookings/reschedule.js';
import { AppError } from '../../errors.js';
import { RESCHEDULE_STEP } from '../../scheduling/bookings/attendees/attendee-links.js';
import { attendeeRefusal } from '../../scheduling/bookings/attendees/attendee-state.js';
import type { AttendedBooking } from '../../scheduling/bookings/attendees/store.js';
import {
  FREE_TIMES_MS,
  freeTimes,
  rescheduleAttended,
} from '../../scheduling/bookings/attendees/use-cases.js';
import { LATEST } from '../../scheduling/slots/schemas.js';
import type { VisitorPost, VisitorRequest } from '../page.js';
import { page, type PageReply } from '../reply.js';
import { type AttendeeDeps, pathOf, refusalOf, toBooking, withBooking } from './deps.js';
import { freeDays, presentBooking } from './presenter.js';

const DAYS = 7;
const CHOOSE = 'Choose one of the free times.';

/** An instant as this page writes it into its links. */
function instantIn(text: string): number | undefined {
  const instant = Date.parse(text);
  const isOurs = !Number.isNaN(instant) && new Date(instant).toISOString() === text;
  return isOurs ? instant : undefined;
}

/** Never before now, and not so far that nothing can be booked there. */
const fromIn = (request: VisitorRequest, now: number): number =>
  Math.min(Math.max(instantIn(request.query('from')) ?? now, now), LATEST - FREE_TIMES_MS);

/** Nobody who could be booked hosts it now. */
function noTimes(fault: unknown): readonly number[] {
  refusalOf(fault);
  return [];
}

async function timesPage(
  deps: AttendeeDeps,
  request: VisitorRequest,
  attended: AttendedBooking,
  refusal?: AppError,
): Promise<PageReply> {
  const now = deps.clock();
  const [path, from] = [`${pathOf(deps, attended)}${RESCHEDULE_STEP}`, fromIn(request, now)];
  const starts = await freeTimes(deps, attended, from).catch(noTimes);
  const days = freeDays(starts, attended.attendee.timeZone);
  const later = days[DAYS]?.times[0]?.start ?? new Date(from + FREE_TIMES_MS).toISOString();
  const props = {
    booking: presentBooking(attended),
    days: days.slice(0, DAYS),
    csrf: request.csrf(),
    action: path,
    backTo: pathOf(deps, attended),
    laterTo: `${path}?from=${later}`,
    firstTo: from > now ? path : undefined,
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
