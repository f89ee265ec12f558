/* The times at which something can be booked, as they are shown: for whoever asks by name, and whom a form leads there. */
import type { z } from 'zod';
import { computeSlots } from './compute-slots.js';
import { lengthOf, toQuery } from './slot-query.js';
import type { offerQuery, slotsReply } from './schemas.js';
import { presentSlots } from './presenter.js';
import type { Bookable, SlotStore } from './store.js';

export interface SlotDeps {
  readonly slots: SlotStore;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

export async function offer(
  { slots, clock }: SlotDeps,
  asked: Bookable,
  query: z.output<typeof offerQuery>,
): Promise<z.input<typeof slotsReply>> {
  const lengthInMinutes = lengthOf(asked, query.duration, 'duration');
  const { bookingUidToReschedule: exceptBookingUid } = query;
  const [range, now] = [{ from: query.start, until: query.end }, clock()];
  const except = exceptBookingUid === undefined ? {} : { exceptBookingUid };
  const facts = await slots.facts({ bookable: asked, range, now, ...except });
  return presentSlots(computeSlots(toQuery(asked, facts, { lengthInMinutes, now }), range), query);
}
