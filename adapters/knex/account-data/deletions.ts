/*
 * Deletion of accounts in the database. Closing locks the groups of the account and then its row: memberships, clients
 * and bookings that would name it wait, and are refused after it (migrations/035-account-deletion.sql, availability.ts).
 */
import type { Actor } from '../../../src/events/audit-log.js';
import type { Closing, DeletionStore } from '../../../src/accounts/deletion-store.js';
import { isBlocked } from '../../../src/accounts/deletion.js';
import { isId } from '../../storable.js';
import { type AccountRow, NO_PASSWORD } from '../account-rows.js';
import { raiseRegistryRevision } from '../authorization/access-blocklist.js';
import { deleteApps } from '../conferencing/conferencing.js';
import type { Database } from '../connection.js';
import { emit } from '../events/emit.js';
import { enqueue } from '../jobs/jobs.js';
import { type MembershipRow, removeMembership } from '../memberships/membership-rows.js';
import { selectRows } from '../rows.js';
import type { TeamRow } from '../teams/team-rows.js';
import { inTransaction } from '../transaction.js';
import { type OwnedGroup, ownershipOf, previewOf, UPCOMING } from './deletion-facts.js';
import { eraseAccount } from './erasure.js';

const LOCK_GROUPS = `
select * from team where id in (select team_id from membership where account_id = :accountId)
  or id in (
    select organization_id from team join membership on membership.team_id = team.id
    where membership.account_id = :accountId)
order by id for no key update`;

/** What gives access besides the password, and what names the account as somebody who acts. */
export const ACCESS_TABLES = {
  passkey: 'account_id',
  recovery: 'account_id',
  email_change: 'account_id',
  verification_code: 'account_id',
  team_invite: 'invited_by',
  client_tester: 'account_id',
} as const;

async function removeTeam(
  trx: Database,
  { id, slug, organization_id: organization }: OwnedGroup,
  actor: Actor,
): Promise<void> {
  await deleteApps(trx, { team_id: id });
  await trx('team').where({ id }).delete();
  await emit(trx, actor, { action: 'team.deleted', subject: `team:${id}`, facts: { slug, organization } });
}

/** Leaving an organization leaves its teams: what was left with it is not found any more. */
async function leaveGroups(
  trx: Database,
  accountId: number,
  groups: readonly TeamRow[],
  actor: Actor,
): Promise<void> {
  for (const group of groups) {
    const membership = trx<MembershipRow>('membership').where({ team_id: group.id, account_id: accountId });
    const row = await membership.first();
    if (row) await removeMembership(trx, group, row, actor);
  }
}

async function endAccountAccess(trx: Database, accountId: number, now: Date): Promise<void> {
  for (const [table, column] of Object.entries(ACCESS_TABLES))
    await trx(table)
      .where({ [column]: accountId })
      .delete();
  await trx('account')
    .where({ id: accountId })
    .update({
      ...{ deleted_at: now, disabled_at: trx.raw('coalesce(disabled_at, ?)', [now]), admin: false },
      ...{ email_key: `deleted:${accountId}`, password_hash: NO_PASSWORD },
      access_generation: trx.raw('access_generation + 1'),
    });
  await raiseRegistryRevision(trx);
}

async function close(
  trx: Database,
  { accountId, email, now, jobs }: Closing,
  actor: Actor,
): Promise<'closed' | 'blocked' | 'not_found'> {
  const groups = await selectRows<TeamRow>(trx, LOCK_GROUPS, { accountId });
  const account = await trx<AccountRow>('account').where({ id: accountId }).forUpdate().first();
  if (account?.deleted_at !== null || account.email !== email) return 'not_found';
  const { blockers, teamsRemoved } = await ownershipOf(trx, accountId);
  if (isBlocked(blockers)) return 'blocked';
  for (const team of teamsRemoved) await removeTeam(trx, team, actor);
  await leaveGroups(trx, accountId, groups, actor);
  await endAccountAccess(trx, accountId, now);
  await emit(trx, actor, { action: 'account.deleted', subject: `account:${accountId}`, facts: {} });
  await enqueue(trx, jobs);
  return 'closed';
}

const BATCH_SIZE = 100;

export const createDeletionStore = (db: Database): DeletionStore => ({
  preview: async (accountId, now) => (isId(accountId) ? previewOf(db, accountId, now) : undefined),
  close: (closing, actor) => inTransaction(db, (trx) => close(trx, closing, actor)),
  async upcoming(accountId, now) {
    const statement = `select booking.uid ${UPCOMING} order by booking.starts_at, booking.id limit ${BATCH_SIZE}`;
    return (await selectRows<{ uid: string }>(db, statement, { accountId, now })).map(({ uid }) => uid);
  },
  erase: (accountId) => inTransaction(db, (trx) => eraseAccount(trx, accountId)),
});
