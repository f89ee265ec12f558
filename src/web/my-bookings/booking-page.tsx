/* `/settings/bookings/:uid`: a whole booking, and what its host or attendee may do with it now. */
import { OwnBookingPage } from '../../../views/my-bookings/booking.js';
import {
  ACTION_TEXTS,
  type ActionName,
  MOVE_TEXT,
  SEAT_TEXTS,
} from '../../../views/my-bookings/action-texts.js';
import type { RelatedBooking } from '../../../views/my-bookings/booking-view.js';
import type { AppError } from '../../errors.js';
import { allowedActions } from '../../scheduling/bookings/allowed-actions.js';
import { webCalendarLinks } from '../../scheduling/bookings/calendar-files/calendar-links.js';
import type { UserRequest } from '../page.js';
import { page, type PageReply } from '../reply.js';
import { doneText } from '../request-values.js';
import { ACTION_NAMES, actionForm } from './action-forms.js';
import { presentOwn } from './booking-presenter.js';
import { bookingPath, CALENDAR_STEP, type MyBookingsDeps, RESCHEDULE_STEP } from './deps.js';
import { type OwnBooking, ownBooking, viewer } from './own-booking.js';

export const isOffered = (own: OwnBooking, name: ActionName, now: number): boolean => {
  const { rule, isFor } = actionForm(name);
  return allowedActions(own, now).includes(rule) && (isFor?.(own) ?? true);
};

const FIRST: readonly ActionName[] = ['confirm'];
const AFTER_MOVE: readonly ActionName[] = ['confirm', 'decline'];

/** In the order of the page: decisions, moving, then everything else. */
function actionsOf(own: OwnBooking, now: number) {
  const path = bookingPath(own.booking.uid);
  const offered = ACTION_NAMES.filter((name) => isOffered(own, name, now)).map((name) => ({
    name,
    to: `${path}/${name}`,
    label:
      name === 'cancel' && own.ownSeat && !own.booking.asHost
        ? SEAT_TEXTS.own.label
        : ACTION_TEXTS[name].label,
    look: FIRST.includes(name) ? ('primary' as const) : ('plain' as const),
  }));
  const move = allowedActions(own, now).includes('reschedule')
    ? [{ to: `${path}${RESCHEDULE_STEP}`, label: MOVE_TEXT.label, look: 'plain' as const }]
    : [];
  const isDecision = ({ name }: { readonly name: ActionName }): boolean => AFTER_MOVE.includes(name);
  return [...offered.filter(isDecision), ...move, ...offered.filter((one) => !isDecision(one))];
}

/** A host cancels seats one by one; the last one is the booking. */
function seatForms(own: OwnBooking, now: number): Readonly<Record<string, string>> {
  const { uid, seats, attendees, asHost } = own.booking;
  if (seats === null || !asHost || attendees.length < 2 || !isOffered(own, 'cancel', now)) return {};
  return Object.fromEntries(attendees.map(({ id }) => [String(id), `${bookingPath(uid)}/cancel?seat=${id}`]));
}

/** Only bookings that the reader may see. */
async function relatedOf({ bookings }: MyBookingsDeps, request: UserRequest, { booking }: OwnBooking) {
  const found = async (uid: string | null) => (uid === null ? [] : await bookings.find(uid, viewer(request)));
  const toRelated = ({ uid, start, end }: OwnBooking['booking']): RelatedBooking => ({
    ...{ start, end },
    to: bookingPath(uid),
  });
  const [from] = await found(booking.rescheduledFromUid);
  const [to] = await found(booking.rescheduledToUid);
  const series = await found(booking.recurringUid);
  return {
    from: from && toRelated(from),
    to: to && toRelated(to),
    series: series
      .filter(({ uid, rescheduledToUid }) => uid !== booking.uid && rescheduledToUid === null)
      .map(toRelated),
  };
}

/** For hosts and administrators of the team alone. */
async function referencesOf(deps: MyBookingsDeps, request: UserRequest, { booking }: OwnBooking) {
  if (!booking.asHost) return [];
  const references = await deps.bookingRecords.list(booking.uid, 'reference', viewer(request));
  return (references ?? []).map(({ type, eventUid }) => ({ type, id: eventUid }));
}

const doneTexts = (title: string): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(ACTION_NAMES.map((name) => [name, ACTION_TEXTS[name].done(title)])),
  seat: SEAT_TEXTS.other.done(title),
  reschedule: MOVE_TEXT.done(title),
});

export async function bookingReply(
  deps: MyBookingsDeps,
  request: UserRequest,
  own: OwnBooking,
  refusal?: AppError,
): Promise<PageReply> {
  const now = deps.clock();
  const path = bookingPath(own.booking.uid);
  const props = {
    ...presentOwn(own, request.user.account.timeZone, now),
    user: request.user.account,
    crumbs: [],
    actions: actionsOf(own, now),
    seatForms: seatForms(own, now),
    related: await relatedOf(deps, request, own),
    references: await referencesOf(deps, request, own),
    calendars: webCalendarLinks(own.booking, now),
    fileTo: `${path}${CALENDAR_STEP}`,
    done: doneText(request, doneTexts(own.booking.title)),
    refusal: refusal?.message,
  };
  return page(<OwnBookingPage {...props} />, { status: refusal?.status ?? 200 });
}

export const showBooking = async (deps: MyBookingsDeps, request: UserRequest): Promise<PageReply> =>
  bookingReply(deps, request, await ownBooking(deps, request));
