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

/** For every host with a destination calendar, and every host whose calendar already has the event. */
export const CALENDARS_OF_BOOKINGS = `
select wanted.ics_uid, account.id as account_id
from json_to_recordset(cast(:wanted as json)) as wanted (ics_uid text, event_type_id integer, host_id integer)
join account on account.id = wanted.host_id
left join event_type on event_type.id = wanted.event_type_id
where ${DESTINATION_ID} is not null
union select ics_uid, account_id from calendar_event where ics_uid = any(:icsUids)`;

export interface CalendarMatch {
  readonly ics_uid: string;
  readonly account_id: number;
}

/** The values of `CALENDARS_OF_BOOKINGS`. */
export function calendarValues(changed: readonly ChangedBooking[]) {
  const wanted = changed.flatMap((event) =>
    hostsOf(event).map((host_id) => ({
      ics_uid: event.booking.icsUid,
      event_type_id: event.booking.eventTypeId,
      host_id,
    })),
  );
  const icsUids = [...new Set(changed.map(({ booking }) => booking.icsUid))];
  return { wanted: JSON.stringify(wanted), icsUids };
}

/** `matches`: rows of `CALENDARS_OF_BOOKINGS`. */
export const enqueueCalendarWrites = (trx: Database, matches: readonly CalendarMatch[]): Promise<void> =>
  enqueue(
    trx,
    matches.map(({ ics_uid: icsUid, account_id: id }) =>
      calendarJob({ write: { accountId: id, icsUid } }, `calendar-of:${id}`, `event:${id}:${icsUid}`),
    ),
  );
