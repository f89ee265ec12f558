/* Free slots as a reply, for the endpoint of slots and for routing forms. */
import type { z } from 'zod';
import { present } from '../../present.js';
import { computeInParts } from './slots-in-parts.js';
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
  bookable: Bookable,
  query: z.output<typeof offerQuery>,
): Promise<z.input<typeof slotsReply>> {
  const lengthInMinutes = lengthOf(bookable, query.duration, 'duration');
  const [range, now] = [{ from: query.start, until: query.end }, clock()];
  const except = present({ exceptBookingUid: query.bookingUidToReschedule });
  const facts = await slots.facts({ bookable, range, now, ...except });
  const slotQuery = toQuery(bookable, facts, { lengthInMinutes, now });
  return presentSlots(await computeInParts(slotQuery, range), query);
}
