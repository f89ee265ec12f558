/*
 * What is to be done with calendars elsewhere, as jobs: read one again, write the event of a booking. Jobs of one person
 * are one party, since it is their server that is called; those about one event stand in one lane, so that a change is
 * never overtaken by the one before it.
 */
import type { NewJob } from '../../../src/jobs/store.js';
import type { CalendarTask } from '../../../src/scheduling/calendars/store.js';
import type { ChangedBooking } from '../../../src/scheduling/bookings/changed-booking.js';
import { DESTINATION_ID } from '../event-types/calendar-destinations.js';
import type { CalendarRow } from './calendar-rows.js';
import type { Database } from '../connection.js';
import { enqueue } from '../jobs/jobs.js';

const calendarJob = (task: CalendarTask, party: string, lane: string): NewJob => ({
  kind: 'calendar',
  payload: { ...task },
  party,
  lane,
});

type Due = Pick<CalendarRow, 'id' | 'connection_id'>;

/** How often a calendar that counts is read. */
const EVERY = `interval '5 minutes'`;

export async function enqueueRefreshes(trx: Database, calendars: readonly Due[]): Promise<void> {
  const ids = calendars.map(({ id }) => id);
  await trx('calendar')
    .whereIn('id', ids)
    .update({ refresh_at: trx.raw(`now() + ${EVERY}`) });
  const jobs = calendars.map(({ id, connection_id: connection }) =>
    calendarJob({ refresh: id }, `calendar:${connection}`, `calendar:${id}`),
  );
  await enqueue(trx, jobs);
}

const CONCURRENCY = 500;

const DUE = `
select calendar.id, calendar.connection_id from calendar
join calendar_connection as connection on connection.id = calendar.connection_id
join account on account.id = connection.account_id
where calendar.selected and calendar.refresh_at <= now()
  and not connection.invalid and account.disabled_at is null
order by calendar.refresh_at limit ${CONCURRENCY} for update of calendar skip locked`;

/** Called once a minute by every replica; of them one finds a calendar due. */
export const planRefreshes = (db: Database): Promise<void> =>
  db.transaction(async (trx) => {
    const { rows } = await trx.raw<{ rows: readonly Due[] }>(DUE);
    await enqueueRefreshes(trx, rows);
  });

const hostsOf = ({ booking, change }: ChangedBooking): readonly number[] => [
  ...booking.hosts.map(({ id }) => id),
  ...(change?.released ?? []),
  ...(change?.handOver === undefined ? [] : [change.handOver.fromId]),
];

// Whoever has the event already hears of it too, wherever new ones go.
const WRITERS = `
select account.id from account left join event_type on event_type.id = cast(:eventTypeId as integer)
where account.id = any(:hostIds) and ${DESTINATION_ID} is not null
union select account_id from calendar_event where ics_uid = :icsUid`;

interface Writers {
  readonly eventTypeId: number | null;
  readonly hostIds: readonly number[];
}

/** For every host whose calendar takes bookings: the event is written as the booking stands by then. */
export async function enqueueCalendarWrites(
  trx: Database,
  changed: readonly ChangedBooking[],
): Promise<void> {
  const byUid = new Map<string, Writers>();
  for (const told of changed) {
    const { icsUid, eventTypeId } = told.booking;
    const { hostIds } = byUid.get(icsUid) ?? { hostIds: [] };
    byUid.set(icsUid, { eventTypeId, hostIds: [...hostIds, ...hostsOf(told)] });
  }
  for (const [icsUid, { eventTypeId, hostIds }] of byUid) {
    const values = { icsUid, eventTypeId, hostIds: [...hostIds] };
    const { rows } = await trx.raw<{ rows: readonly { readonly id: number }[] }>(WRITERS, values);
    const jobs = rows.map(({ id }) =>
      calendarJob({ write: { accountId: id, icsUid } }, `calendar-of:${id}`, `event:${id}:${icsUid}`),
    );
    await enqueue(trx, jobs);
  }
}
