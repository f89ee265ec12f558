/* Checks one start of a slot against the rules, the hosts and the holds of others; grid.ts decides about the grid. */
import { MINUTE } from '../../durations.js';
import { holdsAt } from './availability.js';
import type { Availability, HostAvailability, Joinable } from './availability.js';
import type { Slot, SlotQuery, Span } from './slot.js';
import { holdsInstant, holdsSpan } from './spans.js';
import { localDay } from './zone-clock.js';

/** In order: from the rules, which are fixed, to holds, which may just have been created. */
export type SlotRefusal =
  'too_soon' | 'outside_window' | 'outside_hours' | 'off_grid' | 'busy' | 'limit_reached' | 'full' | 'held';

export type SlotVerdict =
  { readonly kind: 'free'; readonly slot: Slot } | { readonly kind: 'refused'; readonly reason: SlotRefusal };

export const refused = (reason: SlotRefusal): SlotVerdict => ({ kind: 'refused', reason });

const NEARNESS: readonly SlotRefusal[] = ['outside_hours', 'busy', 'limit_reached'];

const isFree = ({ starts }: HostAvailability, slot: Span): boolean => holdsInstant(starts, slot.from);

/** Of a host who is not free. */
function refusalOf({ open, taken }: HostAvailability, slot: Span): SlotRefusal {
  if (!holdsSpan(open, slot)) return 'outside_hours';
  return holdsInstant(taken, slot.from) ? 'busy' : 'limit_reached';
}

function timeRefusal({ query, window, clock }: Availability, start: number): SlotRefusal | undefined {
  if (start < query.now + query.rules.minimumBookingNotice * MINUTE) return 'too_soon';
  const day = localDay(clock, start);
  return day < window.first || day > window.last ? 'outside_window' : undefined;
}

interface JoinedBooking {
  readonly booking: Joinable;
  readonly hosts: readonly HostAvailability[];
}

const isChosen = ({ amongIds }: SlotQuery, { accountId }: HostAvailability): boolean =>
  amongIds === undefined || amongIds.includes(accountId);

/** The booking with seats at this time: one of all hosts, or the first of any host that has seats left. */
function findJoinable({ query, hosts }: Availability, slot: Span): JoinedBooking | undefined {
  const chosen = query.need === 'all' ? hosts : hosts.filter((host) => isChosen(query, host));
  const seated = chosen.filter(({ open, joinable }) => joinable.has(slot.from) && holdsSpan(open, slot));
  const bookings = seated.flatMap(({ joinable }) => joinable.get(slot.from) ?? []);
  const booking = bookings.find(({ seats, taken }) => taken < seats) ?? bookings[0];
  if (booking === undefined) return undefined;
  const sharing = seated.filter(({ joinable }) => joinable.get(slot.from)?.uid === booking.uid);
  if (query.need === 'all') return sharing.length === hosts.length ? { booking, hosts } : undefined;
  return { booking, hosts: sharing };
}

const freeSlot = (slot: Span, hosts: readonly HostAvailability[], seated?: Slot['seated']): SlotVerdict => ({
  kind: 'free',
  slot: {
    start: slot.from,
    end: slot.until,
    accountIds: hosts.map(({ accountId }) => accountId),
    ...(seated && { seated }),
  },
});

/** A further seat in an existing booking takes no time of its hosts and counts in none of their limits. */
function joinVerdict({ booking, hosts }: JoinedBooking, slot: Span, beside: number): SlotVerdict {
  const left = booking.seats - booking.taken;
  if (left <= 0) return refused('full');
  if (left <= beside) return refused('held');
  return freeSlot(slot, hosts, { bookingUid: booking.uid, seats: booking.seats, left: left - beside });
}

interface Free {
  readonly hosts: readonly HostAvailability[];
  /** Why there are not enough of them. */
  readonly refusal?: SlotRefusal;
  /** How many can be booked at once: the hosts among whom one is chosen, or all of them together. */
  readonly capacity: number;
}

/** Without these hosts there is no slot, even if others are free. */
const isRequired = ({ need, mandatoryIds = [] }: SlotQuery, { accountId }: HostAvailability): boolean =>
  need === 'all' || mandatoryIds.includes(accountId);

const isEligible = (query: SlotQuery, host: HostAvailability): boolean =>
  isRequired(query, host) || isChosen(query, host);

function nearestRefusal(hosts: readonly HostAvailability[], slot: Span): SlotRefusal {
  const refusals = hosts.map((host) => refusalOf(host, slot));
  return NEARNESS.findLast((reason) => refusals.includes(reason)) ?? 'outside_hours';
}

function freeHosts({ query, hosts }: Availability, slot: Span): Free {
  const free: HostAvailability[] = [];
  const others: HostAvailability[] = [];
  let [requiredCount, capacity] = [0, 0];
  for (const host of hosts) {
    const [required, isFreeThen] = [isRequired(query, host), isFree(host, slot)];
    if (required && !isFreeThen) return { hosts: [], refusal: refusalOf(host, slot), capacity: 0 };
    if (required) requiredCount += 1;
    else if (isFreeThen) capacity += 1;
    if (isEligible(query, host)) (isFreeThen ? free : others).push(host);
  }
  const isComplete = free.length > requiredCount || others.length === 0;
  if (isComplete) return { hosts: free, capacity: requiredCount > 0 ? 1 : capacity };
  return { hosts: [], refusal: nearestRefusal(others, slot), capacity: 0 };
}

function newVerdict(availability: Availability, slot: Span): SlotVerdict {
  const { rules } = availability.query;
  const { hosts, refusal, capacity } = freeHosts(availability, slot);
  if (refusal !== undefined) return refused(refusal);
  if (holdsInstant(availability.limited, slot.from)) return refused('limit_reached');
  const { beside, against } = holdsAt(availability, slot.from);
  if (against >= capacity) return refused('held');
  if (rules.seats === undefined) return freeSlot(slot, hosts);
  const { seatsPerTimeSlot: seats } = rules.seats;
  return seats > beside ? freeSlot(slot, hosts, { seats, left: seats - beside }) : refused('held');
}

export function evaluateSlot(availability: Availability, start: number): SlotVerdict {
  const refusal = timeRefusal(availability, start);
  if (refusal !== undefined) return refused(refusal);
  const slot = { from: start, until: start + availability.length };
  const current = availability.query.rules.seats && findJoinable(availability, slot);
  if (current === undefined) return newVerdict(availability, slot);
  const verdict = joinVerdict(current, slot, holdsAt(availability, start).beside);
  if (verdict.kind === 'free' || availability.query.need === 'all') return verdict;
  const other = newVerdict(availability, slot);
  return other.kind === 'free' ? other : verdict;
}
