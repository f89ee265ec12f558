/* The meetings of bookings. A meeting is stored under the lock of its booking, and only if the booking still needs it. */
import type { App } from '../../../src/scheduling/event-types/meeting-apps.js';
import { FACTS, providerAppOf } from '../../../src/scheduling/event-types/meeting-apps.js';
import type {
  StoredMeeting,
  MeetingFacts,
  MeetingStore,
  NewMeeting,
} from '../../../src/scheduling/conferencing/meeting-store.js';
import type { Booking } from '../../../src/scheduling/bookings/booking.js';
import { isId, isStorable, mustBeStorable } from '../../storable.js';
import { emit } from '../events/emit.js';
import { selectBookings } from '../booking-rows/booking-reads.js';
import { applyChanges } from './booking-writes.js';
import type { Database } from '../connection.js';
import { connectionFor, releaseMails, roomName, TEAM } from '../conferencing/meeting-locations.js';
import { inTransaction } from '../transaction.js';

const SYSTEM = { actor: 'system' };

interface MeetingRow {
  readonly app: App;
  readonly meeting_id: string;
  readonly conferencing_app_id: number | null;
  readonly is_ours: boolean | null;
}

const MEETING = `
select meeting.app, meeting.meeting_id, meeting.conferencing_app_id,
  (connection.account_id = :hostId or connection.team_id = ${TEAM}) as is_ours
from booking_meeting as meeting
left join conferencing_app as connection on connection.id = meeting.conferencing_app_id
where meeting.booking_id = :bookingId`;

const toMeeting = (row: MeetingRow): StoredMeeting => ({
  app: row.app,
  id: row.meeting_id,
  connectionId: row.conferencing_app_id,
  isOwn: row.is_ours ?? false,
});

const ownerOf = ({ eventTypeId, hosts }: Booking) => ({ eventTypeId, hostId: hosts[0]?.id });

async function meetingOf(db: Database, booking: Booking): Promise<StoredMeeting | undefined> {
  const { eventTypeId, hostId = null } = ownerOf(booking);
  const values = { eventTypeId, hostId, bookingId: booking.id };
  const [row] = (await db.raw<{ rows: readonly MeetingRow[] }>(MEETING, values)).rows;
  return row && toMeeting(row);
}

async function factsOf(db: Database, bookingId: number, lock = ''): Promise<MeetingFacts | undefined> {
  const [booking] = await selectBookings(db, `where booking.id = :bookingId ${lock}`, { bookingId });
  if (booking === undefined) return undefined;
  const app = providerAppOf(booking.location);
  const connection = app && (await connectionFor(db, app, ownerOf(booking)));
  return { booking, connectionId: connection?.id, meeting: await meetingOf(db, booking) };
}

const LOCKED = 'for update of booking';

/** With the reference to it. */
async function dropMeeting(trx: Database, bookingId: number, { app, id }: StoredMeeting): Promise<void> {
  await trx('booking_meeting').where({ booking_id: bookingId, meeting_id: id }).delete();
  await trx('booking_record')
    .where({ booking_id: bookingId, kind: 'reference' })
    .whereRaw(`facts ->> 'type' = ? and facts ->> 'eventUid' = ?`, [FACTS[app].type, id])
    .delete();
}

async function addReference(trx: Database, bookingId: number, { app, id }: NewMeeting): Promise<void> {
  const facts = { type: FACTS[app].type, eventUid: id, destinationCalendarId: null };
  await trx('booking_record').insert({
    booking_id: bookingId,
    kind: 'reference',
    facts: JSON.stringify(facts),
  });
  await emit(trx, SYSTEM, {
    action: 'booking.record_added',
    subject: `booking:${bookingId}`,
    facts: { kind: 'reference' },
    details: { ready: true },
  });
}

/** Mails that wait for the link are sent with it; if none waited, the change of location is a mail of its own. */
async function announceLink(trx: Database, { uid, id }: Booking, value: App, link: string): Promise<void> {
  const silent = (await releaseMails(trx, id)) > 0;
  const set = { location: { type: 'integration', value, link } };
  await applyChanges(trx, [{ uid, done: 'location_changed', set, ...(silent && { silent }) }], SYSTEM);
}

async function saveMeeting(
  trx: Database,
  bookingId: number,
  created: NewMeeting,
): Promise<'saved' | 'unwanted'> {
  const facts = await factsOf(trx, bookingId, LOCKED);
  if (facts === undefined) return 'unwanted';
  const { booking, connectionId, meeting } = facts;
  const isWanted = booking.status === 'accepted' && providerAppOf(booking.location) === created.app;
  if (!isWanted || connectionId !== created.connectionId || meeting?.connectionId === connectionId)
    return 'unwanted';
  if (meeting) await dropMeeting(trx, bookingId, meeting);
  await trx('booking_meeting').insert({
    booking_id: bookingId,
    app: created.app,
    conferencing_app_id: created.connectionId,
    meeting_id: created.id,
  });
  await addReference(trx, bookingId, created);
  await announceLink(trx, booking, created.app, created.link);
  return 'saved';
}

async function moveToRoom(trx: Database, bookingId: number, link: string): Promise<void> {
  const { booking, meeting } = (await factsOf(trx, bookingId, LOCKED)) ?? {};
  if (booking?.status !== 'accepted' || providerAppOf(booking.location) === undefined) return;
  if (meeting) await dropMeeting(trx, bookingId, meeting);
  await trx('booking_meeting').insert({ booking_id: bookingId, app: 'jitsi', meeting_id: roomName(link) });
  await announceLink(trx, booking, 'jitsi', link);
}

async function deleteMeeting(trx: Database, bookingId: number, meetingId: string): Promise<void> {
  const { meeting } = (await factsOf(trx, bookingId, LOCKED)) ?? {};
  if (meeting?.id === meetingId) await dropMeeting(trx, bookingId, meeting);
}

export const createMeetingStore = (db: Database): MeetingStore => ({
  read: async (bookingId) => (isId(bookingId) ? factsOf(db, bookingId) : undefined),
  async save(bookingId, created) {
    mustBeStorable(created);
    return inTransaction(db, (trx) => saveMeeting(trx, bookingId, created));
  },
  moveToRoom: (bookingId, link) => inTransaction(db, (trx) => moveToRoom(trx, bookingId, link)),
  forget: (bookingId, meetingId) => inTransaction(db, (trx) => deleteMeeting(trx, bookingId, meetingId)),
  async bookingAt(app, meetingId) {
    if (!isStorable(meetingId)) return undefined;
    return db('booking_meeting')
      .join('booking', 'booking.id', 'booking_meeting.booking_id')
      .where({ app, meeting_id: meetingId })
      .first<{ readonly uid: string } | undefined>('booking.uid');
  },
});
