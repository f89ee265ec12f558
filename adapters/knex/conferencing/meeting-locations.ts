/*
 * Where bookings that are held online take place, inside the transaction that writes them: in a room at once, or in a
 * meeting that a job makes at a provider. Their mails wait a little for its link.
 */
import { present } from '../../../src/present.js';
import { appNamed, needsAccount, providerAppOf } from '../../../src/scheduling/event-types/meeting-apps.js';
import type { App, ProviderApp } from '../../../src/scheduling/event-types/meeting-apps.js';
import type { Booking, BookingLocation } from '../../../src/scheduling/bookings/booking.js';
import type { NewBooking } from '../../../src/scheduling/bookings/store.js';
import type { ChangedBooking } from '../../../src/scheduling/bookings/changed-booking.js';
import type { Database } from '../connection.js';
import { enqueue } from '../jobs/jobs.js';

/** Of a managed event type that a member has, the team that manages it. */
export const TEAM = `(
  select coalesce(parent.team_id, kind.team_id) from event_type as kind
  left join event_type as parent on parent.id = kind.parent_id
  where kind.id = :eventTypeId)`;

const USABLE = `
select connection.id, connection.app from conferencing_app as connection
where not connection.invalid and (connection.account_id = :hostId or connection.team_id = ${TEAM})`;
const TEAM_FIRST = 'order by connection.team_id nulls last limit 1';

interface Whose {
  readonly eventTypeId: number | null;
  readonly hostId: number | undefined;
}
interface Connection {
  readonly id: number;
  readonly app: App;
}

async function connection(
  trx: Database,
  condition: string,
  { eventTypeId, hostId }: Whose,
  app: App | null = null,
) {
  const sql = `${USABLE} and ${condition} ${TEAM_FIRST}`;
  const values = { eventTypeId, hostId: hostId ?? null, ...(app && { app }) };
  return (await trx.raw<{ rows: readonly Connection[] }>(sql, values)).rows[0];
}

/** The team's, or else that of the host who comes first. */
export const connectionFor = (
  trx: Database,
  app: ProviderApp,
  whose: Whose,
): Promise<Connection | undefined> => connection(trx, 'connection.app = :app', whose, app);

const defaultFor = (trx: Database, whose: Whose): Promise<Connection | undefined> =>
  connection(trx, 'connection.is_default', whose);

const roomOf = (booking: NewBooking, value = 'jitsi'): BookingLocation => {
  const link = booking.location?.link ?? booking.room;
  return { type: 'integration', value, ...present({ link }) };
};

/** A booking that moves takes its meeting along, if who held it holds the new one too. */
async function settled(
  trx: Database,
  app: ProviderApp,
  found: Connection | undefined,
  booking: NewBooking,
): Promise<BookingLocation> {
  if (found === undefined) return roomOf({ ...booking, location: null });
  const { rescheduledFromUid: uid, location } = booking;
  const meeting = trx('booking_meeting')
    .join('booking', 'booking.id', 'booking_meeting.booking_id')
    .where({ 'booking.uid': uid, conferencing_app_id: found.id });
  const goesAlong = location?.link !== undefined && (await meeting.first('meeting_id')) !== undefined;
  return { type: 'integration', value: app, ...(goesAlong ? { link: location.link } : {}) };
}

/** Whatever else a location is, it stays as it was chosen. */
export async function settledLocation(trx: Database, booking: NewBooking): Promise<BookingLocation | null> {
  const { location, eventTypeId, hostIds } = booking;
  const whose = { eventTypeId, hostId: hostIds[0] };
  if (location?.type === 'organizersDefaultApp') {
    const found = await defaultFor(trx, whose);
    const isRoom = found === undefined || !needsAccount(found.app);
    return isRoom ? roomOf(booking) : settled(trx, found.app, found, booking);
  }
  const app = location?.type === 'integration' ? appNamed(location.value ?? '') : undefined;
  if (app === undefined || location === null) return location;
  return needsAccount(app)
    ? settled(trx, app, await connectionFor(trx, app, whose), booking)
    : roomOf(booking, location.value);
}

const MOVE = `
update booking_meeting set booking_id = :id
where booking_id = (select id from booking where uid = :fromUid and rescheduled_to_uid = :uid)`;

/** The name of a room, as the server of rooms knows it. */
export const roomName = (link: string): string => link.slice(link.lastIndexOf('/') + 1);

/** What later words about a meeting find the booking by. */
async function noteMeeting(trx: Database, { id, uid, location, rescheduledFromUid }: Booking): Promise<void> {
  if (rescheduledFromUid !== null) await trx.raw(MOVE, { id, uid, fromUid: rescheduledFromUid });
  if (location?.type !== 'integration' || location.link === undefined || providerAppOf(location)) return;
  await trx('booking_meeting')
    .insert({ booking_id: id, app: 'jitsi', meeting_id: roomName(location.link) })
    .onConflict()
    .ignore();
}

/** It has its place, but not yet where that is. */
const waitsForLink = ({ status, location }: Booking): boolean =>
  status === 'accepted' && providerAppOf(location) !== undefined && location?.link === undefined;

const UNSENT = `kind = 'booking' and dead_at is null and lease is null and tries = 0
  and payload -> 'bookingIds' @> to_jsonb(cast(:id as integer))`;
const HOLD = `update job set due_at = now() + interval '2 minutes' where ${UNSENT}`;
// Their index finds those of the booking; what is due later is far more.
const RELEASE = `
update job set due_at = now()
where id = any(array(select id from job where ${UNSENT})) and due_at > now() and lease is null and tries = 0
returning id`;

/** How many there were that nobody has got yet. */
export async function releaseMails(trx: Database, id: number): Promise<number> {
  return (await trx.raw<{ rows: readonly object[] }>(RELEASE, { id })).rows.length;
}

const HELD = `select booking_id as id from booking_meeting where booking_id = any(:ids) and app <> 'jitsi'`;

/** Links that jobs bring are not news to the jobs. */
const isOurs = ({ change }: ChangedBooking): boolean => change?.set.location?.type === 'integration';

export async function enqueueConferences(trx: Database, changed: readonly ChangedBooking[]): Promise<void> {
  const news = changed.filter((told) => !isOurs(told));
  for (const { done, booking } of news) if (done === 'created') await noteMeeting(trx, booking);
  const ids = news.map(({ booking }) => booking.id);
  const waiting = news.map(({ booking }) => booking).filter(waitsForLink);
  const { rows: held } = await trx.raw<{ rows: readonly { readonly id: number }[] }>(HELD, { ids });
  for (const { id } of waiting) await trx.raw(HOLD, { id });
  const bookingIds = [...new Set([...waiting, ...held].map(({ id }) => id))];
  await enqueue(
    trx,
    bookingIds.map((bookingId) => ({ kind: 'conference', payload: { bookingId } })),
  );
}
