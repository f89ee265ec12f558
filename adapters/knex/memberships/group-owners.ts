/*
 * Who owns a group with an accepted membership of their own and can act: what keeps a team or organization from being
 * left without an owner. Callers lock the group (team-rows.ts), which also locks its memberships and those of its teams.
 */
import type { Facts } from '../../../src/scheduling/memberships/rules.js';
import type { Database } from '../connection.js';
import { countRows, selectRows } from '../rows.js';
import type { MembershipRow } from './membership-rows.js';
import type { TeamRow } from '../teams/team-rows.js';

const countOthers = (trx: Database, { team_id, id }: MembershipRow): Promise<number> =>
  countRows(
    trx('membership')
      .join('account', 'account.id', 'membership.account_id')
      .where({ team_id, role: 'owner', agreed: true })
      .whereNull('disabled_at')
      .whereNot('membership.id', id),
  );

const OWNED_ALONE = `
select team.name from membership as own join team on team.id = own.team_id
where own.account_id = :accountId and own.role = 'owner' and own.agreed
  and team.organization_id = :organizationId and not exists (
    select from membership as other join account on account.id = other.account_id
    where other.team_id = own.team_id and other.account_id <> own.account_id
      and other.role = 'owner' and other.agreed and account.disabled_at is null)
order by team.name, team.id`;

/** Names of the teams of an organization that one account alone owns; a team has none. */
async function ownedAlone(trx: Database, group: TeamRow, accountId: number): Promise<readonly string[]> {
  if (!group.organization) return [];
  const values = { accountId, organizationId: group.id };
  return (await selectRows<{ readonly name: string }>(trx, OWNED_ALONE, values)).map(({ name }) => name);
}

/** What a refusal is decided on, besides the role of the caller. */
export const readOwnership = async (
  trx: Database,
  group: TeamRow,
  row: MembershipRow,
): Promise<Omit<Facts, 'own'>> => ({
  target: row,
  otherOwners: await countOthers(trx, row),
  teamsOwnedAlone: await ownedAlone(trx, group, row.account_id),
});
