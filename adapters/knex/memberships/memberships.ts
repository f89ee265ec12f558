/*
 * Memberships in the database. Each change locks the row of the team, and of its organization, before it is decided: of
 * two owners who take the ownership from each other at once, one remains.
 */
import { emailKey } from '../../../src/email-address.js';
import { present } from '../../../src/present.js';
import type { Actor } from '../../../src/events/audit-log.js';
import { changeRefusal, mayAssign } from '../../../src/scheduling/memberships/rules.js';
import type {
  AddRefusal,
  Membership,
  MembershipChange,
  MembershipQuery,
  MembershipStore,
  MembershipTarget,
  NewMembership,
  Outside,
  Refusal,
  StillHosts,
} from '../../../src/scheduling/memberships/store.js';
import { isId, isStorable } from '../../storable.js';
import type { Database } from '../connection.js';
import { lockMembership, removeUnlessRefused } from './locked-memberships.js';
import {
  acceptedBy,
  AGREED,
  consentOf,
  emitMembershipEvent,
  leaveOrganization,
  members,
  toMembership,
} from './membership-rows.js';
import type { Consent, MembershipRow } from './membership-rows.js';
import { containing } from '../patterns.js';
import { readOwnership } from './group-owners.js';
import { lockGroup, callerMembershipIn } from '../teams/team-rows.js';
import type { TeamRow } from '../teams/team-rows.js';
import { inTransaction } from '../transaction.js';

const FOUND = `
(membership.agreed and (name ilike :pattern or username ilike :pattern or email ilike :pattern)
  or invited_email ilike :pattern)`;

async function list(
  db: Database,
  groupId: number,
  { emails, search, take, skip }: MembershipQuery,
): Promise<readonly Membership[]> {
  const rows = members(db, groupId).orderBy('membership.id').limit(take).offset(skip);
  if (emails !== undefined) {
    void rows.where({ agreed: true }).whereIn('email_key', emails.filter(isStorable).map(emailKey));
  }
  if (search !== undefined) {
    const pattern = isStorable(search) ? containing(search) : null;
    void rows.whereRaw(FOUND, { pattern });
  }
  return (await rows).map(toMembership);
}

async function find(db: Database, groupId: number, id: number): Promise<Membership | undefined> {
  if (!isId(groupId) || !isId(id)) return undefined;
  const row = await members(db, groupId).where({ 'membership.id': id }).first();
  return row && toMembership(row);
}

async function isEnabled(trx: Database, accountId: number): Promise<boolean> {
  const enabled = trx('account').where({ id: accountId }).whereNull('disabled_at');
  return isId(accountId) && (await enabled.first('id')) !== undefined;
}

interface Addition {
  readonly group: TeamRow;
  readonly by: number;
  readonly input: NewMembership;
}

async function insert(
  trx: Database,
  { group, by, input }: Addition,
  consent: Consent,
): Promise<MembershipRow | undefined> {
  const [row] = (await trx('membership')
    .insert({
      team_id: group.id,
      account_id: input.accountId,
      role: input.role,
      ...acceptedBy(consent, input.accepted),
      invited_by: by,
      disable_impersonation: input.disableImpersonation,
      invited_email: input.invitedAs ?? null,
    })
    .onConflict()
    .ignore()
    .returning('*')) as MembershipRow[];
  return row;
}

async function add(
  trx: Database,
  addition: Addition,
  actor: Actor,
): Promise<Membership | AddRefusal | undefined> {
  const { group, by, input } = addition;
  const own = await callerMembershipIn(trx, by, group);
  if (own === undefined) return undefined;
  if (!mayAssign(own.role, input.role)) return 'above';
  if (!(await isEnabled(trx, input.accountId))) return 'unknown_account';
  const consent = await consentOf(trx, group, { accountId: input.accountId, by });
  if (consent === 'outside') return consent;
  const row = await insert(trx, addition, consent);
  if (row === undefined) return 'member_already';
  const { role, accepted, agreed } = row;
  await emitMembershipEvent(trx, actor, row, {
    action: 'membership.created',
    facts: { role, accepted, agreed },
  });
  return find(trx, group.id, row.id);
}

function columnsOf(row: MembershipRow, changes: MembershipChange, consent: Consent) {
  const { role, accepted, disableImpersonation } = changes;
  const columns = acceptedBy(consent, accepted ?? row.accepted);
  return {
    ...present({ role: role === row.role ? undefined : role, disable_impersonation: disableImpersonation }),
    ...(accepted === undefined || columns.accepted === row.accepted ? {} : columns),
  };
}

async function change(
  trx: Database,
  target: MembershipTarget,
  changes: MembershipChange,
  actor: Actor,
): Promise<Membership | Refusal | Outside | undefined> {
  const locked = await lockMembership(trx, target, { id: target.id });
  if (locked === undefined) return undefined;
  const { group, own, row } = locked;
  const refusal = changeRefusal({ own, ...(await readOwnership(trx, group, row)) }, changes);
  if (refusal !== undefined) return refusal;
  const consent = await consentOf(trx, group, { accountId: row.account_id, by: target.by });
  if (consent === 'outside' && changes.accepted === true) return 'outside';
  const columns = columnsOf(row, changes, consent);
  if (Object.keys(columns).length > 0) {
    const stored = columns.agreed === true ? { ...columns, ...AGREED } : columns;
    await trx('membership').where({ id: row.id }).update(stored);
    await emitMembershipEvent(trx, actor, row, { action: 'membership.changed', facts: columns });
  }
  if (group.organization && columns.accepted === false) {
    const leaving = { organizationId: group.id, accountId: row.account_id, as: 'not accepted' as const };
    await leaveOrganization(trx, leaving, actor);
  }
  return find(trx, group.id, row.id);
}

async function remove(
  trx: Database,
  target: MembershipTarget,
  actor: Actor,
  unlessHosting?: number,
): Promise<Membership | Refusal | StillHosts | undefined> {
  const locked = await lockMembership(trx, target, { id: target.id });
  const membership = locked && (await find(trx, target.groupId, target.id));
  return (
    locked &&
    ((await removeUnlessRefused(trx, locked, { by: target.by, actor, unlessHosting })) ?? membership)
  );
}

export const createMembershipStore = (db: Database): MembershipStore => ({
  list: async (groupId, query) => (isId(groupId) ? list(db, groupId, query) : []),
  find: (groupId, id) => find(db, groupId, id),
  add: (groupId, by, input, actor) =>
    inTransaction(db, async (trx) => {
      const group = await lockGroup(trx, groupId);
      return group && add(trx, { group, by, input }, actor);
    }),
  change: async (target, changes, actor) =>
    isId(target.id) ? inTransaction(db, (trx) => change(trx, target, changes, actor)) : undefined,
  remove: async (target, actor, unlessHosting) =>
    isId(target.id) ? inTransaction(db, (trx) => remove(trx, target, actor, unlessHosting)) : undefined,
});
