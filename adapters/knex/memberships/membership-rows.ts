/* Rows of the table `membership`, and what follows from a change of one. Callers lock the group (team-rows.ts). */
import type { Role } from '../../../src/api/role.js';
import { present } from '../../../src/present.js';
import type { Actor } from '../../../src/events/audit-log.js';
import type { Membership } from '../../../src/scheduling/memberships/store.js';
import type { EventOf } from '../../../src/events/catalogue.js';
import { emit } from '../events/emit.js';
import { raiseRegistryRevisionOf } from '../ownership/client-managers.js';
import type { AccountRow } from '../account-rows.js';
import type { Database } from '../connection.js';
import { selectRows } from '../rows.js';
import { assignManaged } from '../event-types/managed-event-types.js';
import { ORGANIZATION_ID } from '../accounts/profiles.js';
import type { TeamRow } from '../teams/team-rows.js';

export interface MembershipRow {
  readonly id: number;
  readonly team_id: number;
  readonly account_id: number;
  readonly role: Role;
  readonly accepted: boolean;
  readonly agreed: boolean;
  readonly invited_by: number | null;
  readonly invited_email: string | null;
  readonly disable_impersonation: boolean;
}

export type MemberRow = MembershipRow &
  Pick<AccountRow, 'name' | 'username' | 'email' | 'avatar_url' | 'bio' | 'metadata'>;

export const toMembership = (row: MemberRow): Membership => ({
  id: row.id,
  groupId: row.team_id,
  accountId: row.account_id,
  role: row.role,
  accepted: row.accepted,
  agreed: row.agreed,
  disableImpersonation: row.disable_impersonation,
  ...present({ invitedAs: (!row.agreed && row.invited_email) || undefined }),
  user: {
    name: row.name,
    username: row.username,
    email: row.email,
    avatarUrl: row.avatar_url,
    bio: row.bio,
    metadata: row.metadata,
  },
});

export const members = (db: Database, groupId: number) =>
  db('membership')
    .join('account', 'account.id', 'membership.account_id')
    .where({ 'membership.team_id': groupId })
    .select<MemberRow[]>(
      'membership.*',
      ...['name', 'username', 'email', 'avatar_url', 'bio', 'metadata'].map((column) => `account.${column}`),
    );

/**
 * Whether a user has consented to a membership. `own`: themselves, here or to the organization of the team. `colleague`:
 * not yet, but they share an organization with the one who adds them. `outside`: they are not in the organization of
 * the team.
 */
export type Consent = 'own' | 'colleague' | 'none' | 'outside';

const SHARED = `
select from membership as one
join membership as other on other.team_id = one.team_id
join team on team.id = one.team_id and team.organization
where one.account_id = :by and one.agreed and other.account_id = :accountId and other.agreed
limit 1`;

interface Addition {
  readonly accountId: number;
  /** Who adds them. */
  readonly by: number;
}

/** Only users themselves consent to an organization; their consent to it holds for its teams. */
export async function consentOf(
  trx: Database,
  { organization, organization_id: organizationId }: TeamRow,
  { accountId, by }: Addition,
): Promise<Consent> {
  if (organizationId !== null) {
    const inside = { team_id: organizationId, account_id: accountId, accepted: true };
    const above = await trx<MembershipRow>('membership').where(inside).first('agreed');
    if (above === undefined) return 'outside';
    if (above.agreed) return 'own';
  }
  if (accountId === by) return 'own';
  if (organization || organizationId !== null) return 'none';
  return (await selectRows(trx, SHARED, { accountId, by })).length > 0 ? 'colleague' : 'none';
}

/** Without any consent a membership is an invitation, whatever the caller asks for. */
export const acceptedBy = (
  consent: Consent,
  accepted: boolean,
): Pick<MembershipRow, 'accepted' | 'agreed'> => ({
  accepted: accepted && consent !== 'none',
  agreed: accepted && consent === 'own',
});

/** Of a user who has accepted themselves. */
export const AGREED = { accepted: true, agreed: true, invited_email: null } as const;

type MembershipFacts<Name extends MembershipEvent> = Omit<EventOf<Name>['facts'], 'accountId' | 'team'>;
type MembershipEvent = `membership.${'created' | 'changed' | 'accepted' | 'removed'}`;

type MembershipChanged = {
  readonly [Name in MembershipEvent]: { readonly action: Name; readonly facts: MembershipFacts<Name> };
}[MembershipEvent];

const membershipEvent = (
  { id, account_id: accountId, team_id: team }: MembershipRow,
  change: MembershipChanged,
) => {
  const [subject, member] = [`membership:${id}`, { accountId, team }];
  if (change.action === 'membership.created')
    return { ...change, subject, facts: { ...member, ...change.facts } };
  return { ...change, subject, facts: { ...member, ...change.facts } };
};

/** Called after every change of a membership. */
export async function emitMembershipEvent(
  trx: Database,
  actor: Actor,
  row: MembershipRow,
  change: MembershipChanged,
): Promise<void> {
  await raiseRegistryRevisionOf(trx, row.team_id);
  await emit(trx, actor, membershipEvent(row, change));
  await assignManaged(trx, { teamId: row.team_id, accountId: row.account_id }, actor);
}

/** Limits over all bookings are for members of an organization; members of another one keep them. */
export async function endBookingLimits(trx: Database, accountId: number, actor: Actor): Promise<void> {
  const ended = await trx('account')
    .where({ id: accountId })
    .whereRaw(`booking_limits <> '{}'`)
    .whereRaw(`${ORGANIZATION_ID} is null`)
    .update({ booking_limits: '{}' });
  if (ended === 0) return;
  await emit(trx, actor, {
    action: 'booking_limits.cleared',
    subject: `account:${accountId}`,
    facts: { left: 'organization' },
  });
}

const inTeamsOf = (trx: Database, organizationId: number, accountId: number) =>
  trx<MembershipRow>('membership')
    .where({ account_id: accountId })
    .whereIn('team_id', trx('team').where({ organization_id: organizationId }).select('id'));

interface Leaving {
  readonly organizationId: number;
  readonly accountId: number;
  readonly as: 'removed' | 'not accepted';
}

const LEFT = { left: 'organization' } as const;
const WAITING = { accepted: false, agreed: false } as const;

/** One at a time, so that each is in the audit log and has its effects. */
async function leaveTeams(
  trx: Database,
  { organizationId, accountId, as }: Leaving,
  actor: Actor,
): Promise<void> {
  for (const row of await inTeamsOf(trx, organizationId, accountId).orderBy('team_id')) {
    const membership = trx('membership').where({ id: row.id });
    if (as === 'removed') {
      await membership.delete();
      await emitMembershipEvent(trx, actor, row, { action: 'membership.removed', facts: LEFT });
    } else if (row.accepted) {
      await membership.update(WAITING);
      await emitMembershipEvent(trx, actor, row, {
        action: 'membership.changed',
        facts: { ...WAITING, ...LEFT },
      });
    }
  }
}

/** Called when the membership of the organization itself is removed or no longer accepted. */
export async function leaveOrganization(trx: Database, leaving: Leaving, actor: Actor): Promise<void> {
  await leaveTeams(trx, leaving, actor);
  await endBookingLimits(trx, leaving.accountId, actor);
}

export async function removeMembership(
  trx: Database,
  group: TeamRow,
  row: MembershipRow,
  actor: Actor,
): Promise<void> {
  await trx('membership').where({ id: row.id }).delete();
  await emitMembershipEvent(trx, actor, row, { action: 'membership.removed', facts: {} });
  const { account_id: accountId } = row;
  if (group.organization)
    await leaveOrganization(trx, { organizationId: group.id, accountId, as: 'removed' }, actor);
}
