/* The texts of mails about bookings. Recipients, and whether a mail still applies, are decided in delivery. */
import { isolated } from '../parts/text/isolated.js';
import { timeRange } from '../parts/text/time-range.js';
import type { MailText } from './mail.js';

/** The role of the reader in the booking. */
export type BookingRole = 'host' | 'attendee' | 'guest';

export interface BookingMailFacts {
  readonly reader: string;
  readonly role: BookingRole;
  readonly title: string;
  /** Earliest first, milliseconds since the epoch; several of a recurrence. */
  readonly times: readonly { readonly start: number; readonly end: number }[];
  /** IANA time zone of the reader. */
  readonly timeZone: string;
  readonly hosts: readonly string[];
  /** Only those that the reader may see. */
  readonly attendees: readonly string[];
  readonly location?: string | undefined;
  /** Of the online meeting. */
  readonly link?: string | undefined;
  /** Where an attendee sees, cancels and moves the booking, or the first of several. */
  readonly page?: string | undefined;
  readonly notes?: string | undefined;
  /** As entered by the user who cancelled, rejected or asked for another time. */
  readonly reason?: string | undefined;
}

const MAX_TIMES = 12;

function timeItems({ times, timeZone }: BookingMailFacts): readonly string[] {
  const items = times.slice(0, MAX_TIMES).map((time) => `When: ${timeRange(time, timeZone)}`);
  const more = times.length - MAX_TIMES;
  return more > 0 ? [...items, `… and ${more} more times`] : items;
}

const labelled = (label: string, names: readonly string[]): readonly string[] =>
  names.length === 0 ? [] : [`${label}: ${names.map(isolated).join(', ')}`];

const details = (facts: BookingMailFacts): NonNullable<MailText['list']> => ({
  title: 'The booking:',
  items: [
    `What: ${isolated(facts.title)}`,
    ...timeItems(facts),
    ...labelled('Host', facts.hosts),
    ...labelled('With', facts.attendees),
    ...labelled('Where', facts.location === undefined ? [] : [facts.location]),
    ...labelled('Notes', facts.notes === undefined ? [] : [facts.notes]),
  ],
});

const withReason = ({ reason }: BookingMailFacts): readonly string[] =>
  reason === undefined ? [] : [`The reason: ${isolated(reason)}`];

const hostNames = ({ hosts }: BookingMailFacts): string => hosts.map(isolated).join(', ') || 'The host';

interface BookingText {
  /** Precedes the title. */
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** There is no meeting any more, or not yet. */
  readonly without?: 'link';
}

type WriteText = (facts: BookingMailFacts) => BookingText;

const inTheCalendar = 'The attached file puts it into your calendar.';
const outOfTheCalendar = 'The attached file takes it out of your calendar.';

export const BOOKING_MAILS = {
  requested: ({ role }) =>
    role === 'host'
      ? {
          subject: 'Please confirm',
          paragraphs: ['You have a booking request. It waits until you confirm or decline it.'],
          without: 'link',
        }
      : {
          subject: 'Waiting for confirmation',
          paragraphs: ['This booking waits for its host. You get another mail when the host has answered.'],
          without: 'link',
        },
  accepted: ({ role }) => ({
    subject: role === 'host' ? 'New booking' : 'Confirmed',
    paragraphs: [
      role === 'host' ? 'This booking is confirmed.' : 'Your booking is confirmed.',
      inTheCalendar,
    ],
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
      `${hostNames(facts)} cannot keep this time and asks you to choose another one.`,
      ...withReason(facts),
      outOfTheCalendar,
    ],
    without: 'link',
  }),
  location_changed: () => ({
    subject: 'New location',
    paragraphs: ['The location of this booking has changed.'],
  }),
  meeting_ready: () => ({
    subject: 'Where you meet',
    paragraphs: ['Here is the link of this booking.', 'The attached file brings your calendar up to date.'],
  }),
  seat_taken: ({ role }) => ({
    subject: role === 'host' ? 'A seat was taken' : 'You have a seat',
    paragraphs: [
      role === 'host' ? 'A new attendee joins this booking.' : 'Your seat is booked.',
      inTheCalendar,
    ],
  }),
  seat_cancelled: ({ role }) => ({
    subject: role === 'host' ? 'A seat is free again' : 'Your seat was given up',
    paragraphs:
      role === 'host'
        ? ['An attendee left this booking.']
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
} as const satisfies Readonly<Record<string, WriteText>>;

function pageLabel(about: keyof typeof BOOKING_MAILS, { times }: BookingMailFacts): string {
  if (about === 'reschedule_requested') return 'Choose another time';
  return times.length > 1 ? 'See, move or cancel the first of them' : 'See, move or cancel the booking';
}

export function bookingMailText(about: keyof typeof BOOKING_MAILS, facts: BookingMailFacts): MailText {
  const writeText: WriteText = BOOKING_MAILS[about];
  const { subject, paragraphs, without } = writeText(facts);
  const { link, page } = facts;
  return {
    subject: `${subject}: ${facts.title}`,
    reader: facts.reader,
    paragraphs,
    list: details(facts),
    ...(link !== undefined && without !== 'link' && { action: { label: 'Join', url: link } }),
    ...(page !== undefined && { page: { label: pageLabel(about, facts), url: page } }),
  };
}
