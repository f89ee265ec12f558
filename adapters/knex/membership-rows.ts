/* Rows of the table `membership`, and what leaving a place takes along. Callers hold its lock (team-rows.ts). */
import type { Role } from '../../src/api/role.js';
import type { Cause } from '../../src/audit.js';
import type { Membership } from '../../src/scheduling/memberships/store.js';
import { record } from './audit.js';
import type { Change } from './audit.js';
import { moveStandingOf } from './client-ownership.js';
import type { Database } from './connection.js';
import { assignManaged } from './managed-event-types.js';
import { ORGANIZATION_ID } from './profiles.js';
import type { TeamRow } from './team-rows.js';

export interface MembershipRow {
  readonly id: number;
  readonly team_id: number;
  readonly account_id: number;
  readonly role: Role;
  readonly accepted: boolean;
  readonly agreed: boolean;
  readonly invited_by: number | null;
  readonly disable_impersonation: boolean;
}

export type MemberRow = MembershipRow & {
  readonly name: string;
  readonly username: string;
  readonly email: string;
  readonly avatar_url: string | null;
  readonly bio: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
};

export const toMembership = (row: MemberRow): Membership => ({
  id: row.id,
  placeId: row.team_id,
  accountId: row.account_id,
  role: row.role,
  accepted: row.accepted,
  agreed: row.agreed,
  disableImpersonation: row.disable_impersonation,
  user: {
    name: row.name,
    username: row.username,
    email: row.email,
    avatarUrl: row.avatar_url,
    bio: row.bio,
    metadata: row.metadata,
  },
});

export const members = (db: Database, placeId: number) =>
  db('membership')
    .join('account', 'account.id', 'membership.account_id')
    .where({ 'membership.team_id': placeId })
    .select<MemberRow[]>(
      'membership.*',
      ...['name', 'username', 'email', 'avatar_url', 'bio', 'metadata'].map((column) => `account.${column}`),
    );

/** Who owns the place besides, has accepted, and is not disabled. */
export async function countOtherOwners(
  trx: Database,
  { team_id, id }: Pick<MembershipRow, 'team_id' | 'id'>,
): Promise<number> {
  const [row] = await trx('membership')
    .join('account', 'account.id', 'membership.account_id')
    .where({ team_id, role: 'owner', accepted: true })
    .whereNull('disabled_at')
    .whereNot('membership.id', id)
    .count('* as count');
  return Number(row?.['count'] ?? 0);
}

/** What the person has said to the organization holds for its teams. Undefined when they are not in it. */
export async function agreementIn(
  trx: Database,
  { organization_id: organizationId }: TeamRow,
  accountId: number,
): Promise<boolean | undefined> {
  if (organizationId === null) return false;
  const inside = { team_id: organizationId, account_id: accountId, accepted: true };
  return (await trx<MembershipRow>('membership').where(inside).first('agreed'))?.agreed;
}

/** With every change of a membership, once it is written. */
export async function recordMembership(
  trx: Database,
  cause: Cause,
  action: 'created' | 'changed' | 'accepted' | 'removed',
  row: MembershipRow,
  facts: Change['facts'] = {},
): Promise<void> {
  await moveStandingOf(trx, row.team_id);
  await record(trx, cause, {
    action: `membership.${action}`,
    subject: `membership:${row.id}`,
    facts: { accountId: row.account_id, team: row.team_id, ...facts },
  });
  await assignManaged(trx, { teamId: row.team_id, accountId: row.account_id }, cause);
}

/** Limits over all bookings are for members of an organization; whoever is in another one keeps them. */
async function endBookingLimits(trx: Database, accountId: number, cause: Cause): Promise<void> {
  const ended = await trx('account')
    .where({ id: accountId })
    .whereRaw(`booking_limits <> '{}'`)
    .whereRaw(`${ORGANIZATION_ID} is null`)
    .update({ booking_limits: '{}' });
  if (ended === 0) return;
  await record(trx, cause, {
    action: 'booking_limits.cleared',
    subject: `account:${accountId}`,
    facts: { left: 'organization' },
  });
}

const inTeamsOf = (trx: Database, organizationId: number, accountId: number) =>
  trx<MembershipRow>('membership')
    .where({ account_id: accountId })
    .whereIn('team_id', trx('team').where({ organization_id: organizationId }).select('id'));

/** The membership of the organization itself does not count any more. */
export async function leaveOrganization(
  trx: Database,
  {
    organizationId,
    accountId,
    as,
  }: { organizationId: number; accountId: number; as: 'gone' | 'not accepted' },
  cause: Cause,
): Promise<void> {
  const teams = inTeamsOf(trx, organizationId, accountId);
  if (as === 'gone') await teams.delete();
  else await teams.update({ accepted: false, agreed: false });
  await endBookingLimits(trx, accountId, cause);
}

export async function removeMembership(
  trx: Database,
  place: TeamRow,
  row: MembershipRow,
  cause: Cause,
): Promise<void> {
  await trx('membership').where({ id: row.id }).delete();
  await recordMembership(trx, cause, 'removed', row);
  const { account_id: accountId } = row;
  if (place.organization)
    await leaveOrganization(trx, { organizationId: place.id, accountId, as: 'gone' }, cause);
}
