/* `/settings/bookings/:uid/reschedule`: free times by day, and the move to one of them, by a host or an attendee. */
import { recipientsText } from '../../../views/my-bookings/action-texts.js';
import { RESCHEDULE_FIELDS as FIELD, ReschedulePage } from '../../../views/bookings/reschedule.js';
import { AppError } from '../../errors.js';
import { present } from '../../present.js';
import { allowedActions } from '../../scheduling/bookings/allowed-actions.js';
import { identify, signedInUser } from '../../scheduling/bookings/caller.js';
import { rescheduleBooking } from '../../scheduling/bookings/changes/reschedule.js';
import { recipientsOf } from '../../scheduling/bookings/notifications/recipients.js';
import { reason as reasonInput } from '../../scheduling/bookings/schemas.js';
import { ownHolders } from '../../scheduling/slots/slot-owners.js';
import { freeTimesView, instantIn } from '../bookings/free-times.js';
import { CHOOSE } from '../bookings/reschedule-page.js';
import type { UserPost, UserRequest } from '../page.js';
import { page, type PageReply, redirect } from '../reply.js';
import { textOf } from '../request-values.js';
import { bookingReply } from './booking-page.js';
import { presentFacts } from './booking-presenter.js';
import { bookingPath, type MyBookingsDeps, RESCHEDULE_STEP } from './deps.js';
import { type OwnBooking, ownBooking } from './own-booking.js';
import { refusalFor, refusedBy } from './refusals.js';

interface Typed {
  readonly reason: string;
  readonly fault?: string;
  readonly refusal?: AppError;
}

/** Of a seat that moves to another booking, too little is known before. */
function recipientsIn({ booking, user }: OwnBooking): string | undefined {
  if (booking.seats !== null && !booking.asHost) return undefined;
  const moved = { ...booking, status: 'accepted', rescheduledFromUid: booking.uid } as const;
  const recipients = recipientsOf({ done: 'created', booking: moved });
  const others = recipients.filter(({ hostId }) => hostId !== user.id);
  return recipientsText(
    others.map(({ name }) => name),
    others.length < recipients.length,
  );
}

async function timesReply(
  deps: MyBookingsDeps,
  request: UserRequest,
  own: OwnBooking,
  { refusal, reason, fault }: Typed,
): Promise<PageReply> {
  const { booking } = own;
  const [backTo, timeZone] = [bookingPath(booking.uid), request.user.account.timeZone];
  const path = `${backTo}${RESCHEDULE_STEP}`;
  const props = {
    ...(await freeTimesView(deps, request, { booking, timeZone, path })),
    page: { user: request.user.account, crumbs: [{ label: booking.title, to: backTo }] },
    booking: presentFacts(own, timeZone),
    csrf: request.csrf(),
    action: path,
    backTo,
    refusal: refusal?.message,
    recipients: recipientsIn(own),
    reason: { value: reason, fault },
  };
  return page(<ReschedulePage {...props} />, { status: refusal?.status ?? (fault ? 422 : 200) });
}

/** A booking that cannot be moved now shows why. */
async function timesOrBooking(
  deps: MyBookingsDeps,
  request: UserRequest,
  typed: Typed = { reason: '' },
): Promise<PageReply> {
  const [own, now] = [await ownBooking(deps, request), deps.clock()];
  if (allowedActions(own, now).includes('reschedule')) return timesReply(deps, request, own, typed);
  return bookingReply(deps, request, own, typed.refusal ?? refusalFor(own, 'reschedule', now));
}

export const askForTime = (deps: MyBookingsDeps, request: UserRequest): Promise<PageReply> =>
  timesOrBooking(deps, request);

async function move(
  deps: MyBookingsDeps,
  { user, clientIp, param }: UserPost,
  { ownSeat, booking }: OwnBooking,
  { start, reschedulingReason }: { readonly start: number; readonly reschedulingReason: string | undefined },
): Promise<string> {
  const principal = signedInUser(user.account.id);
  const seatUid = booking.asHost ? undefined : (ownSeat?.seatUid ?? undefined);
  const moved = await rescheduleBooking(
    deps,
    param('uid'),
    { start, ...present({ reschedulingReason, seatUid }) },
    { caller: await identify(deps.bookings, principal, clientIp), holders: ownHolders(deps.keys, principal) },
  );
  return moved.uid;
}

export async function reschedule(deps: MyBookingsDeps, post: UserPost): Promise<PageReply> {
  const own = await ownBooking(deps, post);
  const [start, reason] = [instantIn(post.form.text(FIELD.start)), textOf(post.form, FIELD.reason)];
  const read = reasonInput.safeParse(reason);
  if (!read.success) {
    const fault = `The reason ${read.error.issues[0]?.message ?? 'cannot be read'}.`;
    return timesOrBooking(deps, post, { reason, fault });
  }
  const missing = new AppError(422, 'BAD_REQUEST', CHOOSE);
  if (start === undefined) return timesOrBooking(deps, post, { reason, refusal: missing });
  const typed = { start, reschedulingReason: read.data || undefined };
  const moved = await move(deps, post, own, typed).catch(refusedBy);
  if (moved instanceof AppError) return timesOrBooking(deps, post, { reason, refusal: moved });
  return redirect(`${bookingPath(moved)}?done=reschedule`);
}
