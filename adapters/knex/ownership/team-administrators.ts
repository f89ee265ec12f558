/* Who administers a team by their own word: its owners and administrators, and those of its organization. */
import type { AdministeredTeam } from '../../../src/scheduling/conferencing/store.js';
import type { Database } from '../connection.js';

const ADMINISTERS = `
from team join membership on membership.team_id = team.id or membership.team_id = team.organization_id
where not team.organization and membership.agreed and membership.role in ('owner', 'admin')`;

/** Account ids. */
export async function administratorsOf(db: Database, teamId: number): Promise<readonly number[]> {
  const sql = `select distinct membership.account_id as id ${ADMINISTERS} and team.id = :teamId order by id`;
  const { rows } = await db.raw<{ rows: readonly { readonly id: number }[] }>(sql, { teamId });
  return rows.map(({ id }) => id);
}

export async function administeredBy(db: Database, accountId: number): Promise<readonly AdministeredTeam[]> {
  const sql = `select distinct team.id, team.name ${ADMINISTERS} and membership.account_id = :accountId
    order by team.name, team.id`;
  return (await db.raw<{ rows: readonly AdministeredTeam[] }>(sql, { accountId })).rows;
}
