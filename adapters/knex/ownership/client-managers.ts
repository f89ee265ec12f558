/*
 * The managers of a client. A client without a team is managed by its owner; a client of a team by the owners and
 * administrators of the team and of its organization who confirmed their membership: managers may use a client that waits
 * for review, so nobody becomes one without agreeing. Every statement of the registry uses these conditions.
 */
import { present } from '../../../src/present.js';
import type { OwningTeam } from '../../../src/clients/record-store.js';
import type { Database } from '../connection.js';

/** Account ids, of `client`, the outer row. */
export const MANAGER_IDS = `
case when client.team_id is null then array[client.owner_id]
else array(
  select membership.account_id from team
  join membership on membership.team_id = team.id or membership.team_id = team.organization_id
  where team.id = client.team_id and membership.agreed and membership.role in ('owner', 'admin')
) end`;

export const IS_MANAGER = `? = any(${MANAGER_IDS})`;

/** Clients that the account can manage, found by indexes; IS_MANAGER decides which of them it does. */
export const MANAGEABLE = `
client.owner_id = :accountId or client.team_id in (
  select team.id from membership
  join team on team.id = membership.team_id or team.organization_id = membership.team_id
  where membership.account_id = :accountId)`;

const TEAMS = `
select team.id, team.name, above.name as organization_name,
  bool_or(membership.role = 'owner' or membership.team_id <> team.id) as owner
from membership
join team on team.id = membership.team_id or team.organization_id = membership.team_id
left join team above on above.id = team.organization_id
where membership.account_id = :accountId and membership.agreed and membership.role in ('owner', 'admin')
  and not team.organization
group by team.id, above.id order by team.name, team.id`;

/** Teams whose clients the account manages. */
export async function teamsOf(db: Database, accountId: number): Promise<readonly OwningTeam[]> {
  interface Row {
    readonly id: number;
    readonly name: string;
    readonly organization_name: string | null;
    readonly owner: boolean;
  }
  const { rows } = await db.raw<{ rows: readonly Row[] }>(TEAMS, { accountId });
  return rows.map(({ id, name, owner, organization_name: organizationName }) => ({
    id,
    name,
    owner,
    ...present({ organizationName: organizationName ?? undefined }),
  }));
}

// The managers, who may use its pending clients, have changed.
const RAISE_VERSION = `
update standing_revision set revision = revision + 1
where exists (
  select from client join team on team.id = client.team_id
  where client.status = 'pending' and (team.id = :groupId or team.organization_id = :groupId))`;

/** In the transaction of every change of the members or roles of a group. */
export async function raiseBlocklistVersionOf(trx: Database, groupId: number): Promise<void> {
  await trx.raw(RAISE_VERSION, { groupId });
}

/** Locks the team against removal until the transaction ends. False when it does not exist or the account does not manage it. */
export async function managesTeam(trx: Database, teamId: number, accountId: number): Promise<boolean> {
  if ((await trx('team').where({ id: teamId }).forKeyShare().first('id')) === undefined) return false;
  return (await teamsOf(trx, accountId)).some(({ id }) => id === teamId);
}
