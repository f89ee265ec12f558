/*
 * Calendar jobs: read the busy times of a calendar, write the event of a booking. Jobs of one connection share its
 * concurrency limit; jobs of one event run in order.
 */
import type { NewJob } from '../../../src/jobs/store.js';
import type { JobPayloads } from '../../../src/jobs/kinds.js';
import type { ChangedBooking } from '../../../src/scheduling/bookings/changed-booking.js';
import { DESTINATION_ID } from '../event-types/calendar-destinations.js';
import type { CalendarRow } from './calendar-rows.js';
import type { Database } from '../connection.js';
import { enqueue } from '../jobs/jobs.js';

const calendarJob = (payload: JobPayloads['calendar'], party: string, lane: string): NewJob => ({
  kind: 'calendar',
  payload: { ...payload },
  party,
  lane,
});

type DueCalendar = Pick<CalendarRow, 'id' | 'connection_id'>;

/** How often a selected calendar is read. */
const REFRESH_INTERVAL = `interval '5 minutes'`;

export async function enqueueRefreshes(trx: Database, calendars: readonly DueCalendar[]): Promise<void> {
  const ids = calendars.map(({ id }) => id);
  await trx('calendar')
    .whereIn('id', ids)
    .update({ refresh_at: trx.raw(`now() + ${REFRESH_INTERVAL}`) });
  const jobs = calendars.map(({ id, connection_id: connection }) =>
    calendarJob({ refresh: id }, `calendar:${connection}`, `calendar:${id}`),
  );
  await enqueue(trx, jobs);
}

const MAX_BATCH = 500;

const DUE = `
select calendar.id, calendar.connection_id from calendar
join calendar_connection as connection on connection.id = calendar.connection_id
join account on account.id = connection.account_id
where calendar.selected and calendar.refresh_at <= now()
  and not connection.invalid and account.disabled_at is null
order by calendar.refresh_at limit ${MAX_BATCH} for update of calendar skip locked`;

/** Called once a minute by every replica; a due calendar is planned by one of them. */
export const planRefreshes = (db: Database): Promise<void> =>
  db.transaction(async (trx) => {
    const { rows } = await trx.raw<{ rows: readonly DueCalendar[] }>(DUE);
    await enqueueRefreshes(trx, rows);
  });

const hostsOf = ({ booking, change }: ChangedBooking): readonly number[] => [
  ...booking.hosts.map(({ id }) => id),
  ...(change?.released ?? []),
  ...(change?.handOver === undefined ? [] : [change.handOver.fromId]),
];

// Also every host whose calendar already has the event.
const CALENDAR_OWNERS = `
select account.id from account left join event_type on event_type.id = cast(:eventTypeId as integer)
where account.id = any(:hostIds) and ${DESTINATION_ID} is not null
union select account_id from calendar_event where ics_uid = :icsUid`;

interface HostsOfEvent {
  readonly eventTypeId: number | null;
  readonly hostIds: readonly number[];
}

/** For every host with a destination calendar. */
export async function enqueueCalendarWrites(
  trx: Database,
  changed: readonly ChangedBooking[],
): Promise<void> {
  const byUid = new Map<string, HostsOfEvent>();
  for (const change of changed) {
    const { icsUid, eventTypeId } = change.booking;
    const { hostIds } = byUid.get(icsUid) ?? { hostIds: [] };
    byUid.set(icsUid, { eventTypeId, hostIds: [...hostIds, ...hostsOf(change)] });
  }
  for (const [icsUid, { eventTypeId, hostIds }] of byUid) {
    const values = { icsUid, eventTypeId, hostIds: [...hostIds] };
    const { rows } = await trx.raw<{ rows: readonly { readonly id: number }[] }>(CALENDAR_OWNERS, values);
    const jobs = rows.map(({ id }) =>
      calendarJob({ write: { accountId: id, icsUid } }, `calendar-of:${id}`, `event:${id}:${icsUid}`),
    );
    await enqueue(trx, jobs);
  }
}
