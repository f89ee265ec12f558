/*
 * Workflows in the database. Every statement filters by team. A change locks the row, which bookings share: they plan with
 * either the old or the new workflow.
 */
import type { Actor } from '../../../src/events/audit-log.js';
import type {
  Authorship,
  Unknown,
  Workflow,
  WorkflowGroup,
  WorkflowStore,
  WorkflowTerms,
} from '../../../src/scheduling/workflows/store.js';
import { isId, mustBeStorable } from '../../storable.js';
import { emit } from '../events/emit.js';
import type { Database } from '../connection.js';
import { countRows } from '../rows.js';
import { lockGroup } from '../teams/team-rows.js';
import { inTransaction } from '../transaction.js';
import { lockEventTypes, planForExisting } from './existing-bookings.js';
import { deletePending, replan } from './workflow-plans.js';
import { selectWorkflows, workflowColumns } from './workflow-rows.js';
import { firstUnknown, writeSteps, writeTargets } from './workflow-writes.js';

const subjectOf = (id: number): string => `workflow:${id}`;

const factsOf = ({ teamId }: WorkflowGroup, { name, trigger }: WorkflowTerms) => ({
  team: teamId,
  name,
  trigger: trigger.type,
});

async function find(db: Database, group: WorkflowGroup, id: number): Promise<Workflow | undefined> {
  if (!isId(id)) return undefined;
  return (await selectWorkflows(db, group, 'and workflow.id = :id', { id }))[0];
}

async function create(
  trx: Database,
  group: WorkflowGroup,
  { most, ...terms }: WorkflowTerms & { readonly most: number },
  { authorId, actor }: Authorship,
): Promise<Workflow | Unknown | 'too_many' | undefined> {
  const own = { team_id: group.teamId };
  // The lock keeps two transactions from counting the same workflows.
  if ((await lockGroup(trx, group.teamId)) === undefined) return undefined;
  await lockEventTypes(trx, group);
  if ((await countRows(trx('workflow').where(own))) >= most) return 'too_many';
  const unknown = await firstUnknown(trx, group, { terms, authorId, currentSteps: [] });
  if (unknown) return unknown;
  const columns = { ...own, kind: group.kind, author_id: authorId };
  const [row] = await trx('workflow')
    .insert({ ...columns, ...workflowColumns(terms) })
    .returning<{ readonly id: number }[]>('id');
  if (row === undefined) throw new Error('the workflow was not written');
  await writeTargets(trx, row.id, terms);
  await writeSteps(trx, row.id, terms.steps);
  await planForExisting(trx, row.id, terms.trigger);
  const facts = factsOf(group, terms);
  await emit(trx, actor, { action: 'workflow.created', subject: subjectOf(row.id), facts });
  return find(trx, group, row.id);
}

const lock = async (trx: Database, { teamId, kind }: WorkflowGroup, id: number): Promise<boolean> =>
  (await trx('workflow').where({ id, team_id: teamId, kind }).forUpdate().first('id')) !== undefined;

async function change(
  trx: Database,
  ...[group, id, revise, { authorId, actor }]: Parameters<WorkflowStore['change']>
): Promise<Workflow | Unknown | undefined> {
  await lockEventTypes(trx, group);
  const current = (await lock(trx, group, id)) ? await find(trx, group, id) : undefined;
  if (current === undefined) return undefined;
  const terms = revise(current);
  mustBeStorable(terms);
  const unknown = await firstUnknown(trx, group, { terms, authorId, currentSteps: current.steps });
  if (unknown) return unknown;
  await trx('workflow')
    .where({ id })
    .update({ ...workflowColumns(terms), updated_at: trx.fn.now() });
  await writeTargets(trx, id, terms);
  await writeSteps(trx, id, terms.steps);
  await replan(trx, id, terms.trigger);
  await planForExisting(trx, id, terms.trigger);
  const facts = factsOf(group, terms);
  await emit(trx, actor, { action: 'workflow.changed', subject: subjectOf(id), facts });
  return find(trx, group, id);
}

async function remove(trx: Database, group: WorkflowGroup, id: number, actor: Actor): Promise<boolean> {
  if (!(await lock(trx, group, id))) return false;
  await deletePending(trx, 'workflow_id = :id', { id });
  await trx('workflow').where({ id }).delete();
  const facts = { team: group.teamId };
  await emit(trx, actor, { action: 'workflow.deleted', subject: subjectOf(id), facts });
  return true;
}

export const createWorkflowStore = (db: Database): WorkflowStore => ({
  list: (group, { take, skip }) =>
    selectWorkflows(db, group, 'order by workflow.id limit :take offset :skip', { take, skip }),
  find: (group, id) => find(db, group, id),
  async create(group, input, authorship) {
    mustBeStorable(input);
    return inTransaction(db, (trx) => create(trx, group, input, authorship));
  },
  change: async (...call) => (isId(call[1]) ? inTransaction(db, (trx) => change(trx, ...call)) : undefined),
  remove: async (group, id, actor) => isId(id) && inTransaction(db, (trx) => remove(trx, group, id, actor)),
});
