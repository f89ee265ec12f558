/* Rows of routing forms and responses and the domain, and which of them a caller may access. */
import type {
  Action,
  Answers,
  FormDefinition,
  FormResponse,
  RoutingForm,
} from '../../../src/scheduling/routing-forms/routing-form.js';
import type { FormScope } from '../../../src/scheduling/routing-forms/store.js';
import { isId, isStorable } from '../../storable.js';
import { closedTo } from '../ownership/client-admissions.js';
import type { Database } from '../connection.js';

export interface FormRow extends FormDefinition {
  readonly id: string;
  readonly team_id: number;
  readonly of_organization: boolean;
  readonly account_id: number | null;
  readonly position: number;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface ResponseRow {
  readonly id: number;
  readonly form_id: string;
  readonly filler_id: string;
  readonly answers: Answers;
  readonly booking_uid: string | null;
  readonly action: Action;
  readonly fallback: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export const toForm = (row: FormRow): RoutingForm => ({
  id: row.id,
  groupId: row.team_id,
  ofOrganization: row.of_organization,
  authorId: row.account_id,
  name: row.name,
  description: row.description,
  position: row.position,
  disabled: row.disabled,
  fields: row.fields,
  routes: row.routes,
  fallback: row.fallback,
  version: row.version,
  createdAt: row.created_at.getTime(),
  updatedAt: row.updated_at.getTime(),
});

export const toResponse = (row: ResponseRow): FormResponse => ({
  id: row.id,
  formId: row.form_id,
  fillerId: row.filler_id,
  answers: row.answers,
  bookingUid: row.booking_uid,
  createdAt: row.created_at.getTime(),
  updatedAt: row.updated_at.getTime(),
});

export const definitionColumns = (definition: FormDefinition) => ({
  name: definition.name,
  description: definition.description,
  disabled: definition.disabled,
  fields: JSON.stringify(definition.fields),
  routes: JSON.stringify(definition.routes),
  fallback: JSON.stringify(definition.fallback),
});

const TEAMS_OF_ORGANIZATION = 'select id from team where id = :groupId or organization_id = :groupId';

/** Groups of a member; for administrators of an organization also its teams. */
export const TEAMS_OF_MEMBER = `
select team.id from team join membership on membership.accepted and membership.account_id = :groupId
  and (membership.team_id = team.id
    or membership.team_id = team.organization_id and membership.agreed and membership.role in ('owner', 'admin'))`;

export const TEAMS_OF_ADMINISTRATOR = `
select team.id from team join membership on membership.agreed and membership.account_id = :groupId
  and membership.role in ('owner', 'admin')
  and (membership.team_id = team.id or membership.team_id = team.organization_id)`;

type Teams = readonly [sql: string, groupId: number];

function teamsIn(scope: FormScope): Teams {
  if ('teamId' in scope) return ['select cast(:groupId as integer)', scope.teamId];
  if ('organizationId' in scope) return [TEAMS_OF_ORGANIZATION, scope.organizationId];
  return [TEAMS_OF_MEMBER, scope.memberId];
}

export const isAccessible = (scope: FormScope, formId: string): boolean =>
  isStorable(formId) && isId(teamsIn(scope)[1]);

/** Forms of the groups that a statement selects for `groupId`; only rows of `routing_form` can be locked. */
export const formsIn = (db: Database, ...[teams, groupId]: Teams) =>
  db('routing_form')
    .join('team', 'team.id', 'routing_form.team_id')
    .whereRaw(`routing_form.team_id in (${teams})`, { groupId })
    .select<FormRow[]>('routing_form.*', 'team.organization as of_organization');

const ABOVE = 'coalesce(team.organization_id, team.id)';

export function formsOf(db: Database, scope: FormScope) {
  const rows = formsIn(db, ...teamsIn(scope));
  if (!('memberId' in scope)) return rows;
  const { clientId, bounds } = scope;
  void rows.whereRaw(`not ${closedTo(ABOVE)}`, { clientId });
  if (bounds === 'all') return rows;
  const { teams, organizations } = bounds;
  return rows.where(
    (granted) => void granted.whereIn('team.id', teams).orWhereRaw(`${ABOVE} = any(?)`, [[...organizations]]),
  );
}
