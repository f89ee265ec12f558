/* A booking as an event of a calendar, for links, mails and calendars. Pure. */
import { present } from '../../../present.js';
import type { CalendarEvent } from './ics.js';
import { appNamed, FACTS } from '../../event-types/meeting-apps.js';
import type { Booking, BookingLocation } from '../booking.js';

type Kind = (value: string) => string;

const titleOf = (app: string): string => {
  const known = appNamed(app);
  return known === undefined ? app : FACTS[known].title;
};

const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['phone', (value) => `Phone: ${value}`],
  ['attendeePhone', (value) => `Phone: ${value}`],
  ['integration', (value) => `Video call (${titleOf(value)}), the link follows`],
]);

/** The location as text; undefined without one. */
export function locationIn({ location }: { readonly location: BookingLocation | null }): string | undefined {
  if (location?.link !== undefined) return location.link;
  if (location?.value === undefined) return undefined;
  return KINDS.get(location.type)?.(location.value) ?? location.value;
}

/** The link of an online meeting. */
export function linkIn({ location }: { readonly location: BookingLocation | null }): string | undefined {
  const value = location?.type === 'link' ? location.value : location?.link;
  return value !== undefined && URL.canParse(value) ? value : undefined;
}

const STATUS = {
  accepted: 'CONFIRMED',
  pending: 'TENTATIVE',
  cancelled: 'CANCELLED',
  rejected: 'CANCELLED',
} as const satisfies Readonly<Record<Booking['status'], CalendarEvent['status']>>;

/** The caller names the attendees: not every reader may see all of them. */
export function eventOf(
  booking: Booking,
  people: Pick<CalendarEvent, 'organizer' | 'attendees' | 'stamp'>,
): CalendarEvent {
  const { title, description, start, end, icsUid: uid, icsSequence: sequence, status } = booking;
  const [location, url] = [locationIn(booking), linkIn(booking)];
  return {
    ...{ uid, sequence, start, end, title, description, status: STATUS[status] },
    ...people,
    ...present({ location, url }),
  };
}
