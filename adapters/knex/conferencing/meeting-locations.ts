/*
 * The locations of online bookings, inside the transaction that writes them: a room at once, or a meeting that a job
 * creates at a provider. Mails wait a little for its link.
 */
import { present } from '../../../src/present.js';
import { appNamed, needsAccount, providerAppOf } from '../../../src/scheduling/event-types/meeting-apps.js';
import type { App, ProviderApp } from '../../../src/scheduling/event-types/meeting-apps.js';
import type { Booking, BookingLocation } from '../../../src/scheduling/bookings/booking.js';
import type { NewBooking } from '../../../src/scheduling/bookings/store.js';
import type { ChangedBooking } from '../../../src/scheduling/bookings/changed-booking.js';
import type { Database } from '../connection.js';
import { enqueue } from '../jobs/jobs.js';
import { selectRows } from '../rows.js';

/** The team of an event type; of a managed event type, that of its parent. */
export const TEAM = `(
  select coalesce(parent.team_id, kind.team_id) from event_type as kind
  left join event_type as parent on parent.id = kind.parent_id
  where kind.id = :eventTypeId)`;

const USABLE = `
select connection.id, connection.app from conferencing_app as connection
where not connection.invalid and (connection.account_id = :hostId or connection.team_id = ${TEAM})`;
const TEAM_FIRST = 'order by connection.team_id nulls last limit 1';

interface Holders {
  readonly eventTypeId: number | null;
  readonly hostId: number | null | undefined;
}
interface Connection {
  readonly id: number;
  readonly app: App;
}

async function firstConnection(
  trx: Database,
  condition: string,
  { eventTypeId, hostId = null, ...values }: Holders & { readonly app?: App },
): Promise<Connection | undefined> {
  const sql = `${USABLE} and ${condition} ${TEAM_FIRST}`;
  const { rows } = await trx.raw<{ rows: readonly Connection[] }>(sql, { eventTypeId, hostId, ...values });
  return rows[0];
}

/** Of the team, or else of the first host. */
export const connectionFor = (
  trx: Database,
  app: ProviderApp,
  holders: Holders,
): Promise<Connection | undefined> => firstConnection(trx, 'connection.app = :app', { ...holders, app });

const roomOf = (booking: NewBooking, value = 'jitsi'): BookingLocation => {
  const link = booking.location?.link ?? booking.room;
  return { type: 'integration', value, ...present({ link }) };
};

/** A rescheduled booking keeps its meeting if the connection is the same. */
async function meetingLocation(
  trx: Database,
  app: ProviderApp,
  connection: Connection | undefined,
  booking: NewBooking,
): Promise<BookingLocation> {
  if (connection === undefined) return roomOf({ ...booking, location: null });
  const { rescheduledFromUid: uid, location } = booking;
  const meeting = trx('booking_meeting')
    .join('booking', 'booking.id', 'booking_meeting.booking_id')
    .where({ 'booking.uid': uid, conferencing_app_id: connection.id });
  const keepsLink = location?.link !== undefined && (await meeting.first('meeting_id')) !== undefined;
  return { type: 'integration', value: app, ...(keepsLink ? { link: location.link } : {}) };
}

/** Other locations stay unchanged. */
export async function resolveLocation(trx: Database, booking: NewBooking): Promise<BookingLocation | null> {
  const { location, eventTypeId, hostIds } = booking;
  const holders = { eventTypeId, hostId: hostIds[0] };
  if (location?.type === 'organizersDefaultApp') {
    const connection = await firstConnection(trx, 'connection.is_default', holders);
    const isRoom = connection === undefined || !needsAccount(connection.app);
    return isRoom ? roomOf(booking) : meetingLocation(trx, connection.app, connection, booking);
  }
  const app = location?.type === 'integration' ? appNamed(location.value ?? '') : undefined;
  if (app === undefined || location === null) return location;
  return needsAccount(app)
    ? meetingLocation(trx, app, await connectionFor(trx, app, holders), booking)
    : roomOf(booking, location.value);
}

const MOVE = `
update booking_meeting set booking_id = :id
where booking_id = (select id from booking where uid = :fromUid and rescheduled_to_uid = :uid)`;

/** Name of a room on the video server. */
export const roomName = (link: string): string => link.slice(link.lastIndexOf('/') + 1);

/** Events of a meeting find the booking by the name of its room. */
async function recordMeeting(
  trx: Database,
  { id, uid, location, rescheduledFromUid }: Booking,
): Promise<void> {
  if (rescheduledFromUid !== null) await trx.raw(MOVE, { id, uid, fromUid: rescheduledFromUid });
  if (location?.type !== 'integration' || location.link === undefined || providerAppOf(location)) return;
  await trx('booking_meeting')
    .insert({ booking_id: id, app: 'jitsi', meeting_id: roomName(location.link) })
    .onConflict()
    .ignore();
}

const waitsForLink = ({ status, location }: Booking): boolean =>
  status === 'accepted' && providerAppOf(location) !== undefined && location?.link === undefined;

const UNSENT = `kind = 'booking' and dead_at is null and lease is null and tries = 0
  and payload -> 'bookingIds' @> to_jsonb(cast(:id as integer))`;
const HOLD = `update job set due_at = now() + interval '2 minutes' where ${UNSENT}`;
// The index finds the jobs of the booking; far more jobs are due later.
const RELEASE = `
update job set due_at = now()
where id = any(array(select id from job where ${UNSENT})) and due_at > now() and lease is null and tries = 0
returning id`;

/** The number of mails that were not sent yet. */
export async function releaseMails(trx: Database, id: number): Promise<number> {
  return (await trx.raw<{ rows: readonly object[] }>(RELEASE, { id })).rows.length;
}

const WITH_MEETING = `select booking_id as id from booking_meeting where booking_id = any(:ids) and app <> 'jitsi'`;

/** Nothing was created for it at a provider yet. */
const isNew = ({ done, booking }: ChangedBooking): boolean =>
  done === 'created' && booking.rescheduledFromUid === null;

/** Of these bookings, those with a meeting at a provider. */
async function withMeeting(
  trx: Database,
  ids: readonly number[],
): Promise<readonly { readonly id: number }[]> {
  return ids.length === 0 ? [] : selectRows(trx, WITH_MEETING, { ids });
}

/** The location was set by a conference job. */
const isOwnChange = ({ change }: ChangedBooking): boolean => change?.set.location?.type === 'integration';

export async function enqueueConferences(trx: Database, changed: readonly ChangedBooking[]): Promise<void> {
  const events = changed.filter((event) => !isOwnChange(event));
  for (const { done, booking } of events) if (done === 'created') await recordMeeting(trx, booking);
  const existing = events.filter((event) => !isNew(event)).map(({ booking }) => booking.id);
  const waiting = events.map(({ booking }) => booking).filter(waitsForLink);
  for (const { id } of waiting) await trx.raw(HOLD, { id });
  const due = [...waiting, ...(await withMeeting(trx, existing))];
  const bookingIds = [...new Set(due.map(({ id }) => id))];
  await enqueue(
    trx,
    bookingIds.map((bookingId) => ({ kind: 'conference', payload: { bookingId } })),
  );
}
