/* Events of Microsoft Graph (v1.0), with times in UTC, as events of our API, and back. Pure. */
import { present } from '../../src/present.js';
import type { CalendarEvent } from '../../src/scheduling/bookings/calendar-files/ics.js';
import type { EventSpan } from '../../src/scheduling/calendars/calendar.js';
import type { EventEdit, UnifiedEvent } from '../../src/scheduling/calendars/provider.js';
import { lookUp } from './event-values.js';
import { dayIn } from './zones.js';

interface GraphTime {
  readonly dateTime: string;
  readonly timeZone?: string;
}

interface GraphContact {
  readonly emailAddress?: { readonly address?: string; readonly name?: string };
}

interface GraphAttendee extends GraphContact {
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
  readonly organizer?: GraphContact;
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

/** `timeZone`: of all-day events. */
export const spansOf = (events: readonly GraphEvent[], timeZone: string): readonly EventSpan[] =>
  events
    .filter(isBusy)
    .map((event) => spanOf(event, timeZone))
    .filter(({ from, until }) => until > from);

const utc = (instant: number): GraphTime => ({
  dateTime: new Date(instant).toISOString().slice(0, 23),
  timeZone: 'UTC',
});

/** Attendees are listed in the body: Outlook would send mails to attendees of the event. */
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

function contactOf({ emailAddress }: GraphContact) {
  const { address: email = '', name } = emailAddress ?? {};
  return { email, ...present({ name }) };
}

const attendeeOf = ({ status, type, ...contact }: GraphAttendee) => ({
  ...contactOf(contact),
  ...present({
    responseStatus: lookUp(ANSWERS, status?.response),
    optional: type === 'optional' || undefined,
  }),
});

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
  organizer: event.organizer === undefined ? null : contactOf(event.organizer),
});

const timeEdit = ({ time }: { readonly time?: string } = {}) =>
  time === undefined ? undefined : utc(Date.parse(time));

const EDITED_SHOW_AS = { accepted: 'busy', pending: 'tentative' } as const;

/** For PATCH: fields that the edit does not name are left out. Cancelling is another call. */
export const editedEvent = ({ title, description, status, attendees, start, end }: EventEdit) =>
  present({
    start: timeEdit(start),
    end: timeEdit(end),
    subject: title,
    body: description === undefined ? undefined : { contentType: 'text', content: description ?? '' },
    showAs: lookUp(EDITED_SHOW_AS, status ?? ''),
    attendees:
      attendees === null
        ? []
        : attendees?.map(({ email, name, optional }) => ({
            emailAddress: { address: email, ...present({ name }) },
            type: optional === true ? 'optional' : 'required',
          })),
  });
