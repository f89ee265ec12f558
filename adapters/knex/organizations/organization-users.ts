/*
 * The users of an organization in the database: accounts with their membership. Changes lock the organization, like those
 * of memberships, and then the account.
 */
import { emailKey } from '../../../src/email-address.js';
import { present } from '../../../src/present.js';
import type { Actor } from '../../../src/events/audit-log.js';
import { mayAssign } from '../../../src/scheduling/memberships/rules.js';
import type { Refusal, StillHosts } from '../../../src/scheduling/memberships/store.js';
import type {
  Appearance,
  NewUser,
  OrganizationUser,
  OrganizationUserStore,
  UserChange,
  UserQuery,
  UserTarget,
} from '../../../src/scheduling/organizations/store.js';
import { isId, isStorable, mustBeStorable } from '../../storable.js';
import { lockAccount, NO_PASSWORD } from '../account-rows.js';
import type { AccountRow } from '../account-rows.js';
import { createAccount } from '../accounts/accounts.js';
import { emit } from '../events/emit.js';
import type { Database } from '../connection.js';
import { unlessTaken } from '../failures.js';
import { mergedJson } from '../rows.js';
import { enqueue } from '../jobs/jobs.js';
import { lockMembership, removeUnlessRefused } from '../memberships/locked-memberships.js';
import type { LockedMembership } from '../memberships/locked-memberships.js';
import { emitMembershipEvent } from '../memberships/membership-rows.js';
import type { MembershipRow } from '../memberships/membership-rows.js';
import { changedColumns, hasSchedule, updateProfile } from '../accounts/profiles.js';
import { lockGroup, callerMembershipIn } from '../teams/team-rows.js';
import type { TeamRow } from '../teams/team-rows.js';
import { inTransaction } from '../transaction.js';

type UserRow = AccountRow &
  Pick<MembershipRow, 'team_id' | 'role' | 'accepted' | 'agreed'> & {
    readonly membership_id: number;
    readonly appearance: Appearance;
  };

const users = (db: Database, organizationId: number) =>
  db('membership')
    .join('account', 'account.id', 'membership.account_id')
    .join('team', 'team.id', 'membership.team_id')
    .where({ 'membership.team_id': organizationId, 'team.organization': true })
    .select<UserRow[]>(
      'account.*',
      'membership.id as membership_id',
      ...['team_id', 'role', 'accepted', 'agreed'].map((column) => `membership.${column}`),
    );

const toUser = (row: UserRow): OrganizationUser => ({
  id: row.id,
  membershipId: row.membership_id,
  organizationId: row.team_id,
  accepted: row.accepted,
  agreed: row.agreed,
  email: row.email,
  username: row.username,
  name: row.name,
  emailVerifiedAt: row.email_verified_at,
  bio: row.bio,
  avatarUrl: row.avatar_url,
  timeZone: row.time_zone,
  weekStart: row.week_start,
  timeFormat: row.time_format,
  locale: row.locale,
  defaultScheduleId: row.default_schedule_id,
  metadata: row.metadata,
  createdAt: row.created_at,
  appearance: row.appearance,
});

async function list(
  db: Database,
  organizationId: number,
  { emails, teamIds, take, skip }: UserQuery,
): Promise<readonly OrganizationUser[]> {
  const rows = users(db, organizationId).where({ accepted: true });
  void rows.orderBy('membership.id').limit(take).offset(skip);
  if (emails !== undefined) {
    void rows.where({ agreed: true }).whereIn('email_key', emails.filter(isStorable).map(emailKey));
  }
  if (teamIds !== undefined) {
    const teams = db('team').where({ organization_id: organizationId }).whereIn('id', teamIds.filter(isId));
    const inThem = db('membership').where({ accepted: true }).whereIn('team_id', teams.select('id'));
    void rows.whereIn('account.id', inThem.select('account_id'));
  }
  return (await rows).map(toUser);
}

async function find(
  db: Database,
  organizationId: number,
  accountId: number,
): Promise<OrganizationUser | undefined> {
  const row = await users(db, organizationId).where({ 'account.id': accountId }).first();
  return row && toUser(row);
}

const columnsOf = (trx: Database, change: UserChange): Readonly<Record<string, unknown>> => ({
  ...changedColumns(change),
  ...mergedJson(trx, 'appearance', change.appearance),
});

interface Creation {
  readonly group: TeamRow;
  readonly by: number;
  readonly input: NewUser;
}

async function createUser(
  trx: Database,
  { email, name, jobs, ...change }: NewUser,
  actor: Actor,
): Promise<number | 'email_taken'> {
  const { timeZone } = change;
  const input = { email, name, passwordHash: NO_PASSWORD, ...present({ timeZone }) };
  const account = await createAccount(trx, input, actor);
  if (account === 'email_taken') return account;
  const columns = columnsOf(trx, change);
  if (Object.keys(columns).length > 0) await trx('account').where({ id: account.id }).update(columns);
  await enqueue(trx, jobs);
  return account.id;
}

async function create(trx: Database, { group, by, input }: Creation, actor: Actor) {
  const own = await callerMembershipIn(trx, by, group);
  if (own === undefined) return undefined;
  if (!mayAssign(own.role, input.role)) return 'above';
  const accountId = await createUser(trx, input, actor);
  if (accountId === 'email_taken') return accountId;
  const { role, accepted } = input;
  // The organization consents for an account that it creates itself.
  const terms = { role, accepted, agreed: accepted, invited_by: by };
  const [row] = (await trx('membership')
    .insert({ team_id: group.id, account_id: accountId, ...terms })
    .returning('*')) as [MembershipRow];
  await emitMembershipEvent(trx, actor, row, {
    action: 'membership.created',
    facts: { role, accepted, agreed: accepted },
  });
  return find(trx, group.id, accountId);
}

async function lock(
  trx: Database,
  { organizationId, accountId, by }: UserTarget,
): Promise<LockedMembership | undefined> {
  const locked = await lockMembership(trx, { groupId: organizationId, by }, { account_id: accountId });
  return locked?.group.organization ? locked : undefined;
}

async function change(trx: Database, target: UserTarget, changes: UserChange, actor: Actor) {
  const locked = await lock(trx, target);
  if (locked === undefined) return undefined;
  if (!mayAssign(locked.own, locked.row.role)) return 'above';
  if (!locked.row.agreed) return 'not_agreed';
  const { accountId, organizationId } = target;
  await lockAccount(trx, accountId);
  const { defaultScheduleId } = changes;
  if (defaultScheduleId !== undefined && !(await hasSchedule(trx, accountId, defaultScheduleId)))
    return 'no_such_schedule';
  const columns = columnsOf(trx, changes);
  const changed = Object.keys(columns);
  if (changed.length > 0) {
    await updateProfile(trx, accountId, columns);
    const facts = { changed, organization: organizationId };
    await emit(trx, actor, { action: 'profile.changed', subject: `account:${accountId}`, facts });
  }
  return find(trx, organizationId, accountId);
}

async function remove(
  trx: Database,
  target: UserTarget,
  actor: Actor,
  unlessHosting?: number,
): Promise<OrganizationUser | Refusal | StillHosts | undefined> {
  const locked = await lock(trx, target);
  const user = locked && (await find(trx, target.organizationId, target.accountId));
  return (
    locked && ((await removeUnlessRefused(trx, locked, { by: target.by, actor, unlessHosting })) ?? user)
  );
}

const isTarget = ({ organizationId, accountId }: UserTarget): boolean =>
  isId(organizationId) && isId(accountId);

export const createOrganizationUserStore = (db: Database): OrganizationUserStore => ({
  list: async (organizationId, query) => (isId(organizationId) ? list(db, organizationId, query) : []),
  find: async (organizationId, accountId) =>
    isId(organizationId) && isId(accountId) ? find(db, organizationId, accountId) : undefined,
  async create(organizationId, by, input, actor) {
    mustBeStorable(input);
    const work = inTransaction(db, async (trx) => {
      const group = await lockGroup(trx, organizationId);
      return group?.organization ? create(trx, { group, by, input }, actor) : undefined;
    });
    return unlessTaken(work, 'username_taken');
  },
  async change(target, changes, actor) {
    mustBeStorable(changes);
    const work = (trx: Database) => change(trx, target, changes, actor);
    return isTarget(target) ? unlessTaken(inTransaction(db, work), 'username_taken') : undefined;
  },
  remove: async (target, actor, unlessHosting) =>
    isTarget(target) ? inTransaction(db, (trx) => remove(trx, target, actor, unlessHosting)) : undefined,
});
