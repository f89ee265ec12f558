/*
 * Invite links in the database, by the keyed hash of their token. Joining holds the team, so that a link with one use
 * left lets one person in.
 */
import { present } from '../../../src/present.js';
import type { Actor } from '../../../src/events/audit-log.js';
import type {
  Invite,
  InviteHolder,
  InviteStore,
  NewInvite,
} from '../../../src/scheduling/memberships/invite-store.js';
import { inviteVerdict, takesUse } from '../../../src/scheduling/memberships/invites.js';
import { mayGive } from '../../../src/scheduling/memberships/rules.js';
import { emit } from '../events/emit.js';
import type { Database } from '../connection.js';
import { recordMembership } from './membership-rows.js';
import type { MembershipRow } from './membership-rows.js';
import { lockGroup, callerMembershipIn } from '../teams/team-rows.js';
import { inTransaction } from '../transaction.js';

interface InviteRow {
  readonly id: number;
  readonly team_id: number;
  readonly expires_at: Date;
  readonly uses: number;
  readonly max_uses: number;
  readonly name: string;
  readonly organization_name: string | null;
  readonly inviter_id: number;
  readonly inviter: string;
  readonly maker_may_invite: boolean;
  readonly has_membership: boolean;
  readonly agreed: boolean;
  readonly outside: boolean;
}

/** Who made the link still manages the team, or its organization, and can act. */
const MAKER_MAY_INVITE = `maker.disabled_at is null and exists (
  select 1 from membership
  where account_id = maker.id and agreed and role in ('owner', 'admin')
    and team_id in (team.id, team.organization_id))`;

const FIND = `
select team_invite.id, team_invite.team_id, expires_at, uses, max_uses, team.name, above.name as organization_name,
  maker.id as inviter_id, maker.name as inviter, ${MAKER_MAY_INVITE} as maker_may_invite,
  own.id is not null as has_membership, coalesce(own.agreed, false) as agreed,
  team.organization_id is not null and not exists (
    select 1 from membership
    where team_id = team.organization_id and account_id = :accountId and accepted) as outside
from team_invite
join team on team.id = team_invite.team_id
join account maker on maker.id = team_invite.invited_by
left join team above on above.id = team.organization_id
left join membership own on own.team_id = team.id and own.account_id = :accountId
where token_hash = any(:tokenHashes)`;

function membershipIn({ has_membership, agreed }: InviteRow): Invite['facts']['membership'] {
  if (!has_membership) return 'none';
  return agreed ? 'agreed' : 'waiting';
}

const toInvite = (row: InviteRow): Invite => ({
  place: {
    name: row.name,
    organization: false,
    ...present({ organizationName: row.organization_name ?? undefined }),
  },
  inviter: row.inviter,
  facts: {
    expiresAt: row.expires_at,
    uses: row.uses,
    maxUses: row.max_uses,
    inviterMayInvite: row.maker_may_invite,
    membership: membershipIn(row),
    outside: row.outside,
  },
});

async function find(db: Database, { accountId, tokenHashes }: InviteHolder): Promise<InviteRow | undefined> {
  const values = { accountId, tokenHashes: [...tokenHashes] };
  const { rows } = await db.raw<{ rows: readonly InviteRow[] }>(FIND, values);
  return rows[0];
}

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
  const place = await lockGroup(trx, groupId);
  const own = place && (await callerMembershipIn(trx, by, place));
  if (own === undefined || !mayGive(own.role, 'member')) return undefined;
  const live = trx('team_invite').where({ team_id: groupId }).where('expires_at', '>', input.now);
  const [count] = await live.count('* as count');
  if (Number(count?.['count'] ?? 0) >= input.most) return 'too_many';
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

async function enter(trx: Database, row: InviteRow, accountId: number, actor: Actor): Promise<void> {
  const place = { team_id: row.team_id, account_id: accountId };
  const [joined] = (await trx('membership')
    .insert({ ...place, role: 'member', accepted: true, agreed: true, invited_by: row.inviter_id })
    .onConflict(['team_id', 'account_id'])
    .merge(['accepted', 'agreed'])
    .returning('*')) as [MembershipRow];
  await recordMembership(trx, actor, joined, { action: 'membership.accepted', facts: { invite: row.id } });
}

async function join(trx: Database, holder: InviteHolder, actor: Actor): Promise<Invite | undefined> {
  const seen = await find(trx, holder);
  const row = seen && (await lockGroup(trx, seen.team_id)) && (await find(trx, holder));
  if (row === undefined) return undefined;
  const invite = toInvite(row);
  if (inviteVerdict(invite.facts, holder.now.getTime()) === 'open') {
    await enter(trx, row, holder.accountId, actor);
    if (takesUse(invite.facts)) await trx('team_invite').where({ id: row.id }).increment('uses', 1);
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

/** A link that is over is kept for a month, so that its page can say what happened. */
export async function sweepInvites(db: Database): Promise<void> {
  await db.raw(`delete from team_invite where expires_at < now() - interval '30 days'`);
}
