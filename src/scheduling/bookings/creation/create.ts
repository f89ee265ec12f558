/* Creates a booking: the one way in, for anonymous callers, attendees and hosts alike. */
import { present } from '../../../present.js';
import { MINUTE, WEEK } from '../../../durations.js';
import { invalidInput, notFound } from '../../../errors.js';
import type { Recurrence } from '../../event-types/event-type.js';
import type { BookableEventType, EventTypeName, EventTypeStore } from '../../event-types/store.js';
import type { Span } from '../../slots/slot.js';
import { hasAddress } from '../caller.js';
import type { Caller } from '../caller.js';
import { occurrences } from './occurrences.js';
import { keyOf, openReply, sealReply } from './idempotency-key.js';
import { placeBooking } from './placement.js';
import type { PlacementContext } from './placement.js';
import { checkCode, codeIn, needsNoCode, proofRefusal } from './booker-proof.js';
import type { Claim, ProofDeps } from './booker-proof.js';
import { keyUsedBefore, linkRefused, wrongCode } from '../refusals.js';
import { needsToken } from '../../slots/refusals.js';
import type { BookingOrRecurrenceReply } from '../replies.js';
import { readRequest } from './request.js';
import type { BookingRequest } from './request.js';
import { requestedHosts, routingOf } from './routing.js';
import type { BookingInput } from '../schemas.js';
import { holderOf, presentBooking } from '../presenter.js';
import type { PerHostQueue } from './per-host-queue.js';
import type { EarlierRequest, IdempotencyKey } from './idempotency-key-store.js';
import type { BookingStore, BookOrder, Placed } from '../store.js';

export interface BookingDeps extends ProofDeps {
  readonly bookings: BookingStore;
  readonly eventTypes: Pick<EventTypeStore, 'bookable'>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** At least 128 random bits: knowing a uid is enough to change its booking. */
  readonly newUid: () => string;
  /** The link of a room for one meeting, as hard to guess. */
  readonly newRoom: () => string;
  readonly perHost: PerHostQueue;
}

const noEventType = () => notFound('There is no such event type.');
const noHosts = () => notFound('Nobody who could be booked hosts this event type.');

function nameOf(body: BookingInput): EventTypeName {
  const { eventTypeId, eventTypeSlug: slug, username, teamSlug, organizationSlug } = body;
  const organization = present({ organizationSlug });
  if (eventTypeId !== undefined) return eventTypeId;
  if (slug !== undefined && username !== undefined) return { username, slug, ...organization };
  if (slug !== undefined && teamSlug !== undefined) return { teamSlug, slug, ...organization };
  const message = 'must be given, or eventTypeSlug together with username or teamSlug';
  throw invalidInput([{ property: 'eventTypeId', message }]);
}

async function findBookable(
  eventTypes: BookingDeps['eventTypes'],
  body: BookingInput,
): Promise<BookableEventType> {
  const bookable = await eventTypes.bookable(nameOf(body));
  if (bookable === undefined) throw noEventType();
  if (bookable.hosts.length === 0) throw noHosts();
  return bookable;
}

/** Wide enough for any time zone; only the store knows the host's. Months differ by days between two zones. */
function rangeOf({ start, count, lengthInMinutes }: BookingRequest, recurrence?: Recurrence): Span {
  const until = start + lengthInMinutes * MINUTE;
  if (recurrence === undefined) return { from: start, until };
  return { from: start, until: (occurrences(start, count, recurrence, 'UTC').at(-1) ?? start) + WEEK };
}

export interface BookingCall {
  readonly caller: Caller;
  /** The caller as holder of slots, under each key of the ring. */
  readonly holders: readonly string[];
  readonly clientIp: string;
  /** Whether nobody waits for the booking any more. */
  readonly isAbandoned?: () => boolean;
  /** The host of a round robin that an admin named. */
  readonly hostId?: number;
  /** The Idempotency-Key. */
  readonly key?: string;
}

/** A valid request, and what it is decided on. */
interface Attempt {
  readonly body: BookingInput;
  readonly call: BookingCall;
  readonly bookable: BookableEventType;
  readonly request: BookingRequest;
  readonly context: PlacementContext;
}

const presentTo =
  ({ call: { caller }, bookable: { eventType } }: Attempt) =>
  (placed: readonly Placed[]): BookingOrRecurrenceReply => {
    const replies = placed.map(({ booking, seatUid }) =>
      presentBooking(booking, holderOf(booking, caller, seatUid ?? undefined), seatUid ?? undefined),
    );
    const [first] = replies;
    return eventType.recurrence !== undefined || first === undefined ? replies : first;
  };

function orderOf({ body, call, bookable, request, context: { now } }: Attempt): BookOrder {
  const { privateLinkId, reservationUid: uid } = body;
  const { eventType, hosts } = bookable;
  const { caller, holders, isAbandoned } = call;
  return {
    eventTypeId: eventType.id,
    hostIds: hosts.map(({ accountId }) => accountId),
    bookerEmail: request.attendee.email,
    range: rangeOf(request, eventType.recurrence),
    now,
    ...present({ privateLinkId, isAbandoned }),
    ...routingOf(body, caller),
    ownHolds: { holders, ...present({ uid }) },
  };
}

const claimOf = ({ body, call, bookable, request, context }: Attempt): Claim => ({
  booker: { eventTypeId: bookable.eventType.id, email: request.attendee.email },
  exempt: needsNoCode(context),
  ...present({ code: body.emailVerificationCode }),
  clientIp: call.clientIp,
  actor: call.caller.actor,
  now: context.now,
});

/** Repeats the earlier reply, whatever has changed since. */
function repeat({ keys }: BookingDeps, earlier: EarlierRequest): BookingOrRecurrenceReply {
  const reply = earlier.kind === 'repeated' ? openReply(keys, earlier.reply) : undefined;
  if (reply === undefined) throw keyUsedBefore();
  return reply;
}

/** Whether the caller hosts the booking, whichever host is chosen, or manages it. */
const isSureHost = ({ eventType, hosts }: BookableEventType, { user, mayHost, group }: Caller): boolean =>
  group !== undefined ||
  (mayHost &&
    hosts.some(
      ({ accountId, mandatory }) =>
        accountId === user?.id && (mandatory || eventType.schedulingType !== 'roundRobin'),
    ));

/** The first request may have used the code in the meantime: then its reply is repeated. */
async function refuseCode(
  deps: BookingDeps,
  key: IdempotencyKey | undefined,
  now: number,
): Promise<BookingOrRecurrenceReply> {
  const earlier = key && (await deps.bookings.findEarlier(key, now));
  if (earlier) return repeat(deps, earlier);
  throw wrongCode();
}

/** Refuses early what it can. The transaction decides again. */
async function prepare(
  { eventTypes, bookings, newUid, newRoom }: BookingDeps,
  body: BookingInput,
  call: BookingCall,
  now: number,
): Promise<Attempt> {
  const { caller } = call;
  const bookable = await findBookable(eventTypes, body);
  const { eventType } = bookable;
  if (caller.group !== undefined && !(await bookings.manages(caller.group, eventType.id)))
    throw noEventType();
  if (eventType.bookingRequiresAuthentication && caller.user === undefined) throw needsToken();
  const request = readRequest(body, bookable, now);
  const context: PlacementContext = {
    now,
    ...requestedHosts(body, call.hostId),
    byHost: isSureHost(bookable, caller),
    isAttendee: hasAddress(caller.user, request.attendee.email),
    newUid,
    newRoom,
  };
  return { body, call, bookable, request, context };
}

async function bookIdempotently(
  deps: BookingDeps,
  attempt: Attempt,
  key: IdempotencyKey | undefined,
): Promise<BookingOrRecurrenceReply> {
  const { request, context, call, bookable } = attempt;
  const claim = claimOf(attempt);
  const proof = await checkCode(deps, bookable.eventType, claim);
  if (proof.kind === 'wrong') return refuseCode(deps, key, context.now);
  const toReply = presentTo(attempt);
  const seal = (placed: readonly Placed[]) => sealReply(deps.keys, toReply(placed));
  const idempotencyKey = key && { ...key, sealReply: seal };
  const order = { ...orderOf(attempt), ...codeIn(proof), ...present({ idempotencyKey }) };
  const outcome = await deps.perHost(bookable.hosts[0]?.accountId ?? 0, () =>
    deps.bookings.book(order, (facts) => placeBooking(request, facts, context), call.caller.actor),
  );
  switch (outcome.kind) {
    case 'booked':
      return toReply(outcome.placed);
    case 'repeated':
    case 'key_used_before':
      return repeat(deps, outcome);
    case 'link_refused':
      throw linkRefused(outcome.reason);
    case 'unproven':
      throw (await proofRefusal(deps, claim, proof)) ?? noEventType();
    case 'gone':
      throw noEventType();
  }
}

export async function createBooking(
  deps: BookingDeps,
  body: BookingInput,
  call: BookingCall,
): Promise<BookingOrRecurrenceReply> {
  const { keys, bookings, clock } = deps;
  const now = clock();
  const { caller } = call;
  const key = call.key === undefined ? undefined : keyOf({ keys, caller, key: call.key, body, now });
  const earlier = key && (await bookings.findEarlier(key, now));
  if (earlier) return repeat(deps, earlier);
  return bookIdempotently(deps, await prepare(deps, body, call, now), key);
}
