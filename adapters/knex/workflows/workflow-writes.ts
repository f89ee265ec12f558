/* The parts of a workflow as they are written, and whether all that they name is the team's. */
import type {
  Step,
  Unknown,
  WorkflowGroup,
  WorkflowTerms,
  WrittenStep,
} from '../../../src/scheduling/workflows/store.js';
import { isId } from '../../storable.js';
import type { Database } from '../connection.js';
import { stepColumns } from './workflow-rows.js';

interface Judged {
  readonly terms: WorkflowTerms;
  readonly authorId: number;
  /** What was verified by another before stays good. */
  readonly standing: readonly Step[];
}

type Ids = readonly (number | string)[];

async function missing(
  ids: Ids,
  rows: PromiseLike<readonly { readonly id: number | string }[]>,
): Promise<Ids> {
  if (ids.length === 0) return [];
  const known = (await rows).map(({ id }) => id);
  return ids.filter((id) => !known.includes(id));
}

const present = (ids: readonly (number | null | undefined)[]): readonly number[] =>
  ids.filter((id) => id !== null && id !== undefined);

/** As they stand until the transaction ends. Nothing that could be a row has another kind of number. */
const rowsOf = (trx: Database, table: string, ids: readonly number[]) =>
  trx(table).whereIn('id', ids.filter(isId)).forKeyShare().select<{ readonly id: number }[]>('id');

function verified(
  trx: Database,
  table: string,
  ids: readonly number[],
  { teamId }: WorkflowGroup,
  by: number,
) {
  return rowsOf(trx, table, ids).where(
    (own) => void own.where({ team_id: teamId }).orWhere({ account_id: by }),
  );
}

const without = (ids: readonly number[], standing: readonly number[]): readonly number[] =>
  ids.filter((id) => !standing.includes(id));

/** The first of what is named that the team does not have. */
export async function firstUnknown(
  trx: Database,
  place: WorkflowGroup,
  { terms: { activation, steps }, authorId, standing }: Judged,
): Promise<Unknown | undefined> {
  const stepIds = present(steps.map(({ id }) => id));
  const mails = without(
    present(steps.map(({ verifiedEmailId }) => verifiedEmailId)),
    present(standing.map(({ verifiedEmailId }) => verifiedEmailId)),
  );
  const phones = without(
    present(steps.map(({ verifiedPhoneId }) => verifiedPhoneId)),
    present(standing.map(({ verifiedPhoneId }) => verifiedPhoneId)),
  );
  const { eventTypeIds, formIds } = activation;
  const eventTypes = rowsOf(trx, 'event_type', eventTypeIds).where({ team_id: place.teamId });
  const forms = trx('routing_form')
    .where({ team_id: place.teamId })
    .whereIn('id', formIds)
    .select<{ readonly id: string }[]>('id');
  const answers = [
    { what: 'eventTypeIds', ids: await missing(eventTypeIds, eventTypes) },
    { what: 'formIds', ids: await missing(formIds, forms) },
    {
      what: 'stepIds',
      ids: without(
        stepIds,
        standing.map(({ id }) => id),
      ),
    },
    {
      what: 'verifiedEmailIds',
      ids: await missing(mails, verified(trx, 'verified_email', mails, place, authorId)),
    },
    {
      what: 'verifiedPhoneIds',
      ids: await missing(phones, verified(trx, 'verified_phone', phones, place, authorId)),
    },
  ] as const;
  const first = answers.find(({ ids }) => ids.length > 0);
  return first && { kind: 'unknown', ...first };
}

export async function writeTargets(
  trx: Database,
  id: number,
  { activation: { eventTypeIds, formIds } }: WorkflowTerms,
): Promise<void> {
  await trx('workflow_event_type').where({ workflow_id: id }).delete();
  await trx('workflow_form').where({ workflow_id: id }).delete();
  const ofTypes = eventTypeIds.map((event_type_id) => ({ workflow_id: id, event_type_id }));
  const ofForms = formIds.map((form_id) => ({ workflow_id: id, form_id }));
  if (ofTypes.length > 0) await trx('workflow_event_type').insert(ofTypes);
  if (ofForms.length > 0) await trx('workflow_form').insert(ofForms);
}

/** A step that goes on keeps its id, and with it what waits to be sent. */
export async function writeSteps(
  trx: Database,
  workflowId: number,
  steps: readonly WrittenStep[],
): Promise<void> {
  const kept = present(steps.map(({ id }) => id));
  await trx('workflow_step').where({ workflow_id: workflowId }).whereNotIn('id', kept).delete();
  for (const { id, ...step } of steps) {
    const columns = stepColumns(workflowId, step);
    if (id === undefined) await trx('workflow_step').insert(columns);
    else await trx('workflow_step').where({ id, workflow_id: workflowId }).update(columns);
  }
}
