/*
 * Workflows in the database. The team is a condition of every statement. Whoever changes one holds its row, which those
 * who book share: what is planned meanwhile is planned by the old or by the new.
 */
import type { Actor } from '../../../src/events/audit-log.js';
import type {
  Unknown,
  Workflow,
  WorkflowGroup,
  WorkflowStore,
  WorkflowTerms,
  Writing,
} from '../../../src/scheduling/workflows/store.js';
import { isId, mustBeStorable } from '../../storable.js';
import { emit } from '../events/emit.js';
import type { Database } from '../connection.js';
import { lockGroup } from '../teams/team-rows.js';
import { inTransaction } from '../transaction.js';
import { dropWaiting, replan } from './workflow-plans.js';
import { selectWorkflows, workflowColumns } from './workflow-rows.js';
import { firstUnknown, writeSteps, writeTargets } from './workflow-writes.js';

const subjectOf = (id: number): string => `workflow:${id}`;

const factsOf = ({ teamId }: WorkflowGroup, { name, trigger }: WorkflowTerms) => ({
  team: teamId,
  name,
  trigger: trigger.type,
});

async function find(db: Database, place: WorkflowGroup, id: number): Promise<Workflow | undefined> {
  if (!isId(id)) return undefined;
  return (await selectWorkflows(db, place, 'and workflow.id = :id', { id }))[0];
}

async function create(
  trx: Database,
  place: WorkflowGroup,
  { most, ...terms }: WorkflowTerms & { readonly most: number },
  { authorId, actor }: Writing,
): Promise<Workflow | Unknown | 'too_many' | undefined> {
  // Whoever adds one holds the team, so that no two of them count the same.
  if ((await lockGroup(trx, place.teamId)) === undefined) return undefined;
  const [standing] = await trx('workflow').where({ team_id: place.teamId }).count('* as count');
  if (Number(standing?.['count'] ?? 0) >= most) return 'too_many';
  const unknown = await firstUnknown(trx, place, { terms, authorId, standing: [] });
  if (unknown) return unknown;
  const columns = { team_id: place.teamId, kind: place.kind, author_id: authorId };
  const [made] = await trx('workflow')
    .insert({ ...columns, ...workflowColumns(terms) })
    .returning<{ readonly id: number }[]>('id');
  if (made === undefined) throw new Error('the workflow was not written');
  await writeTargets(trx, made.id, terms);
  await writeSteps(trx, made.id, terms.steps);
  const facts = factsOf(place, terms);
  await emit(trx, actor, { action: 'workflow.created', subject: subjectOf(made.id), facts });
  return find(trx, place, made.id);
}

const held = (trx: Database, { teamId, kind }: WorkflowGroup, id: number) =>
  trx('workflow').where({ id, team_id: teamId, kind }).forUpdate().first('id');

async function change(
  trx: Database,
  ...[place, id, revise, { authorId, actor }]: Parameters<WorkflowStore['change']>
): Promise<Workflow | Unknown | undefined> {
  if (!(await held(trx, place, id))) return undefined;
  const standing = await find(trx, place, id);
  if (standing === undefined) return undefined;
  const terms = revise(standing);
  mustBeStorable(terms);
  const unknown = await firstUnknown(trx, place, { terms, authorId, standing: standing.steps });
  if (unknown) return unknown;
  await trx('workflow')
    .where({ id })
    .update({ ...workflowColumns(terms), updated_at: trx.fn.now() });
  await writeTargets(trx, id, terms);
  await writeSteps(trx, id, terms.steps);
  await replan(trx, id, terms.trigger);
  const facts = factsOf(place, terms);
  await emit(trx, actor, { action: 'workflow.changed', subject: subjectOf(id), facts });
  return find(trx, place, id);
}

async function remove(
  trx: Database,
  place: WorkflowGroup,
  id: number,
  actor: Actor,
): Promise<'removed' | undefined> {
  if (!(await held(trx, place, id))) return undefined;
  await dropWaiting(trx, 'workflow_id = :id', { id });
  await trx('workflow').where({ id }).delete();
  const facts = { team: place.teamId };
  await emit(trx, actor, { action: 'workflow.deleted', subject: subjectOf(id), facts });
  return 'removed';
}

export const createWorkflowStore = (db: Database): WorkflowStore => ({
  list: (place, { take, skip }) =>
    selectWorkflows(db, place, 'order by workflow.id limit :take offset :skip', { take, skip }),
  find: (place, id) => find(db, place, id),
  async create(place, input, writing) {
    mustBeStorable(input);
    return inTransaction(db, (trx) => create(trx, place, input, writing));
  },
  change: async (...asked) =>
    isId(asked[1]) ? inTransaction(db, (trx) => change(trx, ...asked)) : undefined,
  remove: async (place, id, actor) =>
    isId(id) ? inTransaction(db, (trx) => remove(trx, place, id, actor)) : undefined,
});
