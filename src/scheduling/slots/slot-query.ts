/* From what can be booked and what stands to the question that slots answer. */
import type { AppError } from '../../errors.js';
import { invalidInput, notFound } from '../../errors.js';
import type { SlotQuery } from './slot.js';
import type { Bookable, FreeTimeFacts } from './store.js';

export const noEventType = (): AppError => notFound('There is no such event type.');

/** An event type of a team whom nobody hosts yet, or whose hosts are disabled. */
const noHosts = (): AppError => notFound('Nobody who could be booked hosts this event type.');

/** Also not when one of several who must all come is gone. */
export function bookable(found: Bookable | undefined): Bookable {
  if (found === undefined) throw noEventType();
  if (found.hostIds.length === 0) throw noHosts();
  return found;
}

/** The default when no length is asked for. `property` is what the caller named it. */
export function lengthOf({ eventType }: Bookable, asked: number | undefined, property: string): number {
  const { lengthInMinutes, lengthInMinutesOptions = [] } = eventType;
  const offered = [...new Set([lengthInMinutes, ...lengthInMinutesOptions])];
  if (asked === undefined) return lengthInMinutes;
  if (offered.includes(asked)) return asked;
  const message = `must be a length that the event type offers: ${offered.join(', ')}`;
  throw invalidInput([{ property, message }]);
}

export function toQuery(
  { eventType, hostIds, need, mandatoryIds = [] }: Bookable,
  { hosts, held }: FreeTimeFacts,
  { lengthInMinutes, now }: Pick<SlotQuery, 'lengthInMinutes' | 'now'>,
): SlotQuery {
  const bound = need === 'any' ? mandatoryIds : hostIds;
  const complete = bound.every((id) => hosts.some(({ accountId }) => accountId === id));
  if (hosts.length === 0 || !complete) throw noHosts();
  return {
    eventTypeId: eventType.id,
    rules: eventType,
    lengthInMinutes,
    hosts,
    need,
    mandatoryIds,
    held,
    now,
  };
}
