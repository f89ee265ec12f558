/*
 * What is written for a booking: decided on the times as they stand under the lock, all occurrences or none. Pure but
 * for the uids it is handed; throws the refusal.
 */
import { DAY, HOUR, MINUTE } from '../../../durations.js';
import { whoComes, withRotation } from './assignment.js';
import { invalidInput } from '../../../errors.js';
import { tooManyActive } from '../refusals.js';
import { slotRefused } from '../../slots/refusals.js';
import { occurrences } from './occurrences.js';
import { amongThem } from './routing.js';
import type { AskedHosts } from './routing.js';
import type { BookingRequest } from './request.js';
import { slotAt } from '../../slots/slot-at.js';
import type { Host, Slot, SlotQuery, Span } from '../../slots/slot.js';
import type { ConfirmationPolicy, EventType, SlotRules } from '../../event-types/event-type.js';
import type { BookFacts, NewAttendee, NewBooking, Placement, TimeFacts } from '../store.js';

export interface PlacementContext {
  readonly now: number;
  /** The host books it in person, and need not confirm. */
  readonly byHost: boolean;
  /** Whether the caller is the attendee, who may be told what they could move instead. */
  readonly isAttendee: boolean;
  readonly asked?: AskedHosts;
  readonly newUid: () => string;
  /** The link of a room that nobody can guess. */
  readonly newRoom: () => string;
}

const UNITS = { minutes: MINUTE, hours: HOUR, days: DAY } as const;

const mustWait = (policy: ConfirmationPolicy | undefined, start: number, now: number): boolean => {
  if (policy?.type !== 'time') return policy !== undefined;
  const { unit, count } = policy.noticeThreshold;
  return start - now < count * UNITS[unit];
};

export const firstStatus = (
  { confirmationPolicy }: Pick<EventType, 'confirmationPolicy'>,
  start: number,
  { now, byHost }: Pick<PlacementContext, 'now' | 'byHost'>,
): NewBooking['status'] => (!byHost && mustWait(confirmationPolicy, start, now) ? 'pending' : 'accepted');

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

/** As the hosts stand once the booking is written: the next occurrence is decided on that. */
function withBooking(hosts: readonly Host[], { uid, eventTypeId, start, end, busy, hostIds }: NewBooking) {
  const entry = { ...busy, booking: { from: start, until: end, eventTypeId, uid } };
  const byTime = (a: Span, b: Span): number => a.from - b.from || a.until - b.until;
  return hosts.map((host) =>
    hostIds.includes(host.accountId) ? { ...host, busy: [...host.busy, entry].sort(byTime) } : host,
  );
}

interface Making {
  readonly request: BookingRequest;
  readonly eventType: EventType;
  readonly recurringUid: string | null;
  readonly context: PlacementContext;
}

/** Everybody with a seat answers for themselves; otherwise the booking keeps the answers. */
function attendeeOf({ request, eventType, context }: Making): NewAttendee {
  const { attendee, responses, metadata } = request;
  return eventType.seats
    ? { ...attendee, seatUid: context.newUid(), responses, metadata }
    : { ...attendee, seatUid: null, responses: null, metadata: null };
}

function newBooking(making: Making, slot: Slot, hostIds: readonly number[]): NewBooking {
  const { request, eventType, recurringUid, context } = making;
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
    attendees: [attendeeOf(making)],
  };
}

const placementOf = (making: Making, slot: Slot, hostIds: readonly number[]): Placement =>
  slot.seated?.bookingUid === undefined
    ? { kind: 'booking', booking: newBooking(making, slot, hostIds) }
    : { kind: 'seat', bookingUid: slot.seated.bookingUid, attendee: attendeeOf(making) };

function startsOf({ start, count }: BookingRequest, { eventType, hosts }: BookFacts): readonly number[] {
  const { recurrence } = eventType;
  return recurrence === undefined
    ? [start]
    : occurrences(start, count, recurrence, hosts[0]?.hours.timeZone ?? 'UTC');
}

function refuseManyActive(
  { eventType, active }: BookFacts,
  asked: number,
  { isAttendee }: PlacementContext,
): void {
  const limit = eventType.bookerActiveBookingsLimit;
  if (limit === undefined || active.count + asked <= limit.maximumActiveBookings) return;
  throw tooManyActive(
    limit.maximumActiveBookings,
    isAttendee && limit.offerReschedule ? active.nextUid : undefined,
  );
}

function mustLeaveNumber({ attendee }: BookingRequest, { phoneRequired }: BookFacts): void {
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
  mustLeaveNumber(request, facts);
  const starts = startsOf(request, facts);
  refuseManyActive(facts, starts.length, context);
  const recurringUid = eventType.recurrence === undefined ? null : context.newUid();
  const making: Making = { request, eventType, recurringUid, context };
  const among = amongThem(facts, context.asked);
  let { hosts, rotation } = facts;
  let kept: readonly number[] = [];
  return starts.map((start) => {
    const query = toQuery({ ...facts, hosts }, request.lengthInMinutes, context.now);
    const slot = freeSlot({ ...query, ...among }, start);
    // A recurrence stays with one host as far as they are free.
    kept = whoComes(slot, rotation, kept);
    const placement = placementOf(making, slot, kept);
    if (placement.kind === 'booking') hosts = withBooking(hosts, placement.booking);
    rotation = withRotation(rotation, kept);
    return placement;
  });
}
