/* The title of a booking. */
import type { EventType } from '../../event-types/event-type.js';

export interface TitleParts {
  readonly eventType: Pick<EventType, 'title' | 'customName' | 'seats'>;
  readonly host: string;
  readonly attendee: string;
  /** The title that the booker wrote, where the event type has a field for it. */
  readonly ownTitle?: string;
}

const MAX_LENGTH = 500;

/** With seats, all attendees read the same title, so it names none of them. */
export function titleOf({ eventType, host, attendee, ownTitle }: TitleParts): string {
  if (ownTitle !== undefined) return ownTitle;
  const { title, customName, seats } = eventType;
  if (customName === undefined)
    return seats ? `${title} with ${host}` : `${title} between ${host} and ${attendee}`;
  const variables = new Map([
    ['Event type title', title],
    ['Organiser', host],
    ['Scheduler', seats ? 'guests' : attendee],
  ]);
  return customName
    .replaceAll(/\{([^{}]+)\}/g, (text, name: string) => variables.get(name) ?? text)
    .slice(0, MAX_LENGTH);
}
