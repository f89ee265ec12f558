/* Booking a time: the one way in, for strangers, attendees and hosts alike. */
import { present } from '../../../present.js';
import { MINUTE, WEEK } from '../../../durations.js';
import { invalidInput, notFound } from '../../../errors.js';
import type { Recurrence } from '../../event-types/event-type.js';
import type { BookableEventType, EventTypeName, EventTypeStore } from '../../event-types/store.js';
import type { Span } from '../../slots/slot.js';
import { hasAddress } from '../caller.js';
import type { Caller } from '../caller.js';
import { occurrences } from './occurrences.js';
import { keyOf, openAnswer, sealAnswer } from './idempotency-key.js';
import { placeBooking } from './placement.js';
import type { PlacementContext } from './placement.js';
import { codeIn, isFree, tryCode, unproven } from './booker-proof.js';
import type { Claim, ProofDeps } from './booker-proof.js';
import { keyUsedBefore, linkRefused, wrongCode } from '../refusals.js';
import { needsToken } from '../../slots/refusals.js';
import type { BookingAnswer } from '../replies.js';
import { readRequest } from './request.js';
import type { BookingRequest } from './request.js';
import { askedHosts, routingOf } from './routing.js';
import type { BookingInput } from '../schemas.js';
import { holderOf, presentBooking } from '../presenter.js';
import type { PerKeyQueue } from './per-key-queue.js';
import type { Earlier, IdempotencyKey } from './idempotency-key-store.js';
import type { BookingStore, BookOrder, BookOutcome, Placed } from '../store.js';

export interface BookingDeps extends ProofDeps {
  readonly bookings: BookingStore;
  readonly eventTypes: Pick<EventTypeStore, 'bookable'>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** At least 128 random bits: whoever knows a uid may change what it names. */
  readonly newUid: () => string;
  /** The link of a room for one meeting, as hard to guess. */
  readonly newRoom: () => string;
  readonly inTurn: PerKeyQueue;
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

/** Wide enough for any zone, whose clock only the store knows: months differ by days between two zones, never more. */
function rangeOf({ start, count, lengthInMinutes }: BookingRequest, recurrence?: Recurrence): Span {
  const until = start + lengthInMinutes * MINUTE;
  if (recurrence === undefined) return { from: start, until };
  return { from: start, until: (occurrences(start, count, recurrence, 'UTC').at(-1) ?? start) + WEEK };
}

function presentTo(caller: Caller, recurring: boolean) {
  return (placed: readonly Placed[]): BookingAnswer => {
    const replies = placed.map(({ booking, seatUid }) =>
      presentBooking(booking, holderOf(booking, caller, seatUid ?? undefined), seatUid ?? undefined),
    );
    const [first] = replies;
    return recurring || first === undefined ? replies : first;
  };
}

export interface BookingCall {
  readonly caller: Caller;
  /** The caller as holder of slots, under each key of the ring. */
  readonly holders: readonly string[];
  readonly clientIp: string;
  /** Of a round robin: whom those who manage it named. */
  readonly hostId?: number;
  /** The Idempotency-Key. */
  readonly key?: string;
}

/** A wish that can be read, and what it is decided on. */
interface Attempt {
  readonly body: BookingInput;
  readonly call: BookingCall;
  readonly found: BookableEventType;
  readonly request: BookingRequest;
  readonly context: PlacementContext;
}

function orderOf({ body, call, found: { eventType, hosts }, request, context: { now } }: Attempt): BookOrder {
  const { privateLinkId, reservationUid: uid } = body;
  const { caller, holders } = call;
  return {
    eventTypeId: eventType.id,
    hostIds: hosts.map(({ accountId }) => accountId),
    bookerEmail: request.attendee.email,
    range: rangeOf(request, eventType.recurrence),
    now,
    ...present({ privateLinkId }),
    ...routingOf(body, caller),
    ownHolds: { holders, ...present({ uid }) },
  };
}

function claimOf({ body, call, found, request, context }: Attempt): Claim {
  const { emailVerificationCode: code } = body;
  const { clientIp, caller } = call;
  return {
    booker: { eventTypeId: found.eventType.id, email: request.attendee.email },
    free: isFree(context),
    ...present({ code }),
    ...{ clientIp, actor: caller.actor, now: context.now },
  };
}

/** What was answered before is answered again, whatever has changed since. */
function repeat({ keys }: BookingDeps, earlier: Earlier): BookingAnswer {
  const answer = earlier.kind === 'repeated' ? openAnswer(keys, earlier.answer) : undefined;
  if (answer === undefined) throw keyUsedBefore();
  return answer;
}

function answerTo(outcome: Exclude<BookOutcome, Earlier | { readonly kind: 'unproven' }>): readonly Placed[] {
  if (outcome.kind === 'booked') return outcome.placed;
  throw outcome.kind === 'gone' ? noEventType() : linkRefused(outcome.reason);
}

/** Whether the caller comes as a host, whoever else does, or speaks for those who do. */
const isSureHost = ({ eventType, hosts }: BookableEventType, { person, mayHost, group }: Caller): boolean =>
  group !== undefined ||
  (mayHost &&
    hosts.some(
      ({ accountId, mandatory }) =>
        accountId === person?.id && (mandatory || eventType.schedulingType !== 'roundRobin'),
    ));

/** A repeat that comes while the first uses the code up finds none that counts, but an answer. */
async function refuseCode(
  deps: BookingDeps,
  key: IdempotencyKey | undefined,
  now: number,
): Promise<BookingAnswer> {
  const earlier = key && (await deps.bookings.earlier(key, now));
  if (earlier) return repeat(deps, earlier);
  throw wrongCode();
}

/** Early refusals are made here, and what counts is decided again in the transaction. */
async function prepare(
  { eventTypes, bookings, newUid, newRoom }: BookingDeps,
  body: BookingInput,
  call: BookingCall,
  now: number,
): Promise<Attempt> {
  const { caller } = call;
  const found = await bookable(eventTypes, body);
  const { eventType } = found;
  if (caller.group !== undefined && !(await bookings.manages(caller.group, eventType.id)))
    throw noEventType();
  if (eventType.bookingRequiresAuthentication && caller.person === undefined) throw needsToken();
  const request = readRequest(body, found, now);
  const context: PlacementContext = {
    now,
    ...askedHosts(body, call.hostId),
    byHost: isSureHost(found, caller),
    isAttendee: hasAddress(caller.person, request.attendee.email),
    newUid,
    newRoom,
  };
  return { body, call, found, request, context };
}

async function bookIdempotently(
  deps: BookingDeps,
  attempt: Attempt,
  key: IdempotencyKey | undefined,
): Promise<BookingAnswer> {
  const { request, context, call, found } = attempt;
  const { eventType, hosts } = found;
  const claim = claimOf(attempt);
  const proof = await tryCode(deps, eventType, claim);
  if (proof.kind === 'wrong') return refuseCode(deps, key, context.now);
  const present = presentTo(call.caller, eventType.recurrence !== undefined);
  const answer = (placed: readonly Placed[]) => sealAnswer(deps.keys, present(placed));
  const idempotencyKey = key === undefined ? {} : { idempotencyKey: { ...key, answer } };
  const order: BookOrder = { ...orderOf(attempt), ...codeIn(proof), ...idempotencyKey };
  const outcome = await deps.inTurn(hosts[0]?.accountId ?? 0, () =>
    deps.bookings.book(order, (facts) => placeBooking(request, facts, context), call.caller.actor),
  );
  if (outcome.kind === 'repeated' || outcome.kind === 'key_used_before') return repeat(deps, outcome);
  if (outcome.kind === 'unproven') throw (await unproven(deps, claim, proof)) ?? noEventType();
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
  if (earlier) return repeat(deps, earlier);
  return bookIdempotently(deps, await prepare(deps, body, call, now), key);
}
