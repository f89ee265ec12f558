/*
 * Routing forms for their editors. Every statement filters by administrator; a change locks the form and increases its
 * version.
 */
import type { Actor } from '../../../src/events/audit-log.js';
import type {
  DesignOutcome,
  DesignTarget,
  EventTypeChoice,
  FormDraft,
  FormGroup,
  OwnForm,
  RoutingDesignStore,
} from '../../../src/scheduling/routing-forms/design-store.js';
import type { FormDefinition, RoutingForm } from '../../../src/scheduling/routing-forms/routing-form.js';
import { isId, isStorable, mustBeStorable } from '../../storable.js';
import { emit } from '../events/emit.js';
import type { Database } from '../connection.js';
import {
  definitionColumns,
  type FormRow,
  formsIn,
  type ResponseRow,
  TEAMS_OF_ADMINISTRATOR,
  toForm,
  toResponse,
} from './routing-form-rows.js';
import { selectRows } from '../rows.js';
import {
  callerMembershipIn,
  GROUP_VIEW,
  JOIN_ORGANIZATION,
  lockGroup,
  toGroupView,
} from '../teams/team-rows.js';
import type { GroupViewRow } from '../teams/team-rows.js';
import { inTransaction } from '../transaction.js';

const GROUPS = `
select team.id, ${GROUP_VIEW} from team ${JOIN_ORGANIZATION}
where team.id in (${TEAMS_OF_ADMINISTRATOR})
order by coalesce(team.organization_id, team.id), team.organization desc, team.name, team.id
limit 1000`;

async function groups(db: Database, accountId: number): Promise<readonly FormGroup[]> {
  const rows = await selectRows<GroupViewRow & { readonly id: number }>(db, GROUPS, { groupId: accountId });
  return rows.map((row) => ({ id: row.id, group: toGroupView(row) }));
}

const administered = (db: Database, accountId: number) => formsIn(db, TEAMS_OF_ADMINISTRATOR, accountId);

type OwnRow = FormRow & {
  readonly group_name: string;
  readonly organization_name: string | null;
  readonly responses: string | number;
};

const RESPONSES = `(select count(*) from routing_form_response
  where form_id = routing_form.id and queued_id is null) as responses`;

const ownForms = (db: Database, accountId: number) =>
  administered(db, accountId)
    .leftJoin('team as above', 'above.id', 'team.organization_id')
    .select<OwnRow[]>('team.name as group_name', 'above.name as organization_name', db.raw(RESPONSES));

const toOwn = (row: OwnRow): OwnForm => ({
  form: toForm(row),
  group: toGroupView({ ...row, name: row.group_name, organization: row.of_organization }),
  responses: Number(row.responses),
});

async function find(db: Database, { accountId, formId }: DesignTarget): Promise<OwnForm | undefined> {
  const row = await ownForms(db, accountId).where('routing_form.id', formId).first();
  return row && toOwn(row);
}

const ORDER = ['team.organization_id', 'team.id', 'routing_form.position', 'routing_form.id'];

const list = async (db: Database, accountId: number): Promise<readonly OwnForm[]> =>
  (await ownForms(db, accountId).orderBy(ORDER)).map(toOwn);

/** Without managed ones, which are not booked; for a form of an organization those of all its teams. */
const eventTypesOf = (db: Database, groupId: number) =>
  db('event_type')
    .join('team', 'team.id', 'event_type.team_id')
    .where((owner) => void owner.where('team.id', groupId).orWhere('team.organization_id', groupId))
    .whereIn('event_type.scheduling_type', ['collective', 'round_robin']);

async function eventTypes(db: Database, target: DesignTarget): Promise<readonly EventTypeChoice[]> {
  const own = await administered(db, target.accountId).where('routing_form.id', target.formId).first();
  if (own === undefined) return [];
  return eventTypesOf(db, own.team_id)
    .orderBy(['event_type.title', 'event_type.id'])
    .select<EventTypeChoice[]>('event_type.id', 'event_type.title', 'team.name as teamName');
}

const subjectOf = (id: string): string => `routing_form:${id}`;

const eventTypesIn = ({ routes, fallback }: Pick<FormDefinition, 'routes' | 'fallback'>) =>
  [...routes.map(({ action }) => action), fallback].flatMap((action) =>
    action.kind === 'event_type' ? [action.eventTypeId] : [],
  );

/** Current ones may be deleted by now; that must not block other edits. */
async function knowsEventTypes(
  trx: Database,
  groupId: number,
  { current, definition }: { readonly current?: FormDefinition; readonly definition: FormDefinition },
): Promise<boolean> {
  const before = current ? eventTypesIn(current) : [];
  const added = [...new Set(eventTypesIn(definition))].filter((id) => !before.includes(id));
  if (added.length === 0) return true;
  if (!added.every(isId)) return false;
  const rows = eventTypesOf(trx, groupId).whereIn('event_type.id', added).forKeyShare('event_type');
  return (await rows.select('event_type.id')).length === added.length;
}

interface Creation {
  readonly accountId: number;
  readonly draft: FormDraft;
  readonly actor: Actor;
}

async function create(
  trx: Database,
  { accountId, draft, actor }: Creation,
): Promise<RoutingForm | 'too_many' | undefined> {
  // The lock keeps two transactions from counting the same forms.
  const group = await lockGroup(trx, draft.groupId);
  const membership = group && (await callerMembershipIn(trx, accountId, group));
  if (membership === undefined || membership.role === 'member') return undefined;
  const { id, definition, most } = draft;
  if (!(await knowsEventTypes(trx, draft.groupId, { definition }))) return undefined;
  const [count] = await trx('routing_form')
    .where({ team_id: draft.groupId })
    .select<{ forms: string | number; last: number | null }[]>(
      trx.raw('count(*) as forms, max(position) as last'),
    );
  if (Number(count?.forms ?? 0) >= most) return 'too_many';
  const position = (count?.last ?? -1) + 1;
  const owner = { id, team_id: draft.groupId, account_id: accountId, position };
  await trx('routing_form').insert({ ...owner, ...definitionColumns(definition) });
  const facts = { name: definition.name, teamId: draft.groupId };
  await emit(trx, actor, { action: 'routing_form.created', subject: subjectOf(id), facts });
  return (await find(trx, { accountId, formId: id }))?.form;
}

const changedParts = (before: FormDefinition, after: FormDefinition): readonly string[] =>
  (['name', 'description', 'disabled', 'fields', 'routes', 'fallback'] as const).filter(
    (part) => JSON.stringify(before[part]) !== JSON.stringify(after[part]),
  );

type Revise = Parameters<RoutingDesignStore['change']>[1];

async function revise(
  trx: Database,
  target: DesignTarget & { readonly version: number },
  revised: Revise,
  actor: Actor,
): Promise<DesignOutcome | undefined> {
  const { accountId, formId, version } = target;
  const forms = administered(trx, accountId).where('routing_form.id', formId);
  const row = await forms.forNoKeyUpdate('routing_form').first();
  if (row === undefined) return undefined;
  if (row.version !== version) return { kind: 'changed_meanwhile' };
  const current = toForm(row);
  const outcome = revised(current);
  if (outcome.kind !== 'revised') return outcome;
  const { definition } = outcome;
  mustBeStorable(definition);
  if (!(await knowsEventTypes(trx, current.groupId, { current, definition })))
    return { kind: 'unknown_event_type' };
  const columns = { ...definitionColumns(definition), version: version + 1, updated_at: trx.fn.now(3) };
  await trx('routing_form').where({ id: formId }).update(columns);
  const facts = { name: definition.name, changed: changedParts(current, definition) };
  await emit(trx, actor, { action: 'routing_form.changed', subject: subjectOf(formId), facts });
  const saved = await find(trx, target);
  return saved && { kind: 'saved', form: saved.form };
}

async function remove(
  trx: Database,
  { accountId, formId }: DesignTarget,
  actor: Actor,
): Promise<'removed' | 'not_found'> {
  const forms = administered(trx, accountId).where('routing_form.id', formId);
  const row = await forms.forUpdate('routing_form').first();
  if (row === undefined) return 'not_found';
  await trx('routing_form').where({ id: formId }).delete();
  const facts = { name: row.name };
  await emit(trx, actor, { action: 'routing_form.deleted', subject: subjectOf(formId), facts });
  return 'removed';
}

const responsesAfter =
  (db: Database): RoutingDesignStore['responsesAfter'] =>
  async ({ accountId, formId }, afterId, limit) => {
    if (!isStorable(formId)) return [];
    const form = await administered(db, accountId).where('routing_form.id', formId).first();
    if (form === undefined) return [];
    const rows = db<ResponseRow>('routing_form_response')
      .where({ form_id: formId })
      .whereNull('queued_id')
      .where('id', '>', afterId);
    return (await rows.orderBy('id').limit(limit)).map(toResponse);
  };

export const createRoutingDesignStore = (db: Database): RoutingDesignStore => ({
  groups: (accountId) => groups(db, accountId),
  list: (accountId) => list(db, accountId),
  find: async (target) => (isStorable(target.formId) ? find(db, target) : undefined),
  eventTypes: async (target) => (isStorable(target.formId) ? eventTypes(db, target) : []),
  async create(accountId, draft, actor) {
    mustBeStorable(draft);
    return isId(draft.groupId)
      ? inTransaction(db, (trx) => create(trx, { accountId, draft, actor }))
      : undefined;
  },
  change: async (target, revised, actor) =>
    isStorable(target.formId) ? inTransaction(db, (trx) => revise(trx, target, revised, actor)) : undefined,
  remove: async (target, actor) =>
    isStorable(target.formId) ? inTransaction(db, (trx) => remove(trx, target, actor)) : 'not_found',
  responsesAfter: responsesAfter(db),
});
