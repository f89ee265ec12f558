/* The forms of a booking: the question, and what was asked for. What is not possible any more shows the booking. */
import type { ActionFieldsProps } from '../../../views/my-bookings/action-fields.js';
import { ACTION_FIELDS as FIELD } from '../../../views/my-bookings/action-fields.js';
import { ActionPage } from '../../../views/my-bookings/action.js';
import {
  ACTION_TEXTS,
  type ActionName,
  type ActionText,
  INVITATION_TEXTS,
  recipientsText,
  SEAT_TEXTS,
} from '../../../views/my-bookings/action-texts.js';
import { seatGivenUp } from '../../../views/my-bookings/list.js';
import type { AppError } from '../../errors.js';
import type { Attendee } from '../../scheduling/bookings/booking.js';
import { recipientsOf } from '../../scheduling/bookings/notifications/recipients.js';
import type { UserPost, UserRequest } from '../page.js';
import { doneReply, page, type PageReply, redirect } from '../reply.js';
import { actionForm, seatNamed } from './action-forms.js';
import { bookingReply, isOffered } from './booking-page.js';
import { presentFacts } from './booking-presenter.js';
import { bookingPath, MY_BOOKINGS_PATH, type MyBookingsDeps } from './deps.js';
import { type OwnBooking, ownBooking } from './own-booking.js';
import { refusalFor, refusedBy } from './refusals.js';

/** What was typed, and what came of it. */
interface Typed {
  readonly typed: ActionFieldsProps['typed'];
  readonly faults: readonly string[];
  readonly refusal?: AppError;
}

function recipientsFor(name: ActionName, own: OwnBooking, seat: Attendee | undefined): string {
  const { booking, user } = own;
  const change = { uid: booking.uid, ...actionForm(name).change(own, seat) };
  const isInvitation = change.addGuests !== undefined;
  const after = isInvitation ? { ...booking, guests: [...booking.guests, '@'] } : booking;
  const recipients = recipientsOf({ done: change.done, booking: after, change });
  if (isInvitation) return recipients.length > 0 ? INVITATION_TEXTS.sent : INVITATION_TEXTS.later;
  const others = recipients.filter(({ hostId }) => hostId !== user.id);
  return recipientsText(
    [...others.map(({ name: of }) => of), ...(seat && booking.asHost ? [seat.name] : [])],
    others.length < recipients.length,
  );
}

const textFor = (name: ActionName, { booking }: OwnBooking, seat: Attendee | undefined): ActionText => ({
  ...ACTION_TEXTS[name],
  ...(seat && SEAT_TEXTS[booking.asHost ? 'other' : 'own']),
});

function formReply(
  request: UserRequest,
  { name, own }: { readonly name: ActionName; readonly own: OwnBooking },
  { typed, faults, refusal }: Typed,
): PageReply {
  const path = bookingPath(own.booking.uid);
  const seat = name === 'cancel' ? seatNamed(own, typed.seat ?? '') : undefined;
  const props = {
    user: request.user.account,
    crumbs: [{ label: own.booking.title, to: path }],
    csrf: request.csrf(),
    booking: presentFacts(own, request.user.account.timeZone),
    text: textFor(name, own, seat),
    recipients: recipientsFor(name, own, seat),
    fields: actionForm(name).fields(own, seat),
    ...{ typed, faults },
    action: `${path}/${name}`,
    backTo: path,
    refusal: refusal?.message,
  };
  const status = refusal?.status ?? (faults.length > 0 ? 422 : 200);
  return page(<ActionPage {...props} />, { status });
}

async function formOrBooking(
  deps: MyBookingsDeps,
  request: UserRequest,
  name: ActionName,
  typed: Typed,
): Promise<PageReply> {
  const own = await ownBooking(deps, request);
  const now = deps.clock();
  if (isOffered(own, name, now)) return formReply(request, { name, own }, typed);
  return bookingReply(deps, request, own, typed.refusal ?? refusalFor(own, actionForm(name).rule, now));
}

export const askFor =
  (name: ActionName) =>
  (deps: MyBookingsDeps, request: UserRequest): Promise<PageReply> =>
    formOrBooking(deps, request, name, { typed: { seat: request.query(FIELD.seat) }, faults: [] });

const typedIn = ({ form }: UserPost): ActionFieldsProps['typed'] => ({
  reason: form.text(FIELD.reason),
  series: form.text(FIELD.series),
  seat: form.text(FIELD.seat),
  type: form.text(FIELD.type),
  location: form.text(FIELD.location),
  guests: form.text(FIELD.guests),
});

/** An attendee who gave up their seat does not see the booking any more. */
function afterAction(
  post: UserPost,
  name: ActionName,
  { booking }: OwnBooking,
  seat: Attendee | undefined,
): PageReply {
  if (name !== 'cancel' || seat === undefined) return redirect(`${bookingPath(booking.uid)}?done=${name}`);
  return booking.asHost
    ? redirect(`${bookingPath(booking.uid)}?done=seat`)
    : doneReply(post, MY_BOOKINGS_PATH, seatGivenUp(booking.title));
}

export const submitFor =
  (name: ActionName) =>
  async (deps: MyBookingsDeps, post: UserPost): Promise<PageReply> => {
    const own = await ownBooking(deps, post);
    const [typed, act] = [typedIn(post), actionForm(name).read(own, post.form)];
    if (typeof act !== 'function') return formOrBooking(deps, post, name, { typed, faults: act });
    const refusal = await act(deps, post).then(() => undefined, refusedBy);
    if (refusal !== undefined) return formOrBooking(deps, post, name, { typed, faults: [], refusal });
    return afterAction(post, name, own, seatNamed(own, typed.seat ?? ''));
  };
