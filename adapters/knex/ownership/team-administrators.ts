/* Who administers a team: its owners and administrators who have accepted, and those of its organization. */
import type { AdministeredTeam } from '../../../src/scheduling/conferencing/store.js';
import type { Database } from '../connection.js';
import { selectRows } from '../rows.js';

const ADMINISTERS = `
from team join membership on membership.team_id = team.id or membership.team_id = team.organization_id
where not team.organization and membership.agreed and membership.role in ('owner', 'admin')`;

/** Account ids. */
export async function administratorsOf(db: Database, teamId: number): Promise<readonly number[]> {
  const sql = `select distinct membership.account_id as id ${ADMINISTERS} and team.id = :teamId order by id`;
  return (await selectRows<{ readonly id: number }>(db, sql, { teamId })).map(({ id }) => id);
}

export function administeredBy(db: Database, accountId: number): Promise<readonly AdministeredTeam[]> {
  const sql = `select distinct team.id, team.name ${ADMINISTERS} and membership.account_id = :accountId
    order by team.name, team.id`;
  return selectRows(db, sql, { accountId });
}
