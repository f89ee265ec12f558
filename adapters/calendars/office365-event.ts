/* Events in the words of Microsoft Graph (v1.0), and in ours. Pure. Graph is asked to say its times in UTC. */
import { present } from '../../src/present.js';
import type { CalendarEvent } from '../../src/scheduling/bookings/calendar-files/ics.js';
import type { EventSpan } from '../../src/scheduling/calendars/calendar.js';
import type { EventEdit, UnifiedEvent } from '../../src/scheduling/calendars/provider.js';
import { dayIn } from './zones.js';

interface GraphTime {
  readonly dateTime: string;
  readonly timeZone?: string;
}

interface GraphPerson {
  readonly emailAddress?: { readonly address?: string; readonly name?: string };
}

interface GraphAttendee extends GraphPerson {
  readonly type?: string;
  readonly status?: { readonly response?: string };
}

export interface GraphEvent {
  readonly id: string;
  readonly iCalUId?: string;
  readonly subject?: string;
  readonly bodyPreview?: string;
  readonly body?: { readonly contentType?: string; readonly content?: string };
  readonly start?: GraphTime;
  readonly end?: GraphTime;
  readonly isAllDay?: boolean;
  readonly isCancelled?: boolean;
  readonly showAs?: string;
  readonly responseStatus?: { readonly response?: string };
  readonly location?: { readonly displayName?: string };
  readonly onlineMeeting?: { readonly joinUrl?: string } | null;
  readonly attendees?: readonly GraphAttendee[];
  readonly organizer?: GraphPerson;
}

/** `2030-01-02T09:00:00.0000000` in UTC. */
const instantOf = ({ dateTime } = { dateTime: '' }): number =>
  Date.parse(dateTime.endsWith('Z') ? dateTime : `${dateTime.slice(0, 23)}Z`);

const FREE = ['free', 'workingElsewhere'];

const isBusy = ({ isCancelled, showAs = 'busy', responseStatus }: GraphEvent): boolean =>
  isCancelled !== true && !FREE.includes(showAs) && responseStatus?.response !== 'declined';

function spanOf({ start, end, isAllDay, iCalUId }: GraphEvent, timeZone: string): EventSpan {
  const uid = iCalUId ?? null;
  if (isAllDay !== true) return { from: instantOf(start), until: instantOf(end), uid };
  const day = (time?: GraphTime): number => dayIn(timeZone, time?.dateTime.slice(0, 10) ?? '');
  return { from: day(start), until: day(end), uid };
}

/** Whole days lie in `timeZone`. */
export const spansOf = (events: readonly GraphEvent[], timeZone: string): readonly EventSpan[] =>
  events
    .filter(isBusy)
    .map((event) => spanOf(event, timeZone))
    .filter(({ from, until }) => until > from);

const utc = (instant: number): GraphTime => ({
  dateTime: new Date(instant).toISOString().slice(0, 23),
  timeZone: 'UTC',
});

/** Who comes stands in the text: as attendees they would be written to by Outlook too. */
export const writtenEvent = (event: CalendarEvent) => ({
  subject: event.title,
  body: { contentType: 'text', content: event.description ?? '' },
  location: { displayName: event.location ?? event.url ?? '' },
  start: utc(event.start),
  end: utc(event.end),
  showAs: event.status === 'TENTATIVE' ? 'tentative' : 'busy',
  sensitivity: event.isPrivate ? 'private' : 'normal',
});

const ANSWERS = {
  accepted: 'accepted',
  organizer: 'accepted',
  tentativelyAccepted: 'pending',
  declined: 'declined',
  notResponded: 'needsAction',
  none: 'needsAction',
} as const;

const known = <T extends string>(words: Readonly<Record<string, T>>, word = ''): T | undefined =>
  Object.hasOwn(words, word) ? words[word] : undefined;

function personOf({ emailAddress }: GraphPerson) {
  const { address: email = '', name } = emailAddress ?? {};
  return { email, ...present({ name }) };
}

function attendeeOf({ status, type, ...person }: GraphAttendee) {
  const responseStatus = known(ANSWERS, status?.response);
  return {
    ...personOf(person),
    ...present({ responseStatus }),
    ...(type === 'optional' ? { optional: true } : {}),
  };
}

function statusOf({ isCancelled, showAs }: GraphEvent): UnifiedEvent['status'] {
  if (isCancelled === true) return 'cancelled';
  return showAs === 'tentative' ? 'pending' : 'accepted';
}

export const unifiedEvent = (event: GraphEvent): UnifiedEvent => ({
  id: event.id,
  start: { time: new Date(instantOf(event.start)).toISOString(), timeZone: 'UTC' },
  end: { time: new Date(instantOf(event.end)).toISOString(), timeZone: 'UTC' },
  title: event.subject ?? '',
  description: event.body?.content ?? event.bodyPreview ?? null,
  location: event.location?.displayName ?? null,
  link: event.onlineMeeting?.joinUrl ?? null,
  status: statusOf(event),
  attendees: (event.attendees ?? []).map(attendeeOf),
  organizer: event.organizer === undefined ? null : personOf(event.organizer),
});

const timeEdit = ({ time }: { readonly time?: string } = {}) =>
  time === undefined ? undefined : utc(Date.parse(time));

/** What the edit does not name is left out, and stays (PATCH). Cancelling is another call. */
export function editedEvent({ title, description, status, attendees, ...times }: EventEdit) {
  const [start, end] = [timeEdit(times.start), timeEdit(times.end)];
  return {
    ...present({ start, end, subject: title }),
    ...(description === undefined ? {} : { body: { contentType: 'text', content: description ?? '' } }),
    ...(status === 'accepted' ? { showAs: 'busy' } : {}),
    ...(status === 'pending' ? { showAs: 'tentative' } : {}),
    ...(attendees === undefined
      ? {}
      : {
          attendees: (attendees ?? []).map(({ email, name, optional }) => ({
            emailAddress: { address: email, ...present({ name }) },
            type: optional === true ? 'optional' : 'required',
          })),
        }),
  };
}
