/* Slots as the public API shows them: by date of a time zone, with its offset. */
import type { z } from 'zod';
import { present } from '../../present.js';
import { DAY, MINUTE } from '../../durations.js';
import type { slotsReply } from './schemas.js';
import type { Slot } from './slot.js';
import { offsetAt, zoneClock } from './zone-clock.js';
import type { ZoneClock } from './zone-clock.js';

type SlotView = z.input<typeof slotsReply>[string][number];
type InZone = (instant: number) => string;

const twoDigits = (value: number): string => String(value).padStart(2, '0');

function offsetText(offset: number): string {
  const minutes = Math.abs(offset) / MINUTE;
  return `${offset < 0 ? '-' : '+'}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

/** RFC 3339; UTC itself is `Z`. */
function inZone(timeZone: string, clock: ZoneClock): InZone {
  return (instant) => {
    const offset = offsetAt(clock, instant);
    const local = new Date(instant + offset).toISOString();
    return timeZone === 'UTC' ? local : local.replace('Z', offsetText(offset));
  };
}

const seatsOf = ({ seated }: Slot) =>
  seated && {
    seatsBooked: seated.seats - seated.left,
    seatsRemaining: seated.left,
    seatsTotal: seated.seats,
    ...present({ bookingUid: seated.bookingUid }),
  };

/** `slots` in order. */
export function presentSlots(
  slots: readonly Slot[],
  { timeZone, format }: { readonly timeZone: string; readonly format: 'time' | 'range' },
): z.input<typeof slotsReply> {
  const [first, last] = [slots[0], slots.at(-1)];
  if (first === undefined || last === undefined) return {};
  const written = inZone(timeZone, zoneClock(timeZone, { from: first.start, until: last.end + DAY }));
  const byDate: Record<string, SlotView[]> = {};
  for (const slot of slots) {
    const start = written(slot.start);
    const reply = { start, ...(format === 'range' && { end: written(slot.end) }), ...seatsOf(slot) };
    (byDate[start.slice(0, 10)] ??= []).push(reply);
  }
  return byDate;
}
