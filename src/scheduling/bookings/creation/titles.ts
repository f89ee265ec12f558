/* What a booking is called. */
import type { EventType } from '../../event-types/event-type.js';

export interface TitleParts {
  readonly eventType: Pick<EventType, 'title' | 'customName' | 'seats'>;
  readonly host: string;
  readonly attendee: string;
  /** What the booker called it, where the event type asks for that. */
  readonly asked?: string;
}

const LENGTH = 500;

/** Everybody with a seat reads the same title, so it names none of them. */
export function titleOf({ eventType, host, attendee, asked }: TitleParts): string {
  if (asked !== undefined) return asked;
  const { title, customName, seats } = eventType;
  if (customName === undefined)
    return seats ? `${title} with ${host}` : `${title} between ${host} and ${attendee}`;
  const words = new Map([
    ['Event type title', title],
    ['Organiser', host],
    ['Scheduler', seats ? 'guests' : attendee],
  ]);
  return customName
    .replaceAll(/\{([^{}]+)\}/g, (whole, word: string) => words.get(word) ?? whole)
    .slice(0, LENGTH);
}
