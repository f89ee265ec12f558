/*
 * What workflows will send, planned in the transaction of its cause. An occasion and the job that waits for its moment
 * share an id and come and go together; the unique keys of the table let none come twice.
 */
import { v7 as uuidv7 } from 'uuid';
import type { EventType } from '../../../src/scheduling/event-types/event-type.js';
import { momentOf, occasionsOf, offsetMs, overtakenBy } from '../../../src/scheduling/workflows/plan.js';
import type { NewOccasion } from '../../../src/scheduling/workflows/plan.js';
import type { BookingTrigger, FormTrigger, Trigger } from '../../../src/scheduling/workflows/store.js';
import type { ChangedBooking } from '../../../src/scheduling/bookings/changed-booking.js';
import type { Database } from '../connection.js';
import { enqueue } from '../jobs/jobs.js';
import { triggerOf } from './workflow-rows.js';

interface MatchRow {
  readonly workflow_id: number;
  readonly offset_value: number | null;
  readonly offset_unit: 'minute' | 'hour' | 'day' | null;
}

// What a member has of a managed event type counts as that one.
const ACTIVE = `workflow.team_id = coalesce(booked.team_id, parent.team_id) and workflow.kind = 'event-type'
  and (workflow.everywhere or exists (
    select from workflow_event_type as active
    where active.workflow_id = workflow.id and active.event_type_id in (booked.id, booked.parent_id)))`;

// Whoever deletes a workflow waits, or is waited for.
const WAITING_FOR_BOOKINGS = `
select workflow.id as workflow_id, workflow.trigger, workflow.offset_value, workflow.offset_unit,
  booked.id as event_type_id
from event_type as booked
left join event_type as parent on parent.id = booked.parent_id
join workflow on ${ACTIVE} and workflow.trigger = any(:triggers)
where booked.id = any(:eventTypeIds)
order by workflow.id
for key share of workflow`;

type BookingMatch = MatchRow & { readonly trigger: BookingTrigger; readonly event_type_id: number };

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
  const made = await trx('workflow_occasion')
    .insert(rows)
    .onConflict()
    .ignore()
    .returning<{ readonly id: string; readonly due_at: Date }[]>(['id', 'due_at']);
  await enqueue(
    trx,
    made.map(({ id, due_at: dueAt }) => ({ id, kind: 'workflow', payload: { occasion: id }, dueAt })),
  );
}

function plannedOf(
  match: BookingMatch,
  { booking, trigger, key, attendeeId }: NewOccasion,
): readonly Planned[] {
  if (match.event_type_id !== booking.eventTypeId || match.trigger !== trigger) return [];
  const moment = momentOf(triggerOf(trigger, match), booking);
  if (moment === undefined) return [];
  const of = {
    workflow_id: match.workflow_id,
    booking_id: booking.id,
    ...(attendeeId && { attendee_id: attendeeId }),
  };
  return [{ ...of, trigger, key, due_at: new Date(moment) }];
}

/** Of those that fit `condition` on workflow_occasion, all whose moment has not come. */
export async function dropWaiting(
  trx: Database,
  condition: string,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  await trx.raw(
    `with dropped as (delete from workflow_occasion where done_at is null and (${condition}) returning id)
     delete from job where id in (select id from dropped)`,
    { ...values },
  );
}

/** Called by whoever writes bookings, in the same transaction. */
export async function planWorkflows(trx: Database, changed: readonly ChangedBooking[]): Promise<void> {
  const overtaken = overtakenBy(changed);
  if (overtaken.length > 0) await dropWaiting(trx, 'booking_id = any(:ids)', { ids: [...overtaken] });
  const occasions = occasionsOf(changed);
  const eventTypeIds = [...new Set(occasions.flatMap(({ booking }) => booking.eventTypeId ?? []))];
  if (eventTypeIds.length === 0) return;
  const triggers = [...new Set(occasions.map(({ trigger }) => trigger))];
  const { rows } = await trx.raw<{ rows: readonly BookingMatch[] }>(WAITING_FOR_BOOKINGS, {
    ...{ triggers, eventTypeIds },
  });
  await insertPlanned(
    trx,
    rows.flatMap((match) => occasions.flatMap((occasion) => plannedOf(match, occasion))),
  );
}

const WANTS_NUMBER = `
select exists (
  select from event_type as booked
  left join event_type as parent on parent.id = booked.parent_id
  join workflow on ${ACTIVE}
  join workflow_step as step on step.workflow_id = workflow.id
  where booked.id = :id and step.phone_required) as wanted`;

/** Whether a workflow that is active on the event type writes to a number that every attendee has to leave. */
export async function wantsNumber(
  trx: Database,
  { id, teamId, parentId }: Pick<EventType, 'id' | 'teamId' | 'parentId'>,
): Promise<boolean> {
  if (teamId === null && parentId === undefined) return false;
  const { rows } = await trx.raw<{ rows: readonly { readonly wanted: boolean }[] }>(WANTS_NUMBER, { id });
  return rows[0]?.wanted === true;
}

const WAITING_FOR_FORMS = `
select workflow.id as workflow_id, workflow.trigger, workflow.offset_value, workflow.offset_unit
from routing_form
join workflow on workflow.team_id = routing_form.team_id and workflow.kind = 'routing-form'
where routing_form.id = :formId
  and (workflow.everywhere or exists (
    select from workflow_form as active
    where active.workflow_id = workflow.id and active.form_id = routing_form.id))
order by workflow.id
for key share of workflow`;

export interface FilledIn {
  readonly formId: string;
  readonly responseId: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Called by whoever writes a response to a routing form, in the same transaction; once it counts as one. */
export async function planFormWorkflows(trx: Database, { formId, responseId, at }: FilledIn): Promise<void> {
  const { rows } = await trx.raw<{ rows: readonly (MatchRow & { readonly trigger: FormTrigger })[] }>(
    WAITING_FOR_FORMS,
    { formId },
  );
  await insertPlanned(
    trx,
    rows.map((match) => ({
      ...{ workflow_id: match.workflow_id, response_id: responseId },
      ...{ trigger: match.trigger, key: match.trigger },
      due_at: new Date(at + offsetMs(triggerOf(match.trigger, match))),
    })),
  );
}

/** Of a workflow that has changed: its trigger is another one, or it is no longer active there. */
const NO_LONGER = `workflow_id = :id and (
  trigger <> all(:kept)
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
    when booking.id is null then waiting.created_at + cast(:offset as interval)
    else booking.starts_at + cast(:offset as interval) end
  from workflow_occasion as waiting left join booking on booking.id = waiting.booking_id
  where waiting.id = occasion.id and occasion.workflow_id = :id and occasion.done_at is null
  returning occasion.id, occasion.due_at)
update job set due_at = moved.due_at from moved where job.id = moved.id and job.lease is null`;

/** One of them may become the other. */
const REMINDERS: readonly Trigger['type'][] = ['beforeEvent', 'afterEvent'];

/**
 * What waits of a workflow follows its change: it moves to the new moment, and comes at once when that is over, or goes.
 * What it did not wait for is not planned afterwards. The caller holds the workflow.
 */
export async function replan(trx: Database, id: number, trigger: Trigger): Promise<void> {
  const kept = REMINDERS.includes(trigger.type) ? REMINDERS : [trigger.type];
  await dropWaiting(trx, NO_LONGER, { id, kept: [...kept] });
  if (trigger.offset === null) return;
  await trx.raw(MOVE, { id, trigger: trigger.type, offset: `${offsetMs(trigger)} milliseconds` });
}

/** An occasion is kept for as long as its jobs are. */
export async function sweepWorkflows(db: Database): Promise<void> {
  await db.raw(`delete from workflow_occasion where due_at < now() - interval '30 days'`);
}
