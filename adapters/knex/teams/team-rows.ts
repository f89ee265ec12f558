/* Rows of the table `team`, who stands how in them, and the lock under which memberships change. */
import type { GroupNamed, Role, CallerMembership } from '../../../src/api/role.js';
import type { Team, TeamSettings } from '../../../src/scheduling/teams/store.js';
import { isId } from '../../storable.js';
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

export interface MembershipQuery extends GroupNamed {
  readonly accountId: number;
  /** Which application asks; null for the service itself. */
  readonly clientId: string | null;
}

interface StandingRow {
  readonly organization_id: number | null;
  readonly role: Role | null;
  readonly organization_role: Role | null;
  readonly closed: boolean;
}

const ORGANIZATION = 'coalesce(team.organization_id, asked.organization_id)';

/** Nobody but the person makes them more than a member. */
const roleOf = (membership: string): string =>
  `case when ${membership}.agreed then ${membership}.role when ${membership}.accepted then 'member' end`;

// One row for each question, in their order: a place without a number has no row in `team`.
const STANDINGS = `
select ${ORGANIZATION} as organization_id,
  ${roleOf('inside')} as role, ${roleOf('above')} as organization_role,
  ${closedTo(ORGANIZATION, 'asked.client_id')} as closed
from unnest(
  cast(:accountIds as integer[]), cast(:teamIds as integer[]),
  cast(:organizationIds as integer[]), cast(:clientIds as text[])
) with ordinality as asked (account_id, team_id, organization_id, client_id, place)
left join team on team.id = coalesce(asked.team_id, asked.organization_id)
  and team.organization = (asked.team_id is null)
left join membership inside
  on inside.team_id = team.id and inside.account_id = asked.account_id and inside.accepted
left join membership above
  on above.team_id = team.organization_id and above.account_id = asked.account_id and above.accepted
order by asked.place`;

/** An owner or administrator of the organization is the owner of each of its teams. */
const roleIn = ({ role, organization_role: above }: StandingRow): Role | null =>
  above === 'owner' || above === 'admin' ? 'owner' : role;

function standingOf(
  { orgId, teamId, clientId }: MembershipQuery,
  row: StandingRow | undefined,
): CallerMembership | undefined {
  const role = row === undefined ? null : roleIn(row);
  if (row === undefined || role === null) return undefined;
  const organizationId = row.organization_id ?? undefined;
  if (orgId !== undefined && orgId !== organizationId) return undefined;
  const closed = clientId !== null && row.closed;
  return { teamId, organizationId, role, ...(closed && { closed }) };
}

/** Of several at once, in their order. Every id is one (`isId`). */
export async function callerMemberships(
  db: Database,
  asked: readonly MembershipQuery[],
): Promise<readonly (CallerMembership | undefined)[]> {
  const { rows } = await db.raw<{ rows: readonly StandingRow[] }>(STANDINGS, {
    accountIds: asked.map(({ accountId }) => accountId),
    teamIds: asked.map(({ teamId }) => teamId ?? null),
    organizationIds: asked.map(({ orgId, teamId }) => (teamId === undefined ? (orgId ?? null) : null)),
    clientIds: asked.map(({ clientId }) => clientId),
  });
  return asked.map((query, place) => standingOf(query, rows[place]));
}

/** Memberships of a team and of its organization: the lower number first, which is always the organization's. */
const LOCK = `
select * from team
where id = :groupId or id = (select organization_id from team where id = :groupId)
order by id
for no key update`;

/** A team or organization whose memberships nobody else changes until the transaction ends. */
export async function lockGroup(trx: Database, groupId: number): Promise<TeamRow | undefined> {
  if (!isId(groupId)) return undefined;
  const { rows } = await trx.raw<{ rows: readonly TeamRow[] }>(LOCK, { groupId });
  return rows.find(({ id }) => id === groupId);
}

/** As `lockGroup` found it. */
export async function callerMembershipIn(
  trx: Database,
  accountId: number,
  { id, organization }: TeamRow,
): Promise<CallerMembership | undefined> {
  const place = organization ? { orgId: id, teamId: undefined } : { orgId: undefined, teamId: id };
  const [found] = await callerMemberships(trx, [{ accountId, clientId: null, ...place }]);
  return found;
}
