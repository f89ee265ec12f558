/* Booking a time: the one way in, for strangers, attendees and hosts alike. */
import type { KeyRing } from '../../key-ring.js';
import { invalidInput, notFound } from '../../errors.js';
import type { Recurrence } from '../event-types/event-type.js';
import type { BookableEventType, EventTypeName, EventTypeStore } from '../event-types/store.js';
import type { Span } from '../slots/slot.js';
import { hasAddress } from './caller.js';
import type { Caller } from './caller.js';
import { occurrences } from './occurrences.js';
import { keyOf, openAnswer, sealAnswer } from './once.js';
import { placeBooking } from './placement.js';
import type { PlacementContext } from './placement.js';
import { keyUsedBefore, linkRefused, needsToken } from './refusals.js';
import type { BookingAnswer } from './replies.js';
import { readRequest } from './request.js';
import type { BookingRequest } from './request.js';
import { routingOf } from './routing.js';
import type { BookingInput } from './schemas.js';
import { holderOf, shown } from './shown.js';
import type { InTurn } from './turns.js';
import type { Earlier, OnceKey } from './once-store.js';
import type { BookingStore, BookOrder, BookOutcome, Placed } from './store.js';

export interface BookingDeps {
  readonly bookings: BookingStore;
  readonly eventTypes: Pick<EventTypeStore, 'bookable'>;
  readonly keys: KeyRing;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** At least 128 random bits: whoever knows a uid may change what it names. */
  readonly newUid: () => string;
  /** The link of a room for one meeting, as hard to guess. */
  readonly newRoom: () => string;
  readonly inTurn: InTurn;
}

const noEventType = () => notFound('There is no such event type.');
const noHosts = () => notFound('Nobody who could be booked hosts this event type.');

function nameOf(body: BookingInput): EventTypeName | undefined {
  const { eventTypeId, eventTypeSlug: slug, username, teamSlug, organizationSlug } = body;
  if (eventTypeId !== undefined) return eventTypeId;
  const inside = organizationSlug === undefined ? {} : { organizationSlug };
  if (slug === undefined) return undefined;
  if (username !== undefined) return { username, slug, ...inside };
  return teamSlug === undefined ? undefined : { teamSlug, slug, ...inside };
}

async function bookable(
  eventTypes: BookingDeps['eventTypes'],
  body: BookingInput,
): Promise<BookableEventType> {
  const name = nameOf(body);
  if (name === undefined) {
    const message = 'must be given, or eventTypeSlug together with username or teamSlug';
    throw invalidInput([{ property: 'eventTypeId', message }]);
  }
  const found = await eventTypes.bookable(name);
  if (found === undefined) throw noEventType();
  if (found.hosts.length === 0) throw noHosts();
  return found;
}

const WEEK = 7 * 24 * 3_600_000;

/** Wide enough for any zone, whose clock only the store knows: months differ by days between two zones, never more. */
function rangeOf({ start, count, lengthInMinutes }: BookingRequest, recurrence?: Recurrence): Span {
  const until = start + lengthInMinutes * 60_000;
  if (recurrence === undefined) return { from: start, until };
  return { from: start, until: (occurrences(start, count, recurrence, 'UTC').at(-1) ?? start) + WEEK };
}

function presentTo(caller: Caller, recurring: boolean) {
  return (placed: readonly Placed[]): BookingAnswer => {
    const replies = placed.map(({ booking, seatUid }) =>
      shown(booking, holderOf(booking, caller, seatUid ?? undefined), seatUid ?? undefined),
    );
    const [first] = replies;
    return recurring || first === undefined ? replies : first;
  };
}

export interface BookingCall {
  readonly caller: Caller;
  /** The caller as holder of slots, under each key of the ring. */
  readonly holders: readonly string[];
  /** The Idempotency-Key. */
  readonly key?: string;
}

function orderOf(
  { body, found: { eventType, hosts } }: { readonly body: BookingInput; readonly found: BookableEventType },
  request: BookingRequest,
  now: number,
): Omit<BookOrder, 'ownHolds'> {
  return {
    eventTypeId: eventType.id,
    hostIds: hosts.map(({ accountId }) => accountId),
    bookerEmail: request.attendee.email,
    range: rangeOf(request, eventType.recurrence),
    now,
    ...(body.privateLinkId === undefined ? {} : { privateLinkId: body.privateLinkId }),
  };
}

/** What was answered before is answered again, whatever has changed since. */
function repeat({ keys }: BookingDeps, earlier: Earlier): BookingAnswer {
  const answer = earlier.kind === 'repeated' ? openAnswer(keys, earlier.answer) : undefined;
  if (answer === undefined) throw keyUsedBefore();
  return answer;
}

function answerTo(outcome: Exclude<BookOutcome, Earlier>): readonly Placed[] {
  if (outcome.kind === 'booked') return outcome.placed;
  throw outcome.kind === 'gone' ? noEventType() : linkRefused(outcome.reason);
}

/** Whether the caller comes as a host, whoever else does, or speaks for those who do. */
const isSureHost = ({ eventType, hosts }: BookableEventType, { person, mayHost, place }: Caller): boolean =>
  place !== undefined ||
  (mayHost &&
    hosts.some(
      ({ accountId, mandatory }) =>
        accountId === person?.id && (mandatory || eventType.schedulingType !== 'roundRobin'),
    ));

/** Early refusals are made here, and what counts is decided again in the transaction. */
async function bookOnce(
  deps: BookingDeps,
  body: BookingInput,
  { caller, holders }: BookingCall,
  key: OnceKey | undefined,
  now: number,
): Promise<BookingAnswer> {
  const { bookings, keys, newUid, newRoom } = deps;
  const found = await bookable(deps.eventTypes, body);
  const { eventType, hosts } = found;
  if (caller.place !== undefined && !(await bookings.manages(caller.place, eventType.id)))
    throw noEventType();
  if (eventType.bookingRequiresAuthentication && caller.person === undefined) throw needsToken();
  const request = readRequest(body, found, now);
  const present = presentTo(caller, eventType.recurrence !== undefined);
  const answer = (placed: readonly Placed[]) => sealAnswer(keys, present(placed));
  const context: PlacementContext = {
    now,
    byHost: isSureHost(found, caller),
    isAttendee: hasAddress(caller.person, request.attendee.email),
    newUid,
    newRoom,
  };
  const order: BookOrder = {
    ...orderOf({ body, found }, request, now),
    ...routingOf(body, caller),
    ownHolds: { holders, ...(body.reservationUid === undefined ? {} : { uid: body.reservationUid }) },
    ...(key === undefined ? {} : { once: { ...key, answer } }),
  };
  const outcome = await deps.inTurn(hosts[0]?.accountId ?? 0, () =>
    bookings.book(order, (facts) => placeBooking(request, facts, context), caller.cause),
  );
  if (outcome.kind === 'repeated' || outcome.kind === 'key_used_before') return repeat(deps, outcome);
  return present(answerTo(outcome));
}

export async function createBooking(
  deps: BookingDeps,
  body: BookingInput,
  call: BookingCall,
): Promise<BookingAnswer> {
  const { keys, bookings, clock } = deps;
  const now = clock();
  const { key: named, caller } = call;
  const key = named === undefined ? undefined : keyOf({ keys, caller, key: named, body, now });
  const earlier = key && (await bookings.earlier(key, now));
  return earlier ? repeat(deps, earlier) : bookOnce(deps, body, call, key, now);
}
