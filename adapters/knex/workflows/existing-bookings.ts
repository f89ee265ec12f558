/*
 * Reminders for bookings that exist when a workflow is created or changed. The bookings are selected once and planned in
 * parts, in statements that each take a fraction of the time a statement has.
 */
import { offsetMs, REMINDERS } from '../../../src/scheduling/workflows/plan.js';
import type { Trigger, WorkflowGroup } from '../../../src/scheduling/workflows/store.js';
import { eventTypesOf } from '../booking-rows/administered-bookings.js';
import type { Database } from '../connection.js';
import { selectRows } from '../rows.js';
import { ACTIVE } from './workflow-plans.js';

const MAX_ROWS = 1_000;

const LOCK = `
select id from event_type where id in (${eventTypesOf('select cast(:teamId as integer)')}) order by id for update`;

/**
 * Bookings share the lock of their event type: those that have begun end first, and later ones find the workflow. Called
 * before the workflow is locked, which bookings lock last.
 */
export async function lockEventTypes(trx: Database, { teamId, kind }: WorkflowGroup): Promise<void> {
  if (kind === 'event-type') await trx.raw(LOCK, { teamId });
}

// No booking is longer than a day.
const UPCOMING = `
select booking.id from booking
where booking.event_type_id = any(array(
    select booked.id from event_type as booked
    left join event_type as parent on parent.id = booked.parent_id
    join workflow on workflow.id = :id and ${ACTIVE}))
  and booking.status = 'accepted' and booking.starts_at > now() - interval '1 day' and booking.ends_at > now()
order by booking.id`;

const PLAN = `
with due as (
  select id, case when :trigger = 'beforeEvent' then starts_at - cast(:offset as interval)
    else ends_at + cast(:offset as interval) end as at
  from booking where id = any(:bookingIds)
), planned as (
  insert into workflow_occasion (id, workflow_id, trigger, key, booking_id, due_at)
  select gen_random_uuid(), :id, :trigger, :trigger, due.id, due.at from due where due.at > now()
  on conflict do nothing
  returning id, due_at
)
insert into job (id, kind, payload, due_at)
select id, 'workflow', jsonb_build_object('occasion', id), due_at from planned`;

/** A booking that has the reminder already keeps it, and one whose time has passed gets none. */
export async function planForExisting(trx: Database, id: number, trigger: Trigger): Promise<void> {
  if (!REMINDERS.includes(trigger.type)) return;
  const bookingIds = (await selectRows<{ readonly id: number }>(trx, UPCOMING, { id })).map((row) => row.id);
  const values = { id, trigger: trigger.type, offset: `${offsetMs(trigger)} milliseconds` };
  for (let from = 0; from < bookingIds.length; from += MAX_ROWS)
    await trx.raw(PLAN, { ...values, bookingIds: bookingIds.slice(from, from + MAX_ROWS) });
}
