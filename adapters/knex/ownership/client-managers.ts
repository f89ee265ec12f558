/*
 * Who manages a client. A client of a user is managed by that user; a client of a team by the owners and administrators of
 * the team and of its organization who have accepted the membership themselves, because they may use the client before
 * its review. Conditions for every statement of the client registry.
 */
import { present } from '../../../src/present.js';
import type { OwningTeam } from '../../../src/clients/record-store.js';
import type { ClientStatus } from '../../../src/clients/store.js';
import type { Database } from '../connection.js';
import { selectRows } from '../rows.js';

/** Account ids, of `client`, the outer row. */
export const MANAGER_IDS = `
case when client.team_id is null then array[client.owner_id]
else array(
  select membership.account_id from team
  join membership on membership.team_id = team.id or membership.team_id = team.organization_id
  where team.id = client.team_id and membership.agreed and membership.role in ('owner', 'admin')
) end`;

export const IS_MANAGER = `? = any(${MANAGER_IDS})`;

/** A superset of the clients of one user that uses the indexes; IS_MANAGER narrows it. */
export const POSSIBLE_CLIENTS = `
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

/** Teams whose clients the user manages. */
export async function teamsOf(db: Database, accountId: number): Promise<readonly OwningTeam[]> {
  type Row = Omit<OwningTeam, 'organizationName'> & { readonly organization_name: string | null };
  const rows = await selectRows<Row>(db, TEAMS, { accountId });
  return rows.map(({ organization_name: above, ...team }) => ({
    ...team,
    ...present({ organizationName: above ?? undefined }),
  }));
}

// Other accounts than before may use the pending clients of the group.
const RAISE = `
update standing_revision set revision = revision + 1
where exists (
  select from client join team on team.id = client.team_id
  where client.status = 'pending' and (team.id = :groupId or team.organization_id = :groupId))`;

/** Called in the transaction of every change of a membership. */
export async function raiseRegistryRevisionOf(trx: Database, groupId: number): Promise<void> {
  await trx.raw(RAISE, { groupId });
}

/** Whether an account has `most` clients or more; call it under a lock on the account. */
export async function ownsMany(
  trx: Database,
  columns: { readonly owner_id: number; readonly status?: ClientStatus },
  most: number | undefined,
): Promise<boolean> {
  if (most === undefined) return false;
  const owned: readonly unknown[] = await trx('client').where(columns).limit(most).select('id');
  return owned.length >= most;
}

/** Locks the team until the transaction ends. False when it does not exist, or the user does not manage it. */
export async function managesTeam(trx: Database, teamId: number, accountId: number): Promise<boolean> {
  const team: unknown = await trx('team').where({ id: teamId }).forKeyShare().first('id');
  if (team === undefined) return false;
  return (await teamsOf(trx, accountId)).some(({ id }) => id === teamId);
}
