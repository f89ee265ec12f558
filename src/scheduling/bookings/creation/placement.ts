/*
 * Decides what is written for a new booking, on the facts under the lock of its hosts, so that no double booking is
 * possible: all occurrences or none. Pure but for the random uids; throws the refusal.
 */
import { DAY, HOUR, MINUTE } from '../../../durations.js';
import { chooseHosts, withRotation } from './assignment.js';
import { invalidInput } from '../../../errors.js';
import { tooManyActive } from '../refusals.js';
import { slotRefused } from '../../slots/refusals.js';
import { occurrences } from './occurrences.js';
import { restrictHosts } from './routing.js';
import type { RequestedHosts } from './routing.js';
import type { BookingRequest } from './request.js';
import { slotAt } from '../../slots/slot-at.js';
import type { Host, Slot, SlotQuery, Span } from '../../slots/slot.js';
import type { ConfirmationPolicy, EventType, SlotRules } from '../../event-types/event-type.js';
import type { BookFacts, NewAttendee, NewBooking, Placement, TimeFacts } from '../store.js';

export interface PlacementContext {
  readonly now: number;
  /** A booking by the host needs no confirmation. */
  readonly byHost: boolean;
  /** Whether the caller is the attendee, who may see the uids of their other bookings. */
  readonly isAttendee: boolean;
  readonly requested?: RequestedHosts;
  readonly newUid: () => string;
  /** The link of a room for one meeting, hard to guess. */
  readonly newRoom: () => string;
}

const UNITS = { minutes: MINUTE, hours: HOUR, days: DAY } as const;

const needsConfirmation = (policy: ConfirmationPolicy | undefined, start: number, now: number): boolean => {
  if (policy?.type !== 'time') return policy !== undefined;
  const { unit, count } = policy.noticeThreshold;
  return start - now < count * UNITS[unit];
};

export const firstStatus = (
  { confirmationPolicy }: Pick<EventType, 'confirmationPolicy'>,
  start: number,
  { now, byHost }: Pick<PlacementContext, 'now' | 'byHost'>,
): NewBooking['status'] =>
  !byHost && needsConfirmation(confirmationPolicy, start, now) ? 'pending' : 'accepted';

export const busyOf = (
  { from, until }: Span,
  { beforeEventBuffer, afterEventBuffer }: Pick<SlotRules, 'beforeEventBuffer' | 'afterEventBuffer'>,
): Span => ({ from: from - beforeEventBuffer * MINUTE, until: until + afterEventBuffer * MINUTE });

export const toQuery = (
  { eventType, hosts, rotation = [], held }: TimeFacts,
  lengthInMinutes: number,
  now: number,
): SlotQuery => ({
  eventTypeId: eventType.id,
  rules: eventType,
  lengthInMinutes,
  hosts,
  need: rotation.length === 0 ? 'all' : 'any',
  mandatoryIds: rotation.filter(({ mandatory }) => mandatory).map(({ accountId }) => accountId),
  held,
  now,
});

export function freeSlot(query: SlotQuery, start: number): Slot {
  const verdict = slotAt(query, start);
  if (verdict.kind === 'refused') throw slotRefused(verdict.reason, start);
  return verdict.slot;
}

/** The hosts with the booking in their calendars, for the decision on the next occurrence. */
function withBooking(hosts: readonly Host[], { uid, eventTypeId, start, end, busy, hostIds }: NewBooking) {
  const entry = { ...busy, booking: { from: start, until: end, eventTypeId, uid } };
  const byTime = (a: Span, b: Span): number => a.from - b.from || a.until - b.until;
  return hosts.map((host) =>
    hostIds.includes(host.accountId) ? { ...host, busy: [...host.busy, entry].sort(byTime) } : host,
  );
}

interface PlacementInput {
  readonly request: BookingRequest;
  readonly eventType: EventType;
  readonly recurringUid: string | null;
  readonly context: PlacementContext;
}

/** With seats, each attendee has their own responses; otherwise the booking has them. */
function attendeeOf({ request, eventType, context }: PlacementInput): NewAttendee {
  const { attendee, responses, metadata } = request;
  return eventType.seats
    ? { ...attendee, seatUid: context.newUid(), responses, metadata }
    : { ...attendee, seatUid: null, responses: null, metadata: null };
}

function newBooking(input: PlacementInput, slot: Slot, hostIds: readonly number[]): NewBooking {
  const { request, eventType, recurringUid, context } = input;
  const seated = eventType.seats !== undefined;
  return {
    uid: context.newUid(),
    eventTypeId: eventType.id,
    title: request.title,
    description: seated ? '' : request.description,
    status: firstStatus(eventType, slot.start, context),
    start: slot.start,
    end: slot.end,
    busy: busyOf({ from: slot.start, until: slot.end }, eventType),
    hostIds,
    location: request.location,
    room: context.newRoom(),
    responses: seated ? {} : request.responses,
    metadata: seated ? {} : request.metadata,
    guests: request.guests,
    icsUid: context.newUid(),
    icsSequence: 0,
    recurringUid,
    seats: eventType.seats?.seatsPerTimeSlot ?? null,
    rescheduledFromUid: null,
    reschedulingReason: null,
    changedByEmail: null,
    attendees: [attendeeOf(input)],
  };
}

const placementOf = (input: PlacementInput, slot: Slot, hostIds: readonly number[]): Placement =>
  slot.seated?.bookingUid === undefined
    ? { kind: 'booking', booking: newBooking(input, slot, hostIds) }
    : { kind: 'seat', bookingUid: slot.seated.bookingUid, attendee: attendeeOf(input) };

function startsOf({ start, count }: BookingRequest, { eventType, hosts }: BookFacts): readonly number[] {
  const { recurrence } = eventType;
  return recurrence === undefined
    ? [start]
    : occurrences(start, count, recurrence, hosts[0]?.hours.timeZone ?? 'UTC');
}

function refuseManyActive(
  { eventType, active }: BookFacts,
  added: number,
  { isAttendee }: PlacementContext,
): void {
  const limit = eventType.bookerActiveBookingsLimit;
  if (limit === undefined || active.count + added <= limit.maximumActiveBookings) return;
  throw tooManyActive(
    limit.maximumActiveBookings,
    isAttendee && limit.offerReschedule ? active.nextUid : undefined,
  );
}

function requirePhone({ attendee }: BookingRequest, { phoneRequired }: BookFacts): void {
  if (!phoneRequired || attendee.phoneNumber !== null) return;
  const message = 'must be given: text messages about this booking go there';
  throw invalidInput([{ property: 'attendee.phoneNumber', message }]);
}

export function placeBooking(
  request: BookingRequest,
  facts: BookFacts,
  context: PlacementContext,
): readonly Placement[] {
  const { eventType } = facts;
  requirePhone(request, facts);
  const starts = startsOf(request, facts);
  refuseManyActive(facts, starts.length, context);
  const recurringUid = eventType.recurrence === undefined ? null : context.newUid();
  const input: PlacementInput = { request, eventType, recurringUid, context };
  const restriction = restrictHosts(facts, context.requested);
  let { hosts, rotation } = facts;
  let hostIds: readonly number[] = [];
  return starts.map((start) => {
    const query = toQuery({ ...facts, hosts }, request.lengthInMinutes, context.now);
    const slot = freeSlot({ ...query, ...restriction }, start);
    // A recurrence stays with one host while they are free.
    hostIds = chooseHosts(slot, rotation, hostIds);
    const placement = placementOf(input, slot, hostIds);
    if (placement.kind === 'booking') hosts = withBooking(hosts, placement.booking);
    rotation = withRotation(rotation, hostIds);
    return placement;
  });
}
