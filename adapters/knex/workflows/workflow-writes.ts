/* Writes the parts of a workflow, and checks that all ids in it are the team's. */
import type {
  Step,
  StepInput,
  Unknown,
  WorkflowGroup,
  WorkflowTerms,
} from '../../../src/scheduling/workflows/store.js';
import { isId } from '../../storable.js';
import type { Database } from '../connection.js';
import { defined } from '../rows.js';
import { stepColumns } from './workflow-rows.js';

interface Draft {
  readonly terms: WorkflowTerms;
  readonly authorId: number;
  /** Their verified addresses stay valid, also those of another author. */
  readonly currentSteps: readonly Step[];
}

type Id = number | string;

const without = <T extends Id>(ids: readonly T[], others: readonly Id[]): readonly T[] =>
  ids.filter((id) => !others.includes(id));

const missing = async (ids: readonly Id[], rows: PromiseLike<readonly { readonly id: Id }[]>) =>
  ids.length === 0
    ? []
    : without(
        ids,
        (await rows).map(({ id }) => id),
      );

/** Locked until the transaction ends. */
const rowsOf = (trx: Database, table: string, ids: readonly number[]) =>
  trx(table).whereIn('id', ids.filter(isId)).forKeyShare().select<{ readonly id: number }[]>('id');

/** The first ids that are not the team's. */
export async function firstUnknown(
  trx: Database,
  { teamId: team_id }: WorkflowGroup,
  { terms: { activation, steps }, authorId, currentSteps }: Draft,
): Promise<Unknown | undefined> {
  const { eventTypeIds, formIds } = activation;
  const added = (member: 'id' | 'verifiedEmailId' | 'verifiedPhoneId') =>
    without(defined(steps.map((step) => step[member])), defined(currentSteps.map((step) => step[member])));
  const verified = (table: string, ids: readonly number[]) =>
    rowsOf(trx, table, ids).where((own) => void own.where({ team_id }).orWhere({ account_id: authorId }));
  const [emailIds, phoneIds] = [added('verifiedEmailId'), added('verifiedPhoneId')];
  const eventTypes = rowsOf(trx, 'event_type', eventTypeIds).where({ team_id });
  const forms = trx('routing_form').where({ team_id }).whereIn('id', formIds);
  const unknown: readonly Omit<Unknown, 'kind'>[] = [
    { member: 'eventTypeIds', ids: await missing(eventTypeIds, eventTypes) },
    { member: 'formIds', ids: await missing(formIds, forms.select<{ readonly id: string }[]>('id')) },
    { member: 'stepIds', ids: added('id') },
    { member: 'verifiedEmailIds', ids: await missing(emailIds, verified('verified_email', emailIds)) },
    { member: 'verifiedPhoneIds', ids: await missing(phoneIds, verified('verified_phone', phoneIds)) },
  ];
  const first = unknown.find(({ ids }) => ids.length > 0);
  return first && { kind: 'unknown', ...first };
}

export async function writeTargets(
  trx: Database,
  id: number,
  { activation: { eventTypeIds, formIds } }: WorkflowTerms,
): Promise<void> {
  const targets = [
    { table: 'workflow_event_type', column: 'event_type_id', ids: eventTypeIds },
    { table: 'workflow_form', column: 'form_id', ids: formIds },
  ];
  for (const { table, column, ids } of targets) {
    await trx(table).where({ workflow_id: id }).delete();
    const rows = ids.map((target) => ({ workflow_id: id, [column]: target }));
    if (rows.length > 0) await trx(table).insert(rows);
  }
}

/** An existing step keeps its id, and with it its pending messages. */
export async function writeSteps(
  trx: Database,
  workflowId: number,
  steps: readonly StepInput[],
): Promise<void> {
  const stepIds = defined(steps.map(({ id }) => id));
  await trx('workflow_step').where({ workflow_id: workflowId }).whereNotIn('id', stepIds).delete();
  for (const { id, ...step } of steps) {
    const columns = stepColumns(workflowId, step);
    if (id === undefined) await trx('workflow_step').insert(columns);
    else await trx('workflow_step').where({ id, workflow_id: workflowId }).update(columns);
  }
}
