/* A user's own memberships in the database. Users and administrators change them under the same lock. */
import { present } from '../../../src/present.js';
import type { Actor } from '../../../src/events/audit-log.js';
import { lastOwnerRefusal } from '../../../src/scheduling/memberships/rules.js';
import type { OwnMembership, OwnMembershipStore } from '../../../src/scheduling/memberships/own-store.js';
import type { LastOwner, Outside } from '../../../src/scheduling/memberships/store.js';
import { isId } from '../../storable.js';
import type { Database } from '../connection.js';
import { AGREED, consentOf, emitMembershipEvent, removeMembership } from './membership-rows.js';
import type { MembershipRow } from './membership-rows.js';
import { readOwnership } from './group-owners.js';
import { selectRows } from '../rows.js';
import { GROUP_VIEW, JOIN_ORGANIZATION, lockGroup, toGroupView } from '../teams/team-rows.js';
import type { GroupViewRow, TeamRow } from '../teams/team-rows.js';
import { inTransaction } from '../transaction.js';

const MAX = 1_000;

type OwnRow = Pick<MembershipRow, 'id' | 'team_id' | 'role' | 'accepted' | 'agreed'> &
  GroupViewRow & { readonly inviter: string | null };

const OWN = `
select membership.id, membership.team_id, membership.role, membership.accepted, membership.agreed,
  ${GROUP_VIEW}, inviter.name as inviter
from membership
join team on team.id = membership.team_id
${JOIN_ORGANIZATION}
left join account inviter on inviter.id = membership.invited_by and inviter.id <> membership.account_id
where membership.account_id = :accountId`;

const toOwn = (row: OwnRow): OwnMembership => ({
  id: row.id,
  groupId: row.team_id,
  role: row.role,
  accepted: row.accepted,
  agreed: row.agreed,
  group: toGroupView(row),
  ...present({ inviter: row.inviter ?? undefined }),
});

interface Target {
  readonly accountId: number;
  readonly id: number;
}

const isTarget = ({ accountId, id }: Target): boolean => isId(accountId) && isId(id);

const select = async (db: Database, tail: string, values: object): Promise<readonly OwnMembership[]> =>
  (await selectRows<OwnRow>(db, `${OWN} ${tail}`, values)).map(toOwn);

const list = (db: Database, accountId: number): Promise<readonly OwnMembership[]> =>
  select(db, `order by membership.agreed, membership.id limit ${MAX}`, { accountId });

const find = async (db: Database, target: Target): Promise<OwnMembership | undefined> =>
  (await select(db, 'and membership.id = :id', target))[0];

/** Neither changes until the transaction ends. */
async function lock(
  trx: Database,
  { accountId, id }: Target,
): Promise<{ readonly group: TeamRow; readonly row: MembershipRow } | undefined> {
  const own = () => trx<MembershipRow>('membership').where({ id, account_id: accountId });
  const unlocked = await own().first('team_id');
  const group = unlocked && (await lockGroup(trx, unlocked.team_id));
  const row = group && (await own().first());
  return group && row && { group, row };
}

async function agree(
  trx: Database,
  target: Target,
  actor: Actor,
): Promise<OwnMembership | Outside | undefined> {
  const locked = await lock(trx, target);
  if (locked === undefined) return undefined;
  const { group, row } = locked;
  const addition = { accountId: target.accountId, by: target.accountId };
  if ((await consentOf(trx, group, addition)) === 'outside') return 'outside';
  if (!row.agreed) {
    await trx('membership').where({ id: row.id }).update(AGREED);
    await emitMembershipEvent(trx, actor, row, { action: 'membership.accepted', facts: {} });
  }
  return find(trx, target);
}

async function leave(
  trx: Database,
  target: Target,
  actor: Actor,
): Promise<OwnMembership | LastOwner | undefined> {
  const own = await find(trx, target);
  const locked = await lock(trx, target);
  if (own === undefined || locked === undefined) return undefined;
  const { group, row } = locked;
  const refusal = lastOwnerRefusal(await readOwnership(trx, group, row));
  if (refusal !== undefined) return refusal;
  await removeMembership(trx, group, row, actor);
  return own;
}

export const createOwnMembershipStore = (db: Database): OwnMembershipStore => ({
  list: async (accountId) => (isId(accountId) ? list(db, accountId) : []),
  find: async (accountId, id) => (isTarget({ accountId, id }) ? find(db, { accountId, id }) : undefined),
  agree: async (accountId, id, actor) =>
    isTarget({ accountId, id })
      ? inTransaction(db, (trx) => agree(trx, { accountId, id }, actor))
      : undefined,
  leave: async (accountId, id, actor) =>
    isTarget({ accountId, id })
      ? inTransaction(db, (trx) => leave(trx, { accountId, id }, actor))
      : undefined,
});
