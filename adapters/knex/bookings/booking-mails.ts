/*
 * Who is told what by mail about bookings. The jobs stand in the transaction of the change, one for each receiver, so
 * that a mail which cannot be delivered is tried again without anybody getting theirs twice.
 */
import type { Booking } from '../../../src/scheduling/bookings/booking.js';
import type {
  BookingMail,
  BookingMailStore,
  BookingMailEvent,
  Receiver,
} from '../../../src/scheduling/bookings/mail-store.js';
import type { ChangedBooking } from '../../../src/scheduling/bookings/changed-booking.js';
import { emailKey } from '../account-rows.js';
import { selectBookings } from '../booking-rows/booking-reads.js';
import type { Database } from '../connection.js';
import { enqueue } from '../jobs/jobs.js';

interface Addressed {
  readonly to: Receiver;
  readonly email: string;
}

const hostsOf = ({ hosts }: Booking): readonly Addressed[] =>
  hosts.map(({ id, email }) => ({ to: { host: id }, email }));

const attendeesOf = ({ attendees }: Booking, those: (seatUid: string | null) => boolean = () => true) =>
  attendees
    .filter(({ seatUid }) => those(seatUid))
    .map(({ id, email }): Addressed => ({ to: { attendee: id }, email }));

const guestsOf = ({ guests }: Booking, from = 0): readonly Addressed[] =>
  guests.map((email, guest) => ({ to: { guest }, email })).slice(from);

/** Each address once. Whoever left no address is told nothing. */
function receivers(...groups: readonly (readonly Addressed[])[]): readonly Receiver[] {
  const byAddress = new Map<string, Receiver>();
  for (const { to, email } of groups.flat()) {
    const key = emailKey(email);
    if (key !== '' && !byAddress.has(key)) byAddress.set(key, to);
  }
  return [...byAddress.values()];
}

const everybody = (booking: Booking): readonly Receiver[] =>
  receivers(hostsOf(booking), attendeesOf(booking), guestsOf(booking));

const parties = (booking: Booking): readonly Receiver[] => receivers(hostsOf(booking), attendeesOf(booking));

type WebhookEvent = readonly (readonly [about: BookingMailEvent, to: readonly Receiver[]])[];

/** Guests hear of a booking once it is sure, and then all that becomes of it. */
const concerned = (booking: Booking): readonly Receiver[] =>
  booking.status === 'pending' ? parties(booking) : everybody(booking);

function ofCreated({ booking }: ChangedBooking): WebhookEvent {
  const moved = booking.rescheduledFromUid !== null;
  if (booking.status === 'pending') return [['requested', moved ? everybody(booking) : parties(booking)]];
  return [[moved ? 'rescheduled' : 'accepted', everybody(booking)]];
}

function ofFreedSeat({ booking, change }: ChangedBooking): WebhookEvent {
  const leaver = change?.leaver === undefined ? [] : [{ leaver: change.leaver }];
  return [['seat_cancelled', [...receivers(hostsOf(booking)), ...leaver]]];
}

/** Behind those who were invited before. */
function ofGuests({ booking, change }: ChangedBooking): WebhookEvent {
  const before = booking.guests.length - (change?.addGuests?.length ?? 0);
  return booking.status === 'accepted' ? [['invited', receivers(guestsOf(booking, before))]] : [];
}

function ofAttendee({ booking }: ChangedBooking): WebhookEvent {
  const added = attendeesOf(booking).slice(-1);
  return booking.status === 'accepted' ? [['invited', receivers(added)]] : [];
}

/** Hosts name a place; only a meeting that was made for the booking is an app's. */
function ofGroup({ booking, change }: ChangedBooking): WebhookEvent {
  const isMeeting = change?.set.location?.type === 'integration';
  return [[isMeeting ? 'meeting_ready' : 'location_changed', concerned(booking)]];
}

const ofRequest = ({ booking }: ChangedBooking): WebhookEvent => [
  ['reschedule_requested', receivers(attendeesOf(booking))],
  ['cancelled', receivers(hostsOf(booking), guestsOf(booking))],
];

/** Of several hosts those who stay have it in their calendars. */
function ofHandOver({ booking, change }: ChangedBooking): WebhookEvent {
  const { handOver, release } = change ?? {};
  const giver = handOver?.fromId ?? release;
  const takers =
    release === undefined ? everybody(booking) : receivers(attendeesOf(booking), guestsOf(booking));
  return [
    ['reassigned', takers],
    ['handed_over', giver === undefined ? [] : [{ host: giver }]],
  ];
}

const NEWS: Readonly<Record<ChangedBooking['done'], (told: ChangedBooking) => WebhookEvent>> = {
  created: ofCreated,
  seat_taken: ({ booking, seatUid }) => [
    [
      'seat_taken',
      receivers(
        hostsOf(booking),
        attendeesOf(booking, (one) => one === seatUid),
      ),
    ],
  ],
  seat_cancelled: ofFreedSeat,
  seat_moved: ofFreedSeat,
  accepted: ({ booking }) => [['accepted', everybody(booking)]],
  rejected: ({ booking }) => [['rejected', parties(booking)]],
  cancelled: ({ booking }) => [['cancelled', everybody(booking)]],
  // The booking at the new time tells everybody else.
  rescheduled: ({ change }) => [['cancelled', (change?.released ?? []).map((host) => ({ host }))]],
  location_changed: ofGroup,
  // The next mail says it by its new name.
  title_changed: () => [],
  attendee_added: ofAttendee,
  guests_added: ofGuests,
  absence_marked: () => [],
  reschedule_requested: ofRequest,
  reassigned: ofHandOver,
};

/** An event type may keep the mails of one side back. */
function isTold({ emailSettings = {} }: Booking, receiver: Receiver): boolean {
  const { disableEmailsToHosts = false, disableEmailsToAttendees = false } = emailSettings;
  return 'host' in receiver ? !disableEmailsToHosts : !disableEmailsToAttendees;
}

/** The same news of several bookings, those of a recurrence, is one mail. */
export async function enqueueBookingMails(trx: Database, tolds: readonly ChangedBooking[]): Promise<void> {
  const groups = new Map<
    BookingMailEvent,
    { readonly bookingIds: number[]; readonly to: readonly Receiver[] }
  >();
  for (const told of tolds.filter(({ change }) => change?.untold !== true)) {
    for (const [about, receivers] of NEWS[told.done](told)) {
      const to = receivers.filter((receiver) => isTold(told.booking, receiver));
      const group = groups.get(about) ?? { bookingIds: [], to };
      groups.set(about, group);
      group.bookingIds.push(told.booking.id);
    }
  }
  const letters = [...groups].flatMap(([about, { bookingIds, to }]) =>
    to.map((receiver): BookingMail => ({ about, bookingIds, to: receiver })),
  );
  await enqueue(
    trx,
    letters.map((letter) => ({ kind: 'booking', payload: { ...letter } })),
  );
}

export const createBookingMailStore = (db: Database): BookingMailStore => ({
  read: (bookingIds) =>
    selectBookings(
      db,
      'where booking.id = any(:ids) order by array_position(cast(:ids as integer[]), booking.id)',
      { ids: [...bookingIds] },
    ),
});
