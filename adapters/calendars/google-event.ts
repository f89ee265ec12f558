/* Events of Google's Calendar API (v3) as events of our API, and back. Pure. */
import { present } from '../../src/present.js';
import type { CalendarEvent } from '../../src/scheduling/bookings/calendar-files/ics.js';
import type { EventSpan } from '../../src/scheduling/calendars/calendar.js';
import type { EventEdit, EventTime, UnifiedEvent } from '../../src/scheduling/calendars/provider.js';
import { EVENT_STATUSES, ICAL_STATUSES, lookUp } from './event-values.js';
import { dayIn } from './zones.js';

interface GoogleTime {
  readonly date?: string;
  readonly dateTime?: string;
  readonly timeZone?: string;
}

interface GoogleAttendee {
  readonly email?: string;
  readonly displayName?: string;
  readonly responseStatus?: string;
  readonly self?: boolean;
  readonly optional?: boolean;
  readonly organizer?: boolean;
}

export interface GoogleEvent {
  readonly id: string;
  readonly iCalUID?: string;
  readonly status?: string;
  readonly transparency?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly location?: string;
  readonly hangoutLink?: string;
  readonly start?: GoogleTime;
  readonly end?: GoogleTime;
  readonly attendees?: readonly GoogleAttendee[];
  readonly organizer?: { readonly email?: string; readonly displayName?: string };
}

const instantOf = ({ date, dateTime }: GoogleTime = {}, timeZone: string): number => {
  if (dateTime !== undefined) return Date.parse(dateTime);
  return date === undefined ? NaN : dayIn(timeZone, date);
};

const isBusy = ({ status, transparency, attendees = [] }: GoogleEvent): boolean =>
  status !== 'cancelled' &&
  transparency !== 'transparent' &&
  !attendees.some(({ self, responseStatus }) => self === true && responseStatus === 'declined');

/** `timeZone`: of all-day events. */
export function spansOf(events: readonly GoogleEvent[], timeZone: string): readonly EventSpan[] {
  return events.filter(isBusy).flatMap((event) => {
    const [from, until] = [instantOf(event.start, timeZone), instantOf(event.end, timeZone)];
    return until > from ? [{ from, until, uid: event.iCalUID ?? null }] : [];
  });
}

/** Attendees are listed in the description: Google would send mails to attendees of the event. */
export const writtenEvent = (event: CalendarEvent) => ({
  summary: event.title,
  description: event.description ?? '',
  location: event.location ?? event.url ?? '',
  start: { dateTime: new Date(event.start).toISOString(), timeZone: 'UTC' },
  end: { dateTime: new Date(event.end).toISOString(), timeZone: 'UTC' },
  status: event.status.toLowerCase(),
  transparency: 'opaque',
  visibility: event.isPrivate ? 'private' : 'default',
});

const ANSWERS = {
  accepted: 'accepted',
  tentative: 'pending',
  declined: 'declined',
  needsAction: 'needsAction',
} as const;

function timeOf({ date, dateTime, timeZone = 'UTC' }: GoogleTime = {}): EventTime {
  const instant = dateTime === undefined ? dayIn(timeZone, date ?? '1970-01-01') : Date.parse(dateTime);
  return { time: new Date(instant).toISOString(), timeZone };
}

const attendeeOf = ({ email = '', displayName, responseStatus, ...rest }: GoogleAttendee) => ({
  email,
  ...present({
    name: displayName,
    responseStatus: lookUp(ANSWERS, responseStatus),
    self: rest.self,
    optional: rest.optional,
    host: rest.organizer,
  }),
});

export function unifiedEvent(event: GoogleEvent): UnifiedEvent {
  const { organizer } = event;
  const name = organizer?.displayName;
  return {
    id: event.id,
    start: timeOf(event.start),
    end: timeOf(event.end),
    title: event.summary ?? '',
    description: event.description ?? null,
    location: event.location ?? null,
    link: event.hangoutLink ?? null,
    status: lookUp(EVENT_STATUSES, event.status?.toUpperCase()) ?? null,
    attendees: (event.attendees ?? []).map(attendeeOf),
    organizer: organizer?.email === undefined ? null : { email: organizer.email, ...present({ name }) },
  };
}

const WRITTEN_ANSWERS = {
  accepted: 'accepted',
  pending: 'tentative',
  declined: 'declined',
  needsAction: 'needsAction',
} as const;

const timeEdit = ({ time: dateTime, timeZone }: Partial<EventTime>) => present({ dateTime, timeZone });

/** For PATCH: fields that the edit does not name are left out. */
export const editedEvent = ({ start, end, title, description, status, attendees }: EventEdit) =>
  present({
    start: start && timeEdit(start),
    end: end && timeEdit(end),
    summary: title,
    description: description === null ? '' : description,
    status: status ? ICAL_STATUSES[status].toLowerCase() : undefined,
    attendees:
      attendees === null
        ? []
        : attendees?.map(({ email, name, responseStatus, optional }) =>
            present({
              email,
              displayName: name,
              optional,
              responseStatus: responseStatus && WRITTEN_ANSWERS[responseStatus],
            }),
          ),
  });
