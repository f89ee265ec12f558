/* A person's own memberships in the database. Their word is given under the same lock as that of an administrator. */
import { present } from '../../../src/present.js';
import type { Role } from '../../../src/api/role.js';
import type { Actor } from '../../../src/events/audit-log.js';
import { lastOwnerRefusal } from '../../../src/scheduling/memberships/rules.js';
import type { OwnMembership, OwnMembershipStore } from '../../../src/scheduling/memberships/own-store.js';
import type { LastOwner, Outside } from '../../../src/scheduling/memberships/store.js';
import { isId } from '../../storable.js';
import type { Database } from '../connection.js';
import { recordMembership, removeMembership, wordOf } from './membership-rows.js';
import type { MembershipRow } from './membership-rows.js';
import { ownership } from './group-owners.js';
import { lockGroup } from '../teams/team-rows.js';
import type { TeamRow } from '../teams/team-rows.js';
import { inTransaction } from '../transaction.js';

const MAX = 1_000;

interface OwnRow {
  readonly id: number;
  readonly team_id: number;
  readonly role: Role;
  readonly accepted: boolean;
  readonly agreed: boolean;
  readonly name: string;
  readonly organization: boolean;
  readonly organization_name: string | null;
  readonly inviter: string | null;
}

const OWN = `
select membership.id, membership.team_id, membership.role, membership.accepted, membership.agreed,
  team.name, team.organization, above.name as organization_name, inviter.name as inviter
from membership
join team on team.id = membership.team_id
left join team above on above.id = team.organization_id
left join account inviter on inviter.id = membership.invited_by and inviter.id <> membership.account_id
where membership.account_id = :accountId`;

const toOwn = (row: OwnRow): OwnMembership => ({
  id: row.id,
  groupId: row.team_id,
  role: row.role,
  accepted: row.accepted,
  agreed: row.agreed,
  place: {
    name: row.name,
    organization: row.organization,
    ...present({ organizationName: row.organization_name ?? undefined }),
  },
  ...present({ inviter: row.inviter ?? undefined }),
});

async function list(db: Database, accountId: number): Promise<readonly OwnMembership[]> {
  const ordered = `${OWN} order by membership.agreed, membership.id limit ${MAX}`;
  const { rows } = await db.raw<{ rows: readonly OwnRow[] }>(ordered, { accountId });
  return rows.map(toOwn);
}

async function find(db: Database, accountId: number, id: number): Promise<OwnMembership | undefined> {
  const one = `${OWN} and membership.id = :id`;
  const { rows } = await db.raw<{ rows: readonly OwnRow[] }>(one, { accountId, id });
  return rows[0] && toOwn(rows[0]);
}

interface Target {
  readonly accountId: number;
  readonly id: number;
}

/** As they are now, and stay until the transaction ends. */
async function held(
  trx: Database,
  { accountId, id }: Target,
): Promise<{ readonly place: TeamRow; readonly row: MembershipRow } | undefined> {
  const own = () => trx<MembershipRow>('membership').where({ id, account_id: accountId });
  const seen = await own().first('team_id');
  const place = seen && (await lockGroup(trx, seen.team_id));
  const row = place && (await own().first());
  return place && row && { place, row };
}

async function agree(
  trx: Database,
  target: Target,
  actor: Actor,
): Promise<OwnMembership | Outside | undefined> {
  const found = await held(trx, target);
  if (found === undefined) return undefined;
  const { place, row } = found;
  const asked = { accountId: target.accountId, by: target.accountId };
  if ((await wordOf(trx, place, asked)) === 'outside') return 'outside';
  if (!row.agreed) {
    await trx('membership').where({ id: row.id }).update({ accepted: true, agreed: true });
    await recordMembership(trx, actor, row, { action: 'membership.accepted', facts: {} });
  }
  return find(trx, target.accountId, target.id);
}

async function leave(
  trx: Database,
  target: Target,
  actor: Actor,
): Promise<OwnMembership | LastOwner | undefined> {
  const own = await find(trx, target.accountId, target.id);
  const found = await held(trx, target);
  if (own === undefined || found === undefined) return undefined;
  const { place, row } = found;
  const refusal = lastOwnerRefusal(await ownership(trx, place, row));
  if (refusal !== undefined) return refusal;
  await removeMembership(trx, place, row, actor);
  return own;
}

export const createOwnMembershipStore = (db: Database): OwnMembershipStore => ({
  list: async (accountId) => (isId(accountId) ? list(db, accountId) : []),
  find: async (accountId, id) => (isId(accountId) && isId(id) ? find(db, accountId, id) : undefined),
  agree: async (accountId, id, actor) =>
    isId(accountId) && isId(id)
      ? inTransaction(db, (trx) => agree(trx, { accountId, id }, actor))
      : undefined,
  leave: async (accountId, id, actor) =>
    isId(accountId) && isId(id)
      ? inTransaction(db, (trx) => leave(trx, { accountId, id }, actor))
      : undefined,
});
