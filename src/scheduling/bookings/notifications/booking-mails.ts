/*
 * The mails that follow from events of bookings: the catalogue of events names the parties, here they become receivers.
 * One mail for each receiver, so that a failed one is retried alone. Pure.
 */
import { effectsOf } from '../../../events/catalogue.js';
import type { BookingMailName, BookingParty } from '../../../events/definition.js';
import type { Booking } from '../booking.js';
import { domainEventOf } from './booking-event.js';
import { emailKey } from '../../../email-address.js';
import type { ChangedBooking } from '../changed-booking.js';
import type { BookingMail, Receiver } from './mail-store.js';

interface Addressed {
  readonly to: Receiver;
  /** Absent when the address is only read when the mail is written. */
  readonly email?: string;
}

const hosts = ({ hosts: all }: Booking): readonly Addressed[] =>
  all.map(({ id, email }) => ({ to: { host: id }, email }));

const attendees = (booking: Booking): readonly (Addressed & { readonly seatUid: string | null })[] =>
  booking.attendees.map(({ id, email, seatUid }) => ({ to: { attendee: id }, email, seatUid }));

const guests = (booking: Booking): readonly Addressed[] =>
  booking.guests.map((email, guest) => ({ to: { guest }, email }));

const host = (id: number | undefined): readonly Addressed[] =>
  id === undefined ? [] : [{ to: { host: id } }];

const PARTIES: Readonly<Record<BookingParty, (event: ChangedBooking) => readonly Addressed[]>> = {
  hosts: ({ booking }) => hosts(booking),
  attendees: ({ booking }) => attendees(booking),
  guests: ({ booking }) => guests(booking),
  seat: ({ booking, seatUid }) => attendees(booking).filter((attendee) => attendee.seatUid === seatUid),
  leaver: ({ change }) => (change?.leaver === undefined ? [] : [{ to: { leaver: change.leaver } }]),
  'added attendee': ({ booking }) => attendees(booking).slice(-1),
  // New guests are appended.
  'added guests': ({ booking, change }) =>
    guests(booking).slice(booking.guests.length - (change?.addGuests?.length ?? 0)),
  'released hosts': ({ change }) => (change?.released ?? []).flatMap(host),
  'former host': ({ change }) => host(change?.handOver?.fromId ?? change?.release),
};

/** Each address once; receivers without an address get no mail. */
function receivers(addressed: readonly Addressed[]): readonly Receiver[] {
  const seen = new Set<string>();
  return addressed.flatMap(({ to, email }) => {
    if (email === undefined) return [to];
    const mailbox = emailKey(email);
    if (mailbox === '' || seen.has(mailbox)) return [];
    seen.add(mailbox);
    return [to];
  });
}

/** An event type may switch off the mails of one side. */
function isWanted({ emailSettings = {} }: Booking, receiver: Receiver): boolean {
  const { disableEmailsToHosts = false, disableEmailsToAttendees = false } = emailSettings;
  return 'host' in receiver ? !disableEmailsToHosts : !disableEmailsToAttendees;
}

/** The same event of all bookings of a recurrence is one mail. */
export function bookingMails(events: readonly ChangedBooking[]): readonly BookingMail[] {
  const mails = new Map<
    BookingMailName,
    { readonly bookingIds: number[]; readonly to: readonly Receiver[] }
  >();
  for (const event of events) {
    const { booking } = event;
    for (const [name, parties] of effectsOf(domainEventOf(event)).bookingMails ?? []) {
      const to = receivers(parties.flatMap((party) => PARTIES[party](event)));
      const mail = mails.get(name) ?? { bookingIds: [], to: to.filter((one) => isWanted(booking, one)) };
      mails.set(name, mail);
      mail.bookingIds.push(booking.id);
    }
  }
  return [...mails].flatMap(([about, { bookingIds, to }]) =>
    to.map((receiver) => ({ about, bookingIds, to: receiver })),
  );
}
