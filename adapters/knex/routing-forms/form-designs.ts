/*
 * Routing forms as they are edited. Who administers a place is a condition of every statement; a change holds the form,
 * is made from what stands then, and counts the version up.
 */
import { present } from '../../../src/present.js';
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
import { lockGroup, callerMembershipIn } from '../teams/team-rows.js';
import { inTransaction } from '../transaction.js';

interface GroupRow {
  readonly place_id: number;
  readonly place_name: string;
  readonly of_organization: boolean;
  readonly organization_name: string | null;
}

const placeOf = (row: GroupRow): FormGroup => ({
  id: row.place_id,
  place: {
    name: row.place_name,
    organization: row.of_organization,
    ...present({ organizationName: row.organization_name ?? undefined }),
  },
});

const PLACES = `
select team.id as place_id, team.name as place_name, team.organization as of_organization,
  above.name as organization_name
from team left join team above on above.id = team.organization_id
where team.id in (${TEAMS_OF_ADMINISTRATOR})
order by coalesce(team.organization_id, team.id), team.organization desc, team.name, team.id
limit 1000`;

async function places(db: Database, accountId: number): Promise<readonly FormGroup[]> {
  const { rows } = await db.raw<{ rows: readonly GroupRow[] }>(PLACES, { groupId: accountId });
  return rows.map(placeOf);
}

const administered = (db: Database, accountId: number) => formsIn(db, TEAMS_OF_ADMINISTRATOR, accountId);

type OwnRow = FormRow & GroupRow & { readonly responses: string | number };

const RESPONSES = `(select count(*) from routing_form_response
  where form_id = routing_form.id and queued_id is null) as responses`;

const ownForms = (db: Database, accountId: number) =>
  administered(db, accountId)
    .leftJoin('team as above', 'above.id', 'team.organization_id')
    .select<OwnRow[]>(
      'team.id as place_id',
      'team.name as place_name',
      'above.name as organization_name',
      db.raw(RESPONSES),
    );

const toOwn = (row: OwnRow): OwnForm => ({
  form: toForm(row),
  place: placeOf(row).place,
  responses: Number(row.responses),
});

async function find(db: Database, { accountId, formId }: DesignTarget): Promise<OwnForm | undefined> {
  const row = await ownForms(db, accountId).where('routing_form.id', formId).first();
  return row && toOwn(row);
}

const ORDER = ['team.organization_id', 'team.id', 'routing_form.position', 'routing_form.id'];

const list = async (db: Database, accountId: number): Promise<readonly OwnForm[]> =>
  (await ownForms(db, accountId).orderBy(ORDER)).map(toOwn);

/** A managed one is booked by nobody; of an organization's form those of all its teams. */
const eventTypesOf = (db: Database, groupId: number) =>
  db('event_type')
    .join('team', 'team.id', 'event_type.team_id')
    .where((place) => void place.where('team.id', groupId).orWhere('team.organization_id', groupId))
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

/** Those that stand already may be gone by now; that must not keep anybody from editing something else. */
async function knowsEventTypes(
  trx: Database,
  groupId: number,
  { standing, definition }: { readonly standing?: FormDefinition; readonly definition: FormDefinition },
): Promise<boolean> {
  const before = standing ? eventTypesIn(standing) : [];
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
  // Whoever adds one holds the place, so that no two of them count the same.
  const place = await lockGroup(trx, draft.groupId);
  const membership = place && (await callerMembershipIn(trx, accountId, place));
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
  const standing = toForm(row);
  const outcome = revised(standing);
  if (outcome.kind !== 'revised') return outcome;
  const { definition } = outcome;
  mustBeStorable(definition);
  if (!(await knowsEventTypes(trx, standing.groupId, { standing, definition })))
    return { kind: 'unknown_event_type' };
  const counted = { version: version + 1, updated_at: trx.fn.now(3) };
  await trx('routing_form')
    .where({ id: formId })
    .update({ ...definitionColumns(definition), ...counted });
  const facts = { name: definition.name, changed: changedParts(standing, definition) };
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

const behind =
  (db: Database): RoutingDesignStore['responsesBehind'] =>
  async ({ accountId, formId }, behindId, limit) => {
    if (!isStorable(formId)) return [];
    const form = await administered(db, accountId).where('routing_form.id', formId).first();
    if (form === undefined) return [];
    const rows = db<ResponseRow>('routing_form_response')
      .where({ form_id: formId })
      .whereNull('queued_id')
      .where('id', '>', behindId);
    return (await rows.orderBy('id').limit(limit)).map(toResponse);
  };

export const createRoutingDesignStore = (db: Database): RoutingDesignStore => ({
  places: (accountId) => places(db, accountId),
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
  responsesBehind: behind(db),
});
