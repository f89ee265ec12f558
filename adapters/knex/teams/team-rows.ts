/* Rows of the table `team`, the roles of callers in them, and the lock under which memberships change. */
import type { CallerMembership, GroupNamed, Invitation, Role } from '../../../src/api/role.js';
import { present } from '../../../src/present.js';
import type { GroupView } from '../../../src/scheduling/memberships/own-store.js';
import type { Team, TeamSettings } from '../../../src/scheduling/teams/store.js';
import { isId } from '../../storable.js';
import { prepared } from '../prepared.js';
import { selectRows } from '../rows.js';
import { closedTo } from '../ownership/client-admissions.js';
import type { Database } from '../connection.js';

export interface TeamRow {
  readonly id: number;
  readonly organization: boolean;
  readonly organization_id: number | null;
  readonly name: string;
  readonly slug: string;
  readonly settings: TeamSettings;
}

export const toTeam = (row: TeamRow): Team => ({
  id: row.id,
  organizationId: row.organization_id ?? undefined,
  name: row.name,
  slug: row.slug,
  settings: row.settings,
});

export interface GroupViewRow {
  readonly name: string;
  readonly organization: boolean;
  readonly organization_name: string | null;
}

/** Columns of a `GroupViewRow`; the statement joins `team` and JOIN_ORGANIZATION. */
export const GROUP_VIEW = 'team.name, team.organization, above.name as organization_name';
export const JOIN_ORGANIZATION = 'left join team as above on above.id = team.organization_id';

export const toGroupView = ({ name, organization, organization_name: above }: GroupViewRow): GroupView => ({
  name,
  organization,
  ...present({ organizationName: above ?? undefined }),
});

export interface MembershipQuery extends GroupNamed {
  readonly accountId: number;
  /** The calling application; null for the service itself. */
  readonly clientId: string | null;
}

interface MembershipAnswer {
  readonly organization_id: number | null;
  readonly role: Role | null;
  readonly organization_role: Role | null;
  /** A membership that its user has not accepted. */
  readonly waiting: boolean;
  readonly closed: boolean;
}

const ORGANIZATION = 'coalesce(team.organization_id, query.organization_id)';

/** Without the user's own consent they are at most a member. */
const roleOf = (membership: string): string =>
  `case when ${membership}.agreed then ${membership}.role when ${membership}.accepted then 'member' end`;

// One row for each query, in their order; an unknown group has no row in `team`.
const readMemberships = prepared<MembershipAnswer>(
  'memberships',
  `
select ${ORGANIZATION} as organization_id,
  ${roleOf('inside')} as role, ${roleOf('above')} as organization_role,
  coalesce(not inside.agreed, false) as waiting,
  ${closedTo(ORGANIZATION, 'query.client_id')} as closed
from unnest(
  cast(:accountIds as integer[]), cast(:teamIds as integer[]),
  cast(:organizationIds as integer[]), cast(:clientIds as text[])
) with ordinality as query (account_id, team_id, organization_id, client_id, position)
left join team on team.id = coalesce(query.team_id, query.organization_id)
  and team.organization = (query.team_id is null)
left join membership inside
  on inside.team_id = team.id and inside.account_id = query.account_id
left join membership above
  on above.team_id = team.organization_id and above.account_id = query.account_id and above.accepted
order by query.position`,
);

/** An owner or administrator of the organization is the owner of each of its teams. */
const roleIn = ({ role, organization_role: above }: MembershipAnswer): Role | null =>
  above === 'owner' || above === 'admin' ? 'owner' : role;

function toCallerMembership(
  { orgId, teamId, clientId }: MembershipQuery,
  row: MembershipAnswer | undefined,
): CallerMembership | Invitation | undefined {
  if (row === undefined) return undefined;
  const organizationId = row.organization_id ?? undefined;
  if (orgId !== undefined && orgId !== organizationId) return undefined;
  const role = roleIn(row);
  if (role === null) return row.waiting ? {} : undefined;
  const [closed, waiting] = [clientId !== null && row.closed, row.waiting && role === 'member'];
  return { teamId, organizationId, role, ...(closed && { closed }), ...(waiting && { waiting }) };
}

/** Of several queries at once, in their order. Every id must pass `isId`. */
export async function callerMemberships(
  db: Database,
  queries: readonly MembershipQuery[],
): Promise<readonly (CallerMembership | Invitation | undefined)[]> {
  const rows = await readMemberships(db, {
    accountIds: queries.map(({ accountId }) => accountId),
    teamIds: queries.map(({ teamId }) => teamId ?? null),
    organizationIds: queries.map(({ orgId, teamId }) => (teamId === undefined ? (orgId ?? null) : null)),
    clientIds: queries.map(({ clientId }) => clientId),
  });
  return queries.map((query, at) => toCallerMembership(query, rows[at]));
}

/** Memberships of a team and of its organization: the lower number first, which is always the organization's. */
const LOCK = `
select * from team
where id = :groupId or id = (select organization_id from team where id = :groupId)
order by id
for no key update`;

/** Locks the memberships of a team or organization until the transaction ends. */
export async function lockGroup(trx: Database, groupId: number): Promise<TeamRow | undefined> {
  if (!isId(groupId)) return undefined;
  return (await selectRows<TeamRow>(trx, LOCK, { groupId })).find(({ id }) => id === groupId);
}

/** In a group that `lockGroup` has locked. */
export async function callerMembershipIn(
  trx: Database,
  accountId: number,
  { id, organization }: TeamRow,
): Promise<CallerMembership | undefined> {
  const group = organization ? { orgId: id, teamId: undefined } : { orgId: undefined, teamId: id };
  const [membership] = await callerMemberships(trx, [{ accountId, clientId: null, ...group }]);
  return membership?.role === undefined ? undefined : membership;
}
