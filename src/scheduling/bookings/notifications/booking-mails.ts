/*
 * The mails that follow from events of bookings: the catalogue of events names the parties, here they become receivers.
 * One mail for each receiver, so that a failed one is retried alone. Pure.
 */
import { createHash } from 'node:crypto';
import { effectsOf } from '../../../events/catalogue.js';
import type { BookingMailName, BookingParty } from '../../../events/definition.js';
import type { Booking } from '../booking.js';
import { domainEventOf } from './booking-event.js';
import { emailKey } from '../../../email-address.js';
import type { ChangedBooking } from '../changed-booking.js';
import type { BookingChange } from '../store.js';
import type { BookingMail, Receiver } from './mail-store.js';

interface Addressed {
  readonly to: Receiver;
  /** Absent when the address is only read when the mail is written. */
  readonly email?: string;
  /** Of the recipient: the same in all mails of one booking. */
  readonly key: string;
}

const hostKey = (id: number): string => `host ${id}`;

const hosts = ({ hosts: all }: Booking): readonly Addressed[] =>
  all.map(({ id, email }) => ({ to: { host: id }, email, key: hostKey(id) }));

const attendees = (booking: Booking): readonly (Addressed & { readonly seatUid: string | null })[] =>
  booking.attendees.map(({ id, email, seatUid }) => ({
    to: { attendee: id },
    email,
    key: emailKey(email),
    seatUid,
  }));

const guests = (booking: Booking): readonly Addressed[] =>
  booking.guests.map((email, guest) => ({ to: { guest }, email, key: emailKey(email) }));

const host = (id: number | undefined): readonly Addressed[] =>
  id === undefined ? [] : [{ to: { host: id }, key: hostKey(id) }];

const leavers = ({ leaver, leaverKey }: Partial<BookingChange> = {}): readonly Addressed[] =>
  leaver === undefined ? [] : [{ to: { leaver }, key: leaverKey ?? '' }];

const PARTIES: Readonly<Record<BookingParty, (event: ChangedBooking) => readonly Addressed[]>> = {
  hosts: ({ booking }) => hosts(booking),
  attendees: ({ booking }) => attendees(booking),
  guests: ({ booking }) => guests(booking),
  seat: ({ booking, seatUid }) => attendees(booking).filter((attendee) => attendee.seatUid === seatUid),
  leaver: ({ change }) => leavers(change),
  'added attendee': ({ booking }) => attendees(booking).slice(-1),
  // New guests are appended.
  'added guests': ({ booking, change }) =>
    guests(booking).slice(booking.guests.length - (change?.addGuests?.length ?? 0)),
  'released hosts': ({ change }) => (change?.released ?? []).flatMap(host),
  'former host': ({ change }) => host(change?.handOver?.fromId ?? change?.release),
};

/** Each address once; receivers without an address get no mail. */
function receivers(addressed: readonly Addressed[]): readonly Addressed[] {
  const seen = new Set<string>();
  return addressed.filter(({ email }) => {
    if (email === undefined) return true;
    const mailbox = emailKey(email);
    return mailbox !== '' && !seen.has(mailbox) && seen.add(mailbox);
  });
}

/**
 * Mails of one lane are sent in order. A moved booking keeps the uid of its calendar event, and one mail may be about a
 * whole recurrence. Hashed, because a job has no addresses.
 */
const mailLane = ({ recurringUid, icsUid }: Booking, { key }: Addressed): string =>
  `mail:${createHash('sha256')
    .update(`${recurringUid ?? icsUid} ${key}`)
    .digest('base64url')}`;

/** An event type may switch off the mails of one side. */
function isWanted({ emailSettings }: Booking, { to }: Addressed): boolean {
  const { disableEmailsToHosts = false, disableEmailsToAttendees = false } = emailSettings ?? {};
  return 'host' in to ? !disableEmailsToHosts : !disableEmailsToAttendees;
}

interface MailPlan {
  readonly first: Booking;
  readonly bookingIds: number[];
  readonly to: readonly Addressed[];
}

export interface LanedMail {
  readonly mail: BookingMail;
  readonly lane: string;
}

/** The same event of all bookings of a recurrence is one mail. */
export function bookingMails(events: readonly ChangedBooking[]): readonly LanedMail[] {
  const mails = new Map<BookingMailName, MailPlan>();
  for (const event of events) {
    const { booking } = event;
    for (const [name, parties] of effectsOf(domainEventOf(event)).bookingMails ?? []) {
      const to = receivers(parties.flatMap((party) => PARTIES[party](event)));
      const wanted = to.filter((one) => isWanted(booking, one));
      const mail = mails.get(name) ?? { first: booking, bookingIds: [], to: wanted };
      mails.set(name, mail);
      mail.bookingIds.push(booking.id);
    }
  }
  return [...mails].flatMap(([about, { first, bookingIds, to }]) =>
    to.map((one) => ({ lane: mailLane(first, one), mail: { about, bookingIds, to: one.to } })),
  );
}
