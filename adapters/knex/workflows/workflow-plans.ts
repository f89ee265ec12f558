/*
 * Occasions of workflows, planned in the transaction of their event. An occasion and its job share an id and are created
 * and deleted together; unique keys of the table prevent duplicates.
 */
import { v7 as uuidv7 } from 'uuid';
import { present } from '../../../src/present.js';
import type { EventType } from '../../../src/scheduling/event-types/event-type.js';
import {
  dueTimeOf,
  endedBookings,
  occasionsOf,
  offsetMs,
  REMINDERS,
} from '../../../src/scheduling/workflows/plan.js';
import type { NewOccasion } from '../../../src/scheduling/workflows/plan.js';
import type { BookingTrigger, FormTrigger, Trigger } from '../../../src/scheduling/workflows/store.js';
import type { ChangedBooking } from '../../../src/scheduling/bookings/changed-booking.js';
import type { Database } from '../connection.js';
import { enqueue } from '../jobs/jobs.js';
import { selectRows } from '../rows.js';
import { triggerOf } from './workflow-rows.js';

interface MatchRow {
  readonly workflow_id: number;
  readonly offset_value: number | null;
  readonly offset_unit: 'minute' | 'hour' | 'day' | null;
}

// A member's copy of a managed event type counts as that one.
export const ACTIVE = `workflow.team_id = coalesce(booked.team_id, parent.team_id) and workflow.kind = 'event-type'
  and (workflow.everywhere or exists (
    select from workflow_event_type as active
    where active.workflow_id = workflow.id and active.event_type_id in (booked.id, booked.parent_id)))`;

// Deleting a workflow and planning with it exclude each other.
export const WORKFLOWS_OF_BOOKINGS = `
select workflow.id as workflow_id, workflow.trigger, workflow.offset_value, workflow.offset_unit,
  booked.id as event_type_id
from event_type as booked
left join event_type as parent on parent.id = booked.parent_id
join workflow on ${ACTIVE} and workflow.trigger = any(:triggers)
where booked.id = any(:eventTypeIds)
order by workflow.id
for key share of workflow`;

export type BookingMatch = MatchRow & { readonly trigger: BookingTrigger; readonly event_type_id: number };

interface Planned {
  readonly workflow_id: number;
  readonly trigger: string;
  readonly key: string;
  readonly booking_id?: number;
  readonly attendee_id?: number;
  readonly response_id?: number;
  readonly due_at: Date;
}

async function insertPlanned(trx: Database, planned: readonly Planned[]): Promise<void> {
  if (planned.length === 0) return;
  const rows = planned.map((one) => ({ id: uuidv7(), ...one }));
  const inserted = await trx('workflow_occasion')
    .insert(rows)
    .onConflict()
    .ignore()
    .returning<{ readonly id: string; readonly due_at: Date }[]>(['id', 'due_at']);
  await enqueue(
    trx,
    inserted.map(({ id, due_at: dueAt }) => ({ id, kind: 'workflow', payload: { occasion: id }, dueAt })),
  );
}

function plannedOf(
  match: BookingMatch,
  { booking, trigger, key, attendeeId }: NewOccasion,
): readonly Planned[] {
  if (match.event_type_id !== booking.eventTypeId || match.trigger !== trigger) return [];
  const dueTime = dueTimeOf(triggerOf(trigger, match), booking);
  if (dueTime === undefined) return [];
  const subject = { booking_id: booking.id, ...present({ attendee_id: attendeeId }) };
  return [{ workflow_id: match.workflow_id, ...subject, trigger, key, due_at: new Date(dueTime) }];
}

/** Deletes pending occasions for which `condition` on workflow_occasion holds. */
export async function deletePending(
  trx: Database,
  condition: string,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  await trx.raw(
    `with deleted as (delete from workflow_occasion where done_at is null and (${condition}) returning id)
     delete from job where id in (select id from deleted)`,
    { ...values },
  );
}

/** The values of `WORKFLOWS_OF_BOOKINGS`. */
export function workflowValues(changed: readonly ChangedBooking[]) {
  const occasions = occasionsOf(changed);
  return {
    triggers: [...new Set(occasions.map(({ trigger }) => trigger))],
    eventTypeIds: [...new Set(occasions.flatMap(({ booking }) => booking.eventTypeId ?? []))],
  };
}

/** Called in the transaction that changes the bookings; `matches`: rows of `WORKFLOWS_OF_BOOKINGS`. */
export async function planWorkflows(
  trx: Database,
  changed: readonly ChangedBooking[],
  matches: readonly BookingMatch[],
): Promise<void> {
  const ids = endedBookings(changed);
  if (ids.length > 0) await deletePending(trx, 'booking_id = any(:ids)', { ids: [...ids] });
  const occasions = occasionsOf(changed);
  await insertPlanned(
    trx,
    matches.flatMap((match) => occasions.flatMap((occasion) => plannedOf(match, occasion))),
  );
}

const REQUIRES_PHONE = `
select 1 from event_type as booked
left join event_type as parent on parent.id = booked.parent_id
join workflow on ${ACTIVE}
join workflow_step as step on step.workflow_id = workflow.id
where booked.id = :id and step.phone_required limit 1`;

/** Whether an active workflow sends text messages to a phone number that every attendee must leave. */
export async function requiresPhone(
  trx: Database,
  { id, teamId, parentId }: Pick<EventType, 'id' | 'teamId' | 'parentId'>,
): Promise<boolean> {
  if (teamId === null && parentId === undefined) return false;
  return (await selectRows(trx, REQUIRES_PHONE, { id })).length > 0;
}

const FOR_FORMS = `
select workflow.id as workflow_id, workflow.trigger, workflow.offset_value, workflow.offset_unit
from routing_form
join workflow on workflow.team_id = routing_form.team_id and workflow.kind = 'routing-form'
where routing_form.id = :formId
  and (workflow.everywhere or exists (
    select from workflow_form as active
    where active.workflow_id = workflow.id and active.form_id = routing_form.id))
order by workflow.id
for key share of workflow`;

export interface NewFormResponse {
  readonly formId: string;
  readonly responseId: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Called in the transaction that creates a response to a routing form. */
export async function planFormWorkflows(
  trx: Database,
  { formId, responseId, at }: NewFormResponse,
): Promise<void> {
  type FormMatch = MatchRow & { readonly trigger: FormTrigger };
  const matches = await selectRows<FormMatch>(trx, FOR_FORMS, { formId });
  await insertPlanned(
    trx,
    matches.map((match) => ({
      ...{ workflow_id: match.workflow_id, response_id: responseId },
      ...{ trigger: match.trigger, key: match.trigger },
      due_at: new Date(at + offsetMs(triggerOf(match.trigger, match))),
    })),
  );
}

/** Of a changed workflow: it has another trigger, or is no longer active there. */
const NO_LONGER = `workflow_id = :id and (
  trigger <> all(:triggers)
  or not exists (select from workflow where workflow.id = :id and workflow.everywhere)
    and not exists (
      select from booking join event_type on event_type.id = booking.event_type_id
      join workflow_event_type as active on active.event_type_id in (event_type.id, event_type.parent_id)
      where active.workflow_id = :id and booking.id = workflow_occasion.booking_id)
    and not exists (
      select from routing_form_response as response
      join workflow_form as active on active.form_id = response.form_id
      where active.workflow_id = :id and response.id = workflow_occasion.response_id))`;

const MOVE = `
with moved as (
  update workflow_occasion as occasion
  set trigger = :trigger, key = :trigger, due_at = case
    when :trigger = 'beforeEvent' then booking.starts_at - cast(:offset as interval)
    when :trigger = 'afterEvent' then booking.ends_at + cast(:offset as interval)
    when booking.id is null then pending.created_at + cast(:offset as interval)
    else booking.starts_at + cast(:offset as interval) end
  from workflow_occasion as pending left join booking on booking.id = pending.booking_id
  where pending.id = occasion.id and occasion.workflow_id = :id and occasion.done_at is null
  returning occasion.id, occasion.due_at)
update job set due_at = moved.due_at from moved where job.id = moved.id and job.lease is null`;

/**
 * Pending occasions of a changed workflow move to their new time, are sent at once when it has passed, or are deleted. The
 * caller locks the workflow.
 */
export async function replan(trx: Database, id: number, trigger: Trigger): Promise<void> {
  // A reminder before the event may become one after it.
  const triggers = REMINDERS.includes(trigger.type) ? REMINDERS : [trigger.type];
  await deletePending(trx, NO_LONGER, { id, triggers: [...triggers] });
  if (trigger.offset === null) return;
  await trx.raw(MOVE, { id, trigger: trigger.type, offset: `${offsetMs(trigger)} milliseconds` });
}

/** An occasion is kept as long as its jobs are. */
export async function sweepWorkflows(db: Database): Promise<void> {
  await db.raw(`delete from workflow_occasion where due_at < now() - interval '30 days'`);
}
