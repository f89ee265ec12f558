/* The words of mails about bookings. Whom they go to and whether they still hold is decided in delivery. */
import { isolated } from '../parts/isolated.js';
import type { MailText } from './mail.js';

/** As what somebody reads the mail. */
export type BookingRole = 'host' | 'attendee' | 'guest';

export interface BookingMailFacts {
  readonly reader: string;
  readonly role: BookingRole;
  readonly title: string;
  /** In the order of time, milliseconds since the epoch; several of a recurrence. */
  readonly times: readonly { readonly start: number; readonly end: number }[];
  /** The reader's, of the IANA database. */
  readonly timeZone: string;
  readonly hosts: readonly string[];
  /** Whom the reader may know of. */
  readonly attendees: readonly string[];
  /** Of the one the news is about: who took or gave up a seat. */
  readonly place?: string | undefined;
  /** Where people meet online. */
  readonly link?: string | undefined;
  readonly notes?: string | undefined;
  /** In the words of whoever cancelled, rejected, or asked for another time. */
  readonly reason?: string | undefined;
}

const SHOWN_TIMES = 12;

/** A format takes longer to make than the whole mail, and there are as many as zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const made = formats.get(timeZone);
  if (made !== undefined) return made;
  const format = new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  });
  formats.set(timeZone, format);
  return format;
}

/** The thin spaces of a range are drawn as boxes by some mail programs. */
const spanIn =
  (timeZone: string) =>
  (start: number, end: number): string =>
    formatIn(timeZone).formatRange(start, end).replace(/\s/gu, ' ');

function timeItems({ times, timeZone }: BookingMailFacts): readonly string[] {
  const span = spanIn(timeZone);
  const shown = times
    .slice(0, SHOWN_TIMES)
    .map(({ start, end }) => `When: ${span(start, end)} (${timeZone})`);
  const more = times.length - SHOWN_TIMES;
  return more > 0 ? [...shown, `… and ${more} more times`] : shown;
}

const named = (label: string, names: readonly string[]): readonly string[] =>
  names.length === 0 ? [] : [`${label}: ${names.map(isolated).join(', ')}`];

const details = (facts: BookingMailFacts): NonNullable<MailText['list']> => ({
  title: 'The booking:',
  items: [
    `What: ${isolated(facts.title)}`,
    ...timeItems(facts),
    ...named('Host', facts.hosts),
    ...named('With', facts.attendees),
    ...named('Where', facts.place === undefined ? [] : [facts.place]),
    ...named('Notes', facts.notes === undefined ? [] : [facts.notes]),
  ],
});

const withReason = ({ reason }: BookingMailFacts): readonly string[] =>
  reason === undefined ? [] : [`The reason: ${isolated(reason)}`];

const hostNames = ({ hosts }: BookingMailFacts): string => hosts.map(isolated).join(', ') || 'The host';

interface WebhookEvent {
  /** Stands before the title. */
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Nobody meets any more, or not yet. */
  readonly without?: 'link';
}

type Words = (facts: BookingMailFacts) => WebhookEvent;

const inTheCalendar = 'The attached file puts it into your calendar.';
const outOfTheCalendar = 'The attached file takes it out of your calendar.';

export const BOOKING_MAILS = {
  requested: ({ role }) =>
    role === 'host'
      ? {
          subject: 'Please confirm',
          paragraphs: ['Somebody asks for a time of yours. It waits until you confirm or decline it.'],
          without: 'link',
        }
      : {
          subject: 'Waiting for confirmation',
          paragraphs: ['This booking waits for its host. You get another mail when the host has answered.'],
          without: 'link',
        },
  accepted: ({ role }) => ({
    subject: role === 'host' ? 'New booking' : 'Confirmed',
    paragraphs: [role === 'host' ? 'This booking stands.' : 'Your booking is confirmed.', inTheCalendar],
  }),
  invited: (facts) => ({
    subject: 'You are invited',
    paragraphs: [`${hostNames(facts)} expects you too.`, inTheCalendar],
  }),
  rejected: (facts) => ({
    subject: 'Declined',
    paragraphs: [
      facts.role === 'host'
        ? 'This booking was declined, and the time is free again.'
        : `${hostNames(facts)} cannot take this booking. You may choose another time.`,
      ...withReason(facts),
    ],
    without: 'link',
  }),
  cancelled: (facts) => ({
    subject: 'Cancelled',
    paragraphs: ['This booking was cancelled.', ...withReason(facts), outOfTheCalendar],
    without: 'link',
  }),
  rescheduled: (facts) => ({
    subject: 'Moved',
    paragraphs: [
      'This booking has a new time.',
      ...withReason(facts),
      'The attached file moves it in your calendar.',
    ],
  }),
  reschedule_requested: (facts) => ({
    subject: 'Please choose another time',
    paragraphs: [
      `${hostNames(facts)} cannot keep this time and asks you to choose another one, where you booked it.`,
      ...withReason(facts),
      outOfTheCalendar,
    ],
    without: 'link',
  }),
  location_changed: () => ({
    subject: 'New place',
    paragraphs: ['This booking takes place somewhere else.'],
  }),
  meeting_ready: () => ({
    subject: 'Where you meet',
    paragraphs: ['Here is the link of this booking.', 'The attached file brings your calendar up to date.'],
  }),
  seat_taken: ({ role }) => ({
    subject: role === 'host' ? 'A seat was taken' : 'You have a seat',
    paragraphs: [role === 'host' ? 'Somebody joins this booking.' : 'Your seat is booked.', inTheCalendar],
  }),
  seat_cancelled: ({ role }) => ({
    subject: role === 'host' ? 'A seat is free again' : 'Your seat was given up',
    paragraphs:
      role === 'host'
        ? ['Somebody left this booking.']
        : ['You no longer have a seat in this booking.', outOfTheCalendar],
    without: 'link',
  }),
  reassigned: (facts) => ({
    subject: facts.role === 'host' ? 'New booking' : 'New host',
    paragraphs: [
      facts.role === 'host'
        ? 'This booking was handed over to you.'
        : `${hostNames(facts)} now hosts this booking.`,
      inTheCalendar,
    ],
  }),
  handed_over: (facts) => ({
    subject: 'Handed over',
    paragraphs: [`${hostNames(facts)} now hosts this booking instead of you.`, outOfTheCalendar],
    without: 'link',
  }),
} as const satisfies Readonly<Record<string, Words>>;

export type BookingMailName = keyof typeof BOOKING_MAILS;

export function bookingMailText(about: BookingMailName, facts: BookingMailFacts): MailText {
  const words: Words = BOOKING_MAILS[about];
  const { subject, paragraphs, without } = words(facts);
  const { link } = facts;
  return {
    subject: `${subject}: ${facts.title}`,
    reader: facts.reader,
    paragraphs,
    list: details(facts),
    ...(link !== undefined && without !== 'link' && { action: { label: 'Join', url: link } }),
  };
}
