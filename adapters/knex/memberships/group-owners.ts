/*
 * Who owns a place by their own word and can act: what keeps a team or organization from being left without an owner.
 * Callers hold the place (team-rows.ts), under which neither its memberships nor those of its teams change.
 */
import type { Facts } from '../../../src/scheduling/memberships/rules.js';
import type { Database } from '../connection.js';
import type { MembershipRow } from './membership-rows.js';
import type { TeamRow } from '../teams/team-rows.js';

async function countOthers(
  trx: Database,
  { team_id, id }: Pick<MembershipRow, 'team_id' | 'id'>,
): Promise<number> {
  const [row] = await trx('membership')
    .join('account', 'account.id', 'membership.account_id')
    .where({ team_id, role: 'owner', agreed: true })
    .whereNull('disabled_at')
    .whereNot('membership.id', id)
    .count('* as count');
  return Number(row?.['count'] ?? 0);
}

const OWNED_ALONE = `
select team.name from membership as own join team on team.id = own.team_id
where own.account_id = :accountId and own.role = 'owner' and own.agreed
  and team.organization_id = :organizationId and not exists (
    select from membership as other join account on account.id = other.account_id
    where other.team_id = own.team_id and other.account_id <> own.account_id
      and other.role = 'owner' and other.agreed and account.disabled_at is null)
order by team.name, team.id`;

/** Names of the teams of an organization that one person alone owns; of a team there are none. */
async function ownedAlone(trx: Database, place: TeamRow, accountId: number): Promise<readonly string[]> {
  if (!place.organization) return [];
  const values = { accountId, organizationId: place.id };
  const { rows } = await trx.raw<{ rows: readonly { readonly name: string }[] }>(OWNED_ALONE, values);
  return rows.map(({ name }) => name);
}

/** What a refusal is decided on, besides who asks. */
export const ownership = async (
  trx: Database,
  place: TeamRow,
  row: MembershipRow,
): Promise<Omit<Facts, 'own'>> => ({
  target: row,
  otherOwners: await countOthers(trx, row),
  teamsOwnedAlone: await ownedAlone(trx, place, row.account_id),
});
