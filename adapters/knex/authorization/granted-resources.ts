/* Granted resources in the database: the groups of a user, their names, and the index of grants. */
import { present } from '../../../src/present.js';
import type {
  GrantedResourcesStore,
  IndexedGrant,
  GrantableGroup,
} from '../../../src/authorization/grants/granted-resources-store.js';
import type { GrantedIds } from '../../../src/scopes/granted-resources.js';
import { isId, isStorable, mustBeStorable } from '../../storable.js';
import { closedTo } from '../ownership/client-admissions.js';
import type { Database } from '../connection.js';
import { inTransaction } from '../transaction.js';

const MAX_GROUPS = 1_000;

// The ids come first, as arrays, so that both conditions on a team use an index.
const GRANTABLE_GROUPS = `
with own as (
  select team_id, agreed and role in ('owner', 'admin') as manages from membership
  where account_id = :accountId and accepted
)
select team.id, team.name, team.organization, above.name as organization_name,
  coalesce(own.manages, false) as manages,
  ${closedTo('case when team.organization then team.id else team.organization_id end')} as closed
from team
left join team above on above.id = team.organization_id
left join own on own.team_id = team.id
where team.id = any(array(select team_id from own))
  or team.organization_id = any(array(select team_id from own where manages))
order by team.organization desc, lower(team.name), team.id
limit ${MAX_GROUPS}`;

interface GroupRow {
  readonly id: number;
  readonly name: string;
  readonly organization: boolean;
  readonly organization_name: string | null;
  readonly manages: boolean;
  readonly closed: boolean;
}

const toGroup = ({ organization_name: organizationName, ...row }: GroupRow): GrantableGroup => ({
  ...row,
  ...present({ organizationName: organizationName ?? undefined }),
});

const idsOf = (ids: GrantedIds): readonly number[] | null => (ids === 'all' ? null : ids);

const grantRow = (grant: IndexedGrant) => ({
  family_id: grant.familyId,
  account_id: grant.accountId,
  client_id: grant.clientId,
  team_ids: idsOf(grant.teams),
  organization_ids: idsOf(grant.organizations),
  administrators_only: grant.administratorsOnly === true,
  ends_at: grant.endsAt,
});

const intersection = (column: string, ids: string): string => `
case
  when cast(${ids} as integer[]) is null then ${column}
  when ${column} is null then cast(${ids} as integer[])
  else array(select unnest(${column}) intersect select unnest(cast(${ids} as integer[])))
end`;

const NARROW = `
update place_grant
set team_ids = ${intersection('team_ids', ':teams')}, organization_ids = ${intersection('organization_ids', ':organizations')}
where family_id = :familyId`;

const FORGET_EMPTY = `
delete from place_grant where family_id = ? and team_ids = '{}' and organization_ids = '{}'`;

export const createGrantedResourcesStore = (db: Database): GrantedResourcesStore => ({
  async grantableGroups(accountId, clientId) {
    if (!isId(accountId) || !isStorable(clientId)) return [];
    const { rows } = await db.raw<{ rows: readonly GroupRow[] }>(GRANTABLE_GROUPS, { accountId, clientId });
    return rows.map(toGroup);
  },
  async namesOf(ids) {
    const groups = await db<GroupRow>('team').whereIn('id', ids.filter(isId)).select('id', 'name');
    return new Map(groups.map(({ id, name }) => [id, name]));
  },
  async index(grant) {
    mustBeStorable([grant.familyId, grant.clientId]);
    await db('place_grant').insert(grantRow(grant)).onConflict().ignore();
  },
  async narrow(familyId, resources) {
    if (!isStorable(familyId)) return;
    const ids = { teams: idsOf(resources.teams), organizations: idsOf(resources.organizations) };
    await inTransaction(db, async (trx) => {
      await trx.raw(NARROW, { familyId, ...ids });
      await trx.raw(FORGET_EMPTY, [familyId]);
    });
  },
});

/** Removes grants whose end has passed from the index. */
export async function sweepGrantNotes(db: Database): Promise<void> {
  await db.raw('delete from place_grant where ends_at <= now()');
}
