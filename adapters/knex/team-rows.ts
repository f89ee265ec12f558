/* Rows of the table `team`, who stands how in them, and the lock under which memberships change. */
import type { PlaceNamed, Role, Standing } from '../../src/api/role.js';
import type { Team, TeamSettings } from '../../src/scheduling/teams/store.js';
import { isId } from '../storable.js';
import { closedTo } from './client-admissions.js';
import type { Database } from './connection.js';

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

interface StandingRow {
  readonly organization_id: number | null;
  readonly role: Role | null;
  readonly organization_role: Role | null;
  readonly closed: boolean;
}

const IN_TEAM = `
select team.organization_id, inside.role, above.role as organization_role,
  ${closedTo('team.organization_id')} as closed
from team
left join membership inside on inside.team_id = team.id and inside.account_id = :accountId and inside.accepted
left join membership above on above.team_id = team.organization_id and above.account_id = :accountId and above.accepted
where team.id = :teamId and not team.organization`;

const IN_ORGANIZATION = `
select team.id as organization_id, inside.role, null as organization_role, ${closedTo('team.id')} as closed
from team
join membership inside on inside.team_id = team.id and inside.account_id = :accountId and inside.accepted
where team.id = :orgId and team.organization`;

/** An owner or administrator of the organization is the owner of each of its teams. */
const roleIn = ({ role, organization_role: above }: StandingRow): Role | null =>
  above === 'owner' || above === 'admin' ? 'owner' : role;

export async function standing(
  db: Database,
  accountId: number,
  { orgId, teamId }: PlaceNamed,
  clientId: string | null = null,
): Promise<Standing | undefined> {
  const [question, place] =
    teamId === undefined ? [IN_ORGANIZATION, { orgId: orgId ?? 0 }] : [IN_TEAM, { teamId }];
  const asked = { accountId, clientId, ...place };
  const { rows } = await db.raw<{ rows: readonly StandingRow[] }>(question, asked);
  const [row] = rows;
  const role = row === undefined ? null : roleIn(row);
  if (row === undefined || role === null) return undefined;
  const organizationId = row.organization_id ?? undefined;
  if (orgId !== undefined && orgId !== organizationId) return undefined;
  const closed = clientId !== null && row.closed;
  return { teamId, organizationId, role, ...(closed && { closed }) };
}

/** Memberships of a team and of its organization: the lower number first, which is always the organization's. */
const LOCK = `
select * from team
where id = :placeId or id = (select organization_id from team where id = :placeId)
order by id
for no key update`;

/** A team or organization whose memberships nobody else changes until the transaction ends. */
export async function lockPlace(trx: Database, placeId: number): Promise<TeamRow | undefined> {
  if (!isId(placeId)) return undefined;
  const { rows } = await trx.raw<{ rows: readonly TeamRow[] }>(LOCK, { placeId });
  return rows.find(({ id }) => id === placeId);
}

/** As `lockPlace` found it. */
export const standingIn = (
  trx: Database,
  accountId: number,
  { id, organization }: TeamRow,
): Promise<Standing | undefined> =>
  standing(
    trx,
    accountId,
    organization ? { orgId: id, teamId: undefined } : { orgId: undefined, teamId: id },
  );
