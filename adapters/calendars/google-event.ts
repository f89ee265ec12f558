/* Events in the words of Google's calendar interface (v3), and in ours. Pure. */
import { present } from '../../src/present.js';
import type { CalendarEvent } from '../../src/scheduling/bookings/calendar-files/ics.js';
import type { EventSpan } from '../../src/scheduling/calendars/calendar.js';
import type { EventEdit, EventTime, UnifiedEvent } from '../../src/scheduling/calendars/provider.js';
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

/** Whole days lie in `timeZone`. */
export function spansOf(events: readonly GoogleEvent[], timeZone: string): readonly EventSpan[] {
  return events.filter(isBusy).flatMap((event) => {
    const [from, until] = [instantOf(event.start, timeZone), instantOf(event.end, timeZone)];
    return until > from ? [{ from, until, uid: event.iCalUID ?? null }] : [];
  });
}

const STATUS = { CONFIRMED: 'confirmed', TENTATIVE: 'tentative', CANCELLED: 'cancelled' } as const;

/** Who comes stands in the description: as attendees they would be written to by Google too. */
export const writtenEvent = (event: CalendarEvent) => ({
  summary: event.title,
  description: event.description ?? '',
  location: event.location ?? event.url ?? '',
  start: { dateTime: new Date(event.start).toISOString(), timeZone: 'UTC' },
  end: { dateTime: new Date(event.end).toISOString(), timeZone: 'UTC' },
  status: STATUS[event.status],
  transparency: 'opaque',
  visibility: event.isPrivate ? 'private' : 'default',
});

const STATUSES = { confirmed: 'accepted', tentative: 'pending', cancelled: 'cancelled' } as const;
const ANSWERS = {
  accepted: 'accepted',
  tentative: 'pending',
  declined: 'declined',
  needsAction: 'needsAction',
} as const;

const known = <T extends string>(words: Readonly<Record<string, T>>, word = ''): T | undefined =>
  Object.hasOwn(words, word) ? words[word] : undefined;

function timeOf({ date, dateTime, timeZone = 'UTC' }: GoogleTime = {}): EventTime {
  const instant = dateTime === undefined ? dayIn(timeZone, date ?? '1970-01-01') : Date.parse(dateTime);
  return { time: new Date(instant).toISOString(), timeZone };
}

function attendeeOf({ email = '', displayName, responseStatus, ...rest }: GoogleAttendee) {
  const answer = known(ANSWERS, responseStatus);
  return {
    email,
    ...present({
      name: displayName,
      responseStatus: answer,
      self: rest.self,
      optional: rest.optional,
      host: rest.organizer,
    }),
  };
}

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
    status: known(STATUSES, event.status) ?? null,
    attendees: (event.attendees ?? []).map(attendeeOf),
    organizer: organizer?.email === undefined ? null : { email: organizer.email, ...present({ name }) },
  };
}

const WRITTEN = {
  accepted: 'confirmed',
  pending: 'tentative',
  declined: 'cancelled',
  cancelled: 'cancelled',
} as const;

const WRITTEN_ANSWERS = {
  accepted: 'accepted',
  pending: 'tentative',
  declined: 'declined',
  needsAction: 'needsAction',
} as const;

const timeEdit = ({ time: dateTime, timeZone }: Partial<EventTime>) => present({ dateTime, timeZone });

/** What the edit does not name is left out, and stays (PATCH). */
export const editedEvent = ({ start, end, title, description, status, attendees }: EventEdit) => ({
  ...(start === undefined ? {} : { start: timeEdit(start) }),
  ...(end === undefined ? {} : { end: timeEdit(end) }),
  ...present({ summary: title }),
  ...(description === undefined ? {} : { description: description ?? '' }),
  ...(status ? { status: WRITTEN[status] } : {}),
  ...(attendees === undefined
    ? {}
    : {
        attendees: (attendees ?? []).map(({ email, name, responseStatus, optional }) => ({
          ...present({ email, displayName: name, optional }),
          ...(responseStatus === undefined ? {} : { responseStatus: WRITTEN_ANSWERS[responseStatus] }),
        })),
      }),
});
