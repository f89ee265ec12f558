/*
 * Routing forms and their responses in the database. Answering locks the form, so that a response always fits the form that
 * routed it; changing a response locks that.
 */
import type { Actor } from '../../../src/events/audit-log.js';
import type { FormResponse, RoutingForm } from '../../../src/scheduling/routing-forms/routing-form.js';
import type {
  FormTarget,
  ListQuery,
  NewResponse,
  ResponseTarget,
  RoutingFormStore,
} from '../../../src/scheduling/routing-forms/store.js';
import { isId, isStorable, mustBeStorable } from '../../storable.js';
import { emit } from '../events/emit.js';
import type { Database } from '../connection.js';
import { formsOf, isAccessible, toForm, toResponse } from './routing-form-rows.js';
import type { ResponseRow } from './routing-form-rows.js';
import { responseEvent, writeResponse } from './responses.js';
import { inTransaction } from '../transaction.js';

interface Comparable {
  where(column: string, operator: string, value: Date): unknown;
  orderBy(column: string, order: string): unknown;
}

/** `table`: of the compared times. Rows of the very instant are neither before nor after it. */
function applyQuery(rows: Comparable, table: string, query: ListQuery): void {
  const bounds = [
    ['created_at', '>', query.afterCreatedAt],
    ['created_at', '<', query.beforeCreatedAt],
    ['updated_at', '>', query.afterUpdatedAt],
    ['updated_at', '<', query.beforeUpdatedAt],
  ] as const;
  for (const [column, operator, instant] of bounds)
    if (instant !== undefined) void rows.where(`${table}.${column}`, operator, new Date(instant));
  const { sortCreatedAt, sortUpdatedAt } = query;
  if (sortCreatedAt) void rows.orderBy(`${table}.created_at`, sortCreatedAt);
  if (sortUpdatedAt) void rows.orderBy(`${table}.updated_at`, sortUpdatedAt);
}

const bookedAs = (db: Database, uid: string) =>
  db('routing_form_response').where({ booking_uid: isStorable(uid) ? uid : '' });

const list =
  (db: Database): RoutingFormStore['list'] =>
  async (scope, { teamIds, routedToBookingUid: uid, ...page }) => {
    if (!isAccessible(scope, '')) return [];
    const rows = formsOf(db, scope);
    if (teamIds) void rows.whereIn('routing_form.team_id', teamIds.filter(isId));
    if (uid !== undefined) void rows.whereIn('routing_form.id', bookedAs(db, uid).select('form_id'));
    applyQuery(rows, 'routing_form', page);
    void rows.orderBy(['routing_form.team_id', 'routing_form.position', 'routing_form.id']);
    return (await rows.limit(page.take).offset(page.skip)).map(toForm);
  };

async function find(db: Database, { scope, formId }: FormTarget): Promise<RoutingForm | undefined> {
  if (!isAccessible(scope, formId)) return undefined;
  const row = await formsOf(db, scope).where('routing_form.id', formId).first();
  return row && toForm(row);
}

/** Not changed until the transaction ends; other transactions may answer it too. */
async function lockForm(trx: Database, { scope, formId }: FormTarget): Promise<RoutingForm | undefined> {
  const rows = formsOf(trx, scope).where('routing_form.id', formId).forShare('routing_form');
  const row = await rows.first();
  return row && toForm(row);
}

const responsesOf = (db: Database, formId: string) =>
  db<ResponseRow>('routing_form_response').where({ form_id: formId }).whereNull('queued_id');

const responses =
  (db: Database): RoutingFormStore['responses'] =>
  async (target, { routedToBookingUid: uid, ...page }) => {
    const form = await find(db, target);
    if (form === undefined) return undefined;
    const rows = responsesOf(db, form.id);
    if (uid !== undefined) void rows.where({ booking_uid: isStorable(uid) ? uid : '' });
    applyQuery(rows, 'routing_form_response', page);
    return (await rows.orderBy('id').limit(page.take).offset(page.skip)).map(toResponse);
  };

async function add(
  trx: Database,
  target: FormTarget,
  response: NewResponse,
  actor: Actor,
): Promise<FormResponse | 'changed' | undefined> {
  const form = await lockForm(trx, target);
  if (form === undefined) return undefined;
  if (form.version !== response.version || form.disabled) return 'changed';
  return writeResponse(trx, form, response, actor);
}

/** With its form; locked until the transaction ends. */
async function lockResponse(trx: Database, { responseId, ...target }: ResponseTarget) {
  const form = await lockForm(trx, target);
  const row = form && (await responsesOf(trx, form.id).where({ id: responseId }).forUpdate().first());
  return form && row && { form, response: toResponse(row) };
}

async function amend(
  trx: Database,
  target: ResponseTarget,
  amended: Parameters<RoutingFormStore['amend']>[1],
  actor: Actor,
): Promise<FormResponse | undefined> {
  const locked = await lockResponse(trx, target);
  if (locked === undefined) return undefined;
  const { form, response } = locked;
  const answers = amended(form, response);
  mustBeStorable(answers);
  const [row] = await trx<ResponseRow>('routing_form_response')
    .where({ id: response.id })
    .update({ answers: trx.raw('?::jsonb', [JSON.stringify(answers)]), updated_at: trx.fn.now(3) })
    .returning('*');
  await emit(trx, actor, responseEvent('changed', response));
  return row && toResponse(row);
}

async function discard(
  trx: Database,
  target: ResponseTarget,
  actor: Actor,
): Promise<FormResponse | undefined> {
  const { response } = (await lockResponse(trx, target)) ?? {};
  if (response === undefined) return undefined;
  await trx('routing_form_response').where({ id: response.id }).delete();
  await emit(trx, actor, responseEvent('deleted', response));
  return response;
}

const isTarget = ({ scope, formId, responseId }: ResponseTarget): boolean =>
  isAccessible(scope, formId) && isId(responseId);

export const createRoutingFormStore = (db: Database): RoutingFormStore => ({
  list: list(db),
  find: (target) => find(db, target),
  responses: responses(db),
  async record(target, response, actor) {
    mustBeStorable(response);
    if (!isAccessible(target.scope, target.formId)) return undefined;
    return inTransaction(db, (trx) => add(trx, target, response, actor));
  },
  amend: async (target, amended, actor) =>
    isTarget(target) ? inTransaction(db, (trx) => amend(trx, target, amended, actor)) : undefined,
  discard: async (target, actor) =>
    isTarget(target) ? inTransaction(db, (trx) => discard(trx, target, actor)) : undefined,
});
