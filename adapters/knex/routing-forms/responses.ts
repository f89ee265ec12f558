/*
 * New responses: recorded at once, or queued until a booking is made with them. Their event is emitted, and webhooks and
 * workflows enqueued, in the same transaction.
 */
import type { Actor } from '../../../src/events/audit-log.js';
import type { BookOrder, Placed } from '../../../src/scheduling/bookings/store.js';
import type { FormResponse, RoutingForm } from '../../../src/scheduling/routing-forms/routing-form.js';
import { responseCreated } from '../../../src/scheduling/webhooks/form-events.js';
import type { NewResponse } from '../../../src/scheduling/routing-forms/store.js';
import { isId, isStorable } from '../../storable.js';
import { emit } from '../events/emit.js';
import type { Database } from '../connection.js';
import { enqueueFormWebhooks } from '../webhooks/form-webhooks.js';
import { formsIn, TEAMS_OF_MEMBER, toForm, toResponse } from './routing-form-rows.js';
import type { ResponseRow } from './routing-form-rows.js';
import { planFormWorkflows } from '../workflows/workflow-plans.js';

export const responseEvent = (
  verb: 'changed' | 'deleted',
  { id, formId }: Pick<FormResponse, 'id' | 'formId'>,
) => ({
  action: `routing_form_response.${verb}` as const,
  subject: `routing_form:${formId}`,
  facts: { responseId: id },
});

async function emitCreated(trx: Database, form: RoutingForm, row: ResponseRow, actor: Actor): Promise<void> {
  const { action, fallback } = row;
  const response = toResponse(row);
  const event = { form, response, action, fallback };
  await emit(trx, actor, responseCreated(event));
  await enqueueFormWebhooks(trx, event);
  await planFormWorkflows(trx, { formId: form.id, responseId: response.id, at: response.createdAt });
}

const columns = (formId: string, response: NewResponse) => ({
  form_id: formId,
  filler_id: response.fillerId,
  answers: JSON.stringify(response.answers),
  action: JSON.stringify(response.action),
  fallback: response.fallback,
  event_type_id: response.action.kind === 'event_type' ? response.action.eventTypeId : null,
  queued_id: response.queuedId ?? null,
});

/** A queued one emits no event. */
export async function writeResponse(
  trx: Database,
  form: RoutingForm,
  response: NewResponse,
  actor: Actor,
): Promise<FormResponse> {
  const rows = trx('routing_form_response').insert(columns(form.id, response));
  const [row] = await rows.returning<ResponseRow[]>('*');
  if (row === undefined) throw new Error('the response was not written');
  if (response.queuedId === undefined) await emitCreated(trx, form, row, actor);
  return toResponse(row);
}

interface Booked {
  readonly eventTypeId: number;
  readonly bookingUid: string;
}

/** The random id of a queued response authorizes the caller. From now on it is recorded. */
async function claimQueued(trx: Database, queuedId: string, booked: Booked, actor: Actor): Promise<void> {
  const [row] = await trx<ResponseRow & { event_type_id: number; queued_id: string | null }>(
    'routing_form_response',
  )
    .where({ queued_id: queuedId, event_type_id: booked.eventTypeId })
    .update({
      queued_id: null,
      booking_uid: booked.bookingUid,
      created_at: trx.fn.now(3),
      updated_at: trx.fn.now(3),
    })
    .returning('*');
  if (row === undefined) return;
  const form = await findForm(trx, row.form_id);
  if (form) await emitCreated(trx, form, row, actor);
}

async function findForm(trx: Database, formId: string): Promise<RoutingForm | undefined> {
  const row = await formsIn(trx, 'select id from team', 0).where('routing_form.id', formId).first();
  return row && toForm(row);
}

/** Its id is no secret, so that only members of the form's group link a booking to it, and once. */
async function claimRecorded(trx: Database, id: number, memberId: number, booked: Booked): Promise<void> {
  const forms = formsIn(trx, TEAMS_OF_MEMBER, memberId).clearSelect().select('routing_form.id');
  await trx('routing_form_response')
    .where({ id, event_type_id: booked.eventTypeId })
    .whereNull('booking_uid')
    .whereNull('queued_id')
    .whereIn('form_id', forms)
    .update({ booking_uid: booked.bookingUid, updated_at: trx.fn.now(3) });
}

/** Ignores a response that does not exist or led elsewhere: the booking is made anyway. */
export async function linkResponse(
  trx: Database,
  { routing, eventTypeId }: Pick<BookOrder, 'routing' | 'eventTypeId'>,
  [first]: readonly Placed[],
  actor: Actor,
): Promise<void> {
  if (routing === undefined || first === undefined) return;
  const { queuedResponseId, responseId, memberId } = routing;
  const booked = { eventTypeId, bookingUid: first.booking.uid };
  if (queuedResponseId !== undefined && isStorable(queuedResponseId))
    await claimQueued(trx, queuedResponseId, booked, actor);
  if (responseId !== undefined && memberId !== undefined && isId(responseId))
    await claimRecorded(trx, responseId, memberId, booked);
}

const QUEUED_DAYS = 7;

/** Deletes old queued responses without a booking. */
export const sweepQueuedResponses = (db: Database): Promise<unknown> =>
  db.raw(
    `delete from routing_form_response
     where queued_id is not null and created_at < now() - interval '${QUEUED_DAYS} days'`,
  );
