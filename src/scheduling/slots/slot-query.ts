/* Makes a slot query from an event type and the facts about its hosts. */
import type { AppError } from '../../errors.js';
import { invalidInput, notFound } from '../../errors.js';
import type { BookableEventType } from '../event-types/store.js';
import type { SlotQuery } from './slot.js';
import type { Bookable, FreeTimeFacts } from './store.js';

export const noEventType = (): AppError => notFound('There is no such event type.');

/** A team's event type without hosts, or whose hosts are disabled. */
const noHosts = (): AppError => notFound('Nobody who could be booked hosts this event type.');

/** What slots need of an event type and its hosts. */
export const toBookable = ({ eventType, hosts }: BookableEventType): Bookable => ({
  eventType,
  hostIds: hosts.map(({ accountId }) => accountId),
  ...(eventType.schedulingType === 'roundRobin'
    ? {
        need: 'any',
        mandatoryIds: hosts.filter(({ mandatory }) => mandatory).map(({ accountId }) => accountId),
      }
    : { need: 'all' }),
});

/** Also not when one of several who must all come is gone. */
export function bookable(found: Bookable | undefined): Bookable {
  if (found === undefined) throw noEventType();
  if (found.hostIds.length === 0) throw noHosts();
  return found;
}

/** The default when no length is requested for. `property` is what the caller named it. */
export function lengthOf({ eventType }: Bookable, requested: number | undefined, property: string): number {
  const { lengthInMinutes, lengthInMinutesOptions = [] } = eventType;
  const offered = [...new Set([lengthInMinutes, ...lengthInMinutesOptions])];
  if (requested === undefined) return lengthInMinutes;
  if (offered.includes(requested)) return requested;
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
