/*
 * Invite links in the database, by the keyed hash of their token. Joining locks the team, so that a link with one use
 * left admits one user.
 */
import type { Actor } from '../../../src/events/audit-log.js';
import type {
  Invite,
  InviteHolder,
  InviteStore,
  NewInvite,
} from '../../../src/scheduling/memberships/invite-store.js';
import { inviteVerdict, countsAsUse } from '../../../src/scheduling/memberships/invites.js';
import { mayAssign } from '../../../src/scheduling/memberships/rules.js';
import { emit } from '../events/emit.js';
import type { Database } from '../connection.js';
import { AGREED, emitMembershipEvent } from './membership-rows.js';
import type { MembershipRow } from './membership-rows.js';
import { countRows, selectRows } from '../rows.js';
import {
  callerMembershipIn,
  GROUP_VIEW,
  JOIN_ORGANIZATION,
  lockGroup,
  toGroupView,
} from '../teams/team-rows.js';
import type { GroupViewRow } from '../teams/team-rows.js';
import { inTransaction } from '../transaction.js';

interface InviteRow extends GroupViewRow {
  readonly id: number;
  readonly team_id: number;
  readonly expires_at: Date;
  readonly uses: number;
  readonly max_uses: number;
  readonly inviter_id: number;
  readonly inviter: string;
  readonly inviter_may_invite: boolean;
  readonly has_membership: boolean;
  readonly agreed: boolean;
  readonly outside: boolean;
}

/** The inviter still manages the team, or its organization, and their account is active. */
const INVITER_MAY_INVITE = `inviter.disabled_at is null and exists (
  select 1 from membership
  where account_id = inviter.id and agreed and role in ('owner', 'admin')
    and team_id in (team.id, team.organization_id))`;

const FIND = `
select team_invite.id, team_invite.team_id, expires_at, uses, max_uses,
  ${GROUP_VIEW}, inviter.id as inviter_id, inviter.name as inviter, ${INVITER_MAY_INVITE} as inviter_may_invite,
  own.id is not null as has_membership, coalesce(own.agreed, false) as agreed,
  team.organization_id is not null and not exists (
    select 1 from membership
    where team_id = team.organization_id and account_id = :accountId and accepted) as outside
from team_invite
join team on team.id = team_invite.team_id
join account inviter on inviter.id = team_invite.invited_by
${JOIN_ORGANIZATION}
left join membership own on own.team_id = team.id and own.account_id = :accountId
where token_hash = any(:tokenHashes)`;

function membershipIn({ has_membership, agreed }: InviteRow): Invite['facts']['membership'] {
  if (!has_membership) return 'none';
  return agreed ? 'agreed' : 'waiting';
}

const toInvite = (row: InviteRow): Invite => ({
  group: toGroupView(row),
  inviter: row.inviter,
  facts: {
    expiresAt: row.expires_at,
    uses: row.uses,
    maxUses: row.max_uses,
    inviterMayInvite: row.inviter_may_invite,
    membership: membershipIn(row),
    outside: row.outside,
  },
});

const find = async (db: Database, { accountId, tokenHashes }: InviteHolder): Promise<InviteRow | undefined> =>
  (await selectRows<InviteRow>(db, FIND, { accountId, tokenHashes }))[0];

interface Opening {
  readonly groupId: number;
  readonly by: number;
  readonly input: NewInvite;
}

async function open(
  trx: Database,
  { groupId, by, input }: Opening,
  actor: Actor,
): Promise<'opened' | 'too_many' | undefined> {
  const group = await lockGroup(trx, groupId);
  const own = group && (await callerMembershipIn(trx, by, group));
  if (own === undefined || !mayAssign(own.role, 'member')) return undefined;
  const active = trx('team_invite').where({ team_id: groupId }).where('expires_at', '>', input.now);
  if ((await countRows(active)) >= input.most) return 'too_many';
  const { tokenHash, expiresAt, maxUses } = input;
  await trx('team_invite').insert({
    team_id: groupId,
    token_hash: tokenHash,
    invited_by: by,
    expires_at: expiresAt,
    max_uses: maxUses,
  });
  const facts = { expiresAt: expiresAt.toISOString(), maxUses };
  await emit(trx, actor, { action: 'team.invite_opened', subject: `team:${groupId}`, facts });
  return 'opened';
}

async function addMember(trx: Database, row: InviteRow, accountId: number, actor: Actor): Promise<void> {
  const columns = { team_id: row.team_id, account_id: accountId, invited_by: row.inviter_id };
  const [member] = (await trx('membership')
    .insert({ ...columns, role: 'member', ...AGREED })
    .onConflict(['team_id', 'account_id'])
    .merge(Object.keys(AGREED))
    .returning('*')) as [MembershipRow];
  await emitMembershipEvent(trx, actor, member, { action: 'membership.accepted', facts: { invite: row.id } });
}

async function join(trx: Database, holder: InviteHolder, actor: Actor): Promise<Invite | undefined> {
  const unlocked = await find(trx, holder);
  const row = unlocked && (await lockGroup(trx, unlocked.team_id)) && (await find(trx, holder));
  if (row === undefined) return undefined;
  const invite = toInvite(row);
  if (inviteVerdict(invite.facts, holder.now.getTime()) === 'open') {
    await addMember(trx, row, holder.accountId, actor);
    if (countsAsUse(invite.facts)) await trx('team_invite').where({ id: row.id }).increment('uses', 1);
  }
  return invite;
}

export const createInviteStore = (db: Database): InviteStore => ({
  open: (groupId, by, input, actor) => inTransaction(db, (trx) => open(trx, { groupId, by, input }, actor)),
  async find(holder) {
    const row = await find(db, holder);
    return row && toInvite(row);
  },
  join: (holder, actor) => inTransaction(db, (trx) => join(trx, holder, actor)),
});

/** An expired link is kept for a month, so that its page can say what happened. */
export async function sweepInvites(db: Database): Promise<void> {
  await db.raw(`delete from team_invite where expires_at < now() - interval '30 days'`);
}
