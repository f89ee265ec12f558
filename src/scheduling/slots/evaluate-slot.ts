/* One start of a slot against the rules, the hosts and the holds of others. Whether it is on the grid is not asked. */
import { MINUTE } from '../../durations.js';
import { holdsAt } from './availability.js';
import type { Availability, Joinable, Group } from './availability.js';
import type { Slot, SlotQuery, Span } from './slot.js';
import { holdsInstant, holdsSpan } from './spans.js';
import { localDay } from './zone-clock.js';

/** From what nobody can change to what another caller may have changed just now. */
export type SlotRefusal =
  'too_soon' | 'outside_window' | 'outside_hours' | 'off_grid' | 'busy' | 'limit_reached' | 'full' | 'held';

export type SlotVerdict =
  { readonly kind: 'free'; readonly slot: Slot } | { readonly kind: 'refused'; readonly reason: SlotRefusal };

export const refused = (reason: SlotRefusal): SlotVerdict => ({ kind: 'refused', reason });

const NEARNESS: readonly SlotRefusal[] = ['outside_hours', 'busy', 'limit_reached'];

function refusalOf(group: Group, slot: Span): SlotRefusal | undefined {
  if (!holdsSpan(group.open, slot)) return 'outside_hours';
  if (holdsInstant(group.taken, slot.from)) return 'busy';
  return group.limitReached(slot.from) ? 'limit_reached' : undefined;
}

function timeRefusal({ query, window, clock }: Availability, start: number): SlotRefusal | undefined {
  if (start < query.now + query.rules.minimumBookingNotice * MINUTE) return 'too_soon';
  const day = localDay(clock, start);
  return day < window.first || day > window.last ? 'outside_window' : undefined;
}

interface Joined {
  readonly booking: Joinable;
  readonly places: readonly Group[];
}

const isAsked = ({ amongIds }: SlotQuery, { accountId }: Group): boolean =>
  amongIds === undefined || amongIds.includes(accountId);

/** The booking with seats that stands at this time: one of all hosts, or the first of any host that has seats left. */
function joined({ query, places }: Availability, slot: Span): Joined | undefined {
  const asked = query.need === 'all' ? places : places.filter((group) => isAsked(query, group));
  const seated = asked.filter(({ open, joinable }) => joinable.has(slot.from) && holdsSpan(open, slot));
  const bookings = seated.flatMap(({ joinable }) => joinable.get(slot.from) ?? []);
  const booking = bookings.find(({ seats, taken }) => taken < seats) ?? bookings[0];
  if (booking === undefined) return undefined;
  const those = seated.filter(({ joinable }) => joinable.get(slot.from)?.uid === booking.uid);
  if (query.need === 'all') return those.length === places.length ? { booking, places } : undefined;
  return { booking, places: those };
}

const freeSlot = (slot: Span, places: readonly Group[], seated?: Slot['seated']): SlotVerdict => ({
  kind: 'free',
  slot: {
    start: slot.from,
    end: slot.until,
    accountIds: places.map(({ accountId }) => accountId),
    ...(seated && { seated }),
  },
});

/** A seat more in a booking that stands asks nothing new of its hosts: neither their time nor their limits. */
function joinVerdict({ booking, places }: Joined, slot: Span, beside: number): SlotVerdict {
  const left = booking.seats - booking.taken;
  if (left <= 0) return refused('full');
  if (left <= beside) return refused('held');
  return freeSlot(slot, places, { bookingUid: booking.uid, seats: booking.seats, left: left - beside });
}

interface Free {
  readonly places: readonly Group[];
  /** Why there are not enough of them. */
  readonly refusal?: SlotRefusal;
  /** How many can be booked at once: the hosts among whom one is chosen, or all of them together. */
  readonly capacity: number;
}

/** Whoever must come makes the others' time useless by not being free. */
const mustCome = ({ need, mandatoryIds = [] }: SlotQuery, { accountId }: Group): boolean =>
  need === 'all' || mandatoryIds.includes(accountId);

const isWanted = (query: SlotQuery, group: Group): boolean => mustCome(query, group) || isAsked(query, group);

function freePlaces({ query, places }: Availability, slot: Span): Free {
  const free: Group[] = [];
  const refusals: SlotRefusal[] = [];
  let [bound, others] = [0, 0];
  for (const group of places) {
    const refusal = refusalOf(group, slot);
    const must = mustCome(query, group);
    if (must && refusal !== undefined) return { places: [], refusal, capacity: 0 };
    if (must) bound += 1;
    else if (refusal === undefined) others += 1;
    if (!isWanted(query, group)) continue;
    if (refusal === undefined) free.push(group);
    else refusals.push(refusal);
  }
  const isComplete = free.length > bound || refusals.length === 0;
  if (isComplete) return { places: free, capacity: bound > 0 ? 1 : others };
  const refusal = NEARNESS.findLast((reason) => refusals.includes(reason)) ?? 'outside_hours';
  return { places: [], refusal, capacity: 0 };
}

function newVerdict(availability: Availability, slot: Span): SlotVerdict {
  const { rules } = availability.query;
  const { places, refusal, capacity } = freePlaces(availability, slot);
  if (refusal !== undefined) return refused(refusal);
  if (availability.limitReached(slot.from)) return refused('limit_reached');
  const { beside, against } = holdsAt(availability, slot.from);
  if (against >= capacity) return refused('held');
  if (rules.seats === undefined) return freeSlot(slot, places);
  const { seatsPerTimeSlot: seats } = rules.seats;
  return seats > beside ? freeSlot(slot, places, { seats, left: seats - beside }) : refused('held');
}

export function evaluateSlot(availability: Availability, start: number): SlotVerdict {
  const refusal = timeRefusal(availability, start);
  if (refusal !== undefined) return refused(refusal);
  const slot = { from: start, until: start + availability.length };
  const current = availability.query.rules.seats && joined(availability, slot);
  if (current === undefined) return newVerdict(availability, slot);
  const verdict = joinVerdict(current, slot, holdsAt(availability, start).beside);
  if (verdict.kind === 'free' || availability.query.need === 'all') return verdict;
  const other = newVerdict(availability, slot);
  return other.kind === 'free' ? other : verdict;
}
