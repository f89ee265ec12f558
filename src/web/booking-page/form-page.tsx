/* The form of a chosen time, and the booking. What was typed stays when the booking is refused. */
import { randomBytes } from 'node:crypto';
import { BookingFormPage, type BookingFormProps, type OtherTime } from '../../../views/booking-page/form.js';
import { MINUTE, DAY } from '../../durations.js';
import { AppError } from '../../errors.js';
import { present } from '../../present.js';
import { isAbandoned } from '../../request-abandoned.js';
import {
  bookOffered,
  type FreeTime,
  type Offered,
  timesByDate,
} from '../../scheduling/booking-pages/use-cases.js';
import { attendeePath } from '../../scheduling/bookings/attendees/attendee-links.js';
import type { VisitorPost, VisitorRequest } from '../page.js';
import { page, type PageReply, redirect } from '../reply.js';
import type { FieldFaults } from '../request-values.js';
import { signInPath } from '../session/return-to.js';
import { CODE_SENT, fieldFaults, typedBooking } from './booking-input.js';
import { shortDateLabel, timesOf } from './calendar.js';
import { type Choice, PARAMETERS, pathOf, readChoice } from './choice.js';
import { type OfferedAt, offeredAt, type PublicPageDeps } from './deps.js';
import { choiceIn, factsOf, timesReply, withDay } from './event-type-page.js';
import { FIELDS, questionsOf, type Typed } from './questions.js';
import { type Zone, zoneOf } from './zone.js';

const KEY_BYTES = 16;
const NEXT_TIMES = 6;
const NEXT_TIMES_MS = 31 * DAY;

const TAKEN = 'This time is no longer free. Choose another one.';
const SENT_BEFORE: BookingFormProps['notice'] = {
  kind: 'warning',
  title: 'You have booked with this form already',
  detail: 'The mail about it has the link to your booking. To make one more booking, send the form again.',
};
const CODE: BookingFormProps['notice'] = {
  kind: 'info',
  title: 'Confirm your e-mail address',
  detail: 'A code was sent to it. Type the code below, and book.',
};

interface Step {
  readonly offered: OfferedAt;
  readonly choice: Choice & { readonly time: number };
  readonly zone: Zone;
}

interface FormState {
  readonly typed: Typed;
  readonly faults: FieldFaults;
  readonly slot: FreeTime | undefined;
  readonly key: string;
  readonly asksCode: boolean;
  readonly notice?: BookingFormProps['notice'];
  readonly otherTimes?: readonly OtherTime[];
  readonly status?: number;
}

const newKey = (): string => randomBytes(KEY_BYTES).toString('base64url');

/** The slot that starts at this time, if it is free. */
async function slotAt(deps: PublicPageDeps, { offered, choice, zone }: Step): Promise<FreeTime | undefined> {
  const { time, duration } = choice;
  const query = { from: time, until: time + 1, timeZone: zone.name, ...present({ duration }) };
  return Object.values(await timesByDate(deps, offered, query))[0]?.[0];
}

function seatsOf({ found }: Offered, slot: FreeTime | undefined): string | undefined {
  const showsSeats = found.eventType.seats?.showAvailabilityCount === true;
  return slot && timesOf([slot], { showsSeats, toTime: () => '' })[0]?.seats;
}

function formReply(deps: PublicPageDeps, request: VisitorRequest, step: Step, state: FormState): PageReply {
  const { offered, choice, zone } = step;
  const { eventType } = offered.found;
  const { time, duration = eventType.lengthInMinutes } = choice;
  const path = offered.path;
  const { time: _time, ...others } = choice;
  const props: BookingFormProps = {
    facts: factsOf(deps, offered, withDay(others, time, zone)),
    user: request.user?.account,
    csrf: request.csrf(),
    action: path,
    start: time,
    end: time + duration * MINUTE,
    timeZone: zone.name,
    seats: seatsOf(offered, state.slot),
    hidden: [
      [PARAMETERS.timeZone, zone.name],
      [PARAMETERS.duration, String(duration)],
      [FIELDS.key, state.key],
    ],
    timeField: PARAMETERS.time,
    questions: questionsOf(eventType, state),
    backTo: pathOf(path, { ...withDay(others, time, zone), timeZone: zone.name }),
    ...{ notice: state.notice, otherTimes: state.otherTimes },
  };
  return page(<BookingFormPage {...props} />, { status: state.status ?? 200 });
}

/** For who is signed in, with what is known of them. */
const emptyForm = ({ user }: VisitorRequest): Typed => {
  const known = new Map<string, string>([
    [FIELDS.name, user?.account.name ?? ''],
    [FIELDS.email, user?.account.email ?? ''],
  ]);
  return { text: (name) => known.get(name) ?? '', list: () => [] };
};

const needsSignIn = ({ found }: Offered, { user }: VisitorRequest): boolean =>
  found.eventType.bookingRequiresAuthentication && user === undefined;

/** A month, a day or the form, by what has been chosen. */
export async function showEventType(deps: PublicPageDeps, request: VisitorRequest): Promise<PageReply> {
  const { offered, choice, zone } = await choiceIn(deps, request);
  const { time } = choice;
  if (time === undefined) return timesReply(deps, request, { offered, choice, zone });
  if (needsSignIn(offered, request)) return redirect(signInPath(request.url, { fresh: false }));
  const step = { offered, zone, choice: { ...choice, time } };
  const slot = await slotAt(deps, step);
  if (slot === undefined) {
    const day = withDay(choice, time, zone);
    return timesReply(deps, request, { offered, zone, choice: day, refusal: TAKEN });
  }
  const state = { typed: emptyForm(request), faults: {}, slot, key: newKey(), asksCode: false };
  return formReply(deps, request, step, state);
}

const isAboutTime = ({ code, details }: AppError): boolean => code === 'IN_THE_PAST' || 'start' in details;

async function nextTimes(
  deps: PublicPageDeps,
  { offered, choice, zone }: Step,
): Promise<readonly OtherTime[]> {
  const from = Math.max(choice.time, deps.clock());
  const query = { from, until: from + NEXT_TIMES_MS, timeZone: zone.name };
  const byDate = await timesByDate(deps, offered, { ...query, ...present({ duration: choice.duration }) });
  return Object.entries(byDate)
    .flatMap(([date, times]) =>
      timesOf(times, { showsSeats: false, toTime: () => '' }).map(({ start, label }) => ({
        start,
        label: `${shortDateLabel(date)}, ${label}`,
      })),
    )
    .slice(0, NEXT_TIMES);
}

/** Refusals that the person can do something about; all others go on. */
const CAN_BE_FIXED = [400, 409, 422];

async function refusedForm(
  deps: PublicPageDeps,
  post: VisitorPost,
  step: Step,
  refusal: AppError,
): Promise<PageReply> {
  const typed = post.form;
  const asksCode = refusal.code.startsWith('EMAIL_VERIFICATION') || typed.text(FIELDS.code) !== '';
  const common = { typed, asksCode, slot: undefined, key: newKey(), faults: {} };
  if (isAboutTime(refusal)) {
    const otherTimes = await nextTimes(deps, step);
    const notice = { kind: 'danger', title: refusal.message } as const;
    return formReply(deps, post, step, { ...common, otherTimes, notice, status: 409 });
  }
  if (refusal.code === CODE_SENT) return formReply(deps, post, step, { ...common, notice: CODE });
  if (refusal.status === 422)
    return formReply(deps, post, step, { ...common, notice: SENT_BEFORE, status: 409 });
  const faults = fieldFaults(refusal);
  const notice = { kind: 'danger', title: refusal.message } as const;
  return formReply(deps, post, step, {
    ...{ ...common, faults },
    ...(Object.keys(faults).length === 0 && { notice }),
    status: refusal.status === 400 ? 422 : refusal.status,
  });
}

export async function book(deps: PublicPageDeps, post: VisitorPost): Promise<PageReply> {
  const offered = await offeredAt(deps, post);
  const choice = readChoice(post.form.text, offered.found.eventType);
  const { time } = choice;
  if (time === undefined || needsSignIn(offered, post)) return redirect(offered.path);
  const zone = zoneOf(post, offered, choice);
  const { clientIp, form, user } = post;
  const typed = {
    ...typedBooking(offered.found.eventType, { ...choice, timeZone: zone.name }, form),
    ...present({ privateLinkId: offered.privateLinkId }),
  };
  const call = {
    ...{ clientIp, isAbandoned: () => isAbandoned(post.http) },
    ...present({ accountId: user?.account.id, key: form.text(FIELDS.key) || undefined }),
  };
  try {
    const attended = await bookOffered(deps, offered, typed, call);
    if (attended === undefined) return redirect(offered.path);
    return redirect(`${attendeePath(deps.keys, attended.booking, attended.attendee)}?booked=1`);
  } catch (refusal) {
    if (!(refusal instanceof AppError) || !CAN_BE_FIXED.includes(refusal.status)) throw refusal;
    return refusedForm(deps, post, { offered, zone, choice: { ...choice, time } }, refusal);
  }
}
