/* Links that add a booking to the user's own calendar. Pure. Times are UTC. */
import { calendarFile } from './ics.js';
import type { CalendarEvent } from './ics.js';
import type { Booking } from '../booking.js';
import { eventOf } from './calendar-event.js';

export interface CalendarLink {
  readonly label: string;
  readonly link: string;
}

const iso = (instant: number): string => new Date(instant).toISOString().replace('.000Z', 'Z');
/** `20300102T090000Z` */
const compact = (instant: number): string => iso(instant).replace(/[-:]/g, '');

/** Spaces as `%20`: not every calendar decodes `+`. */
function address(base: string, parameters: Readonly<Record<string, string>>): string {
  const query = Object.entries(parameters).filter(([, value]) => value !== '');
  return `${base}?${query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
}

const google = ({ title, description = '', location = '', start, end }: CalendarEvent): string =>
  address('https://calendar.google.com/calendar/r/eventedit', {
    dates: `${compact(start)}/${compact(end)}`,
    text: title,
    details: description,
    location,
  });

const outlook = (
  host: string,
  { title, description = '', location = '', start, end }: CalendarEvent,
): string =>
  address(`https://${host}/calendar/0/deeplink/compose`, {
    path: '/calendar/action/compose',
    rru: 'addevent',
    startdt: iso(start),
    enddt: iso(end),
    subject: title,
    body: description,
    location,
  });

/** Without attendees: the link may be shared. */
const sharedEvent = (booking: Booking, now: number): CalendarEvent =>
  eventOf(booking, { attendees: [], stamp: now });

export const sharedFile = (booking: Booking, now: number): string =>
  calendarFile('PUBLISH', sharedEvent(booking, now));

/** To calendars on the web. */
export function webCalendarLinks(booking: Booking, now: number): readonly CalendarLink[] {
  const event = sharedEvent(booking, now);
  return [
    { label: 'Google Calendar', link: google(event) },
    { label: 'Microsoft Office', link: outlook('outlook.office.com', event) },
    { label: 'Microsoft Outlook', link: outlook('outlook.live.com', event) },
  ];
}

export function calendarLinks(booking: Booking, now: number): readonly CalendarLink[] {
  const file = encodeURIComponent(sharedFile(booking, now));
  return [
    ...webCalendarLinks(booking, now),
    { label: 'ICS', link: `data:text/calendar;charset=utf-8,${file}` },
  ];
}
