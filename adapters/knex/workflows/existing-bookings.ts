/*
 * Reminders for bookings that exist when a workflow is created or changed: the first of them in its transaction, the rest
 * part by part in jobs, since a call has a second. Bookings that begin later find the workflow and plan by themselves.
 */
import { offsetMs, REMINDERS } from '../../../src/scheduling/workflows/plan.js';
import type { Trigger, WorkflowGroup } from '../../../src/scheduling/workflows/store.js';
import { eventTypesOf } from '../booking-rows/administered-bookings.js';
import type { Database } from '../connection.js';
import { enqueue } from '../jobs/jobs.js';
import { selectRows } from '../rows.js';
import { ACTIVE } from './workflow-plans.js';
import { triggerOf } from './workflow-rows.js';
import type { WorkflowRow } from './workflow-rows.js';

/** In one transaction. */
const PART = 1_000;

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
  and booking.id > :after
order by booking.id limit ${PART}`;

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

/**
 * A booking that has the reminder already keeps it, and one whose time has passed gets none. `after`: the last booking that
 * is planned.
 */
export async function planForExisting(trx: Database, id: number, trigger: Trigger, after = 0): Promise<void> {
  if (!REMINDERS.includes(trigger.type)) return;
  const rows = await selectRows<{ readonly id: number }>(trx, UPCOMING, { id, after });
  const bookingIds = rows.map((row) => row.id);
  const values = { id, trigger: trigger.type, offset: `${offsetMs(trigger)} milliseconds` };
  await trx.raw(PLAN, { ...values, bookingIds });
  const last = bookingIds[PART - 1];
  if (last !== undefined) await enqueue(trx, [{ kind: 'planning', payload: { workflow: id, after: last } }]);
}

/** With the workflow as it is now; a deleted one plans nothing. */
export async function planMore(trx: Database, id: number, after: number): Promise<void> {
  const row = await trx<WorkflowRow>('workflow').where({ id }).forKeyShare().first();
  if (row !== undefined) await planForExisting(trx, id, triggerOf(row.trigger, row), after);
}
