/*
 * Memberships in the database. Each change holds the row of the team, and of its organization, and is decided on what
 * stands there then: of two owners who take the ownership from each other at once, one keeps it.
 */
import { present } from '../../../src/present.js';
import type { Actor } from '../../../src/events/audit-log.js';
import { changeRefusal, mayGive, removalRefusal } from '../../../src/scheduling/memberships/rules.js';
import type { Facts } from '../../../src/scheduling/memberships/rules.js';
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
import { emailKey } from '../account-rows.js';
import type { Database } from '../connection.js';
import { stillHosted } from '../bookings/hosted-bookings.js';
import {
  entryBy,
  leaveOrganization,
  members,
  recordMembership,
  removeMembership,
  toMembership,
  wordOf,
} from './membership-rows.js';
import type { MemberRow, MembershipRow, Word } from './membership-rows.js';
import { ownership } from './group-owners.js';
import { lockGroup, callerMembershipIn } from '../teams/team-rows.js';
import type { TeamRow } from '../teams/team-rows.js';
import { inTransaction } from '../transaction.js';

async function list(
  db: Database,
  groupId: number,
  { emails, take, skip }: MembershipQuery,
): Promise<readonly Membership[]> {
  const rows = members(db, groupId).orderBy('membership.id').limit(take).offset(skip);
  if (emails !== undefined) {
    void rows.where({ agreed: true }).whereIn('email_key', emails.filter(isStorable).map(emailKey));
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

interface Adding {
  readonly place: TeamRow;
  readonly by: number;
  readonly input: NewMembership;
}

async function insert(trx: Database, adding: Adding, word: Word): Promise<MembershipRow | undefined> {
  const { place, by, input } = adding;
  const [row] = (await trx('membership')
    .insert({
      team_id: place.id,
      account_id: input.accountId,
      role: input.role,
      ...entryBy(word, input.accepted),
      invited_by: by,
      disable_impersonation: input.disableImpersonation,
    })
    .onConflict()
    .ignore()
    .returning('*')) as MembershipRow[];
  return row;
}

async function add(
  trx: Database,
  adding: Adding,
  actor: Actor,
): Promise<Membership | AddRefusal | undefined> {
  const { place, by, input } = adding;
  const own = await callerMembershipIn(trx, by, place);
  if (own === undefined) return undefined;
  if (!mayGive(own.role, input.role)) return 'above';
  if (!(await isEnabled(trx, input.accountId))) return 'unknown_person';
  const word = await wordOf(trx, place, { accountId: input.accountId, by });
  if (word === 'outside') return word;
  const row = await insert(trx, adding, word);
  if (row === undefined) return 'member_already';
  const { role, accepted, agreed } = row;
  await recordMembership(trx, actor, row, {
    action: 'membership.created',
    facts: { role, accepted, agreed },
  });
  return find(trx, place.id, row.id);
}

interface Held {
  readonly place: TeamRow;
  readonly row: MemberRow;
  readonly facts: Facts;
}

/** The membership as it is now, and stays until the transaction ends, with what is decided on. */
async function held(trx: Database, { groupId, id, by }: MembershipTarget): Promise<Held | undefined> {
  const place = await lockGroup(trx, groupId);
  const own = place && (await callerMembershipIn(trx, by, place));
  const row = own && (await members(trx, groupId).where({ 'membership.id': id }).first());
  if (place === undefined || own === undefined || row === undefined) return undefined;
  return { place, row, facts: { own: own.role, ...(await ownership(trx, place, row)) } };
}

function columnsOf(row: MembershipRow, asked: MembershipChange, word: Word) {
  const { role, accepted, disableImpersonation } = asked;
  const entry = entryBy(word, accepted ?? row.accepted);
  return {
    ...(role === undefined || role === row.role ? {} : { role }),
    ...(accepted === undefined || entry.accepted === row.accepted ? {} : entry),
    ...present({ disable_impersonation: disableImpersonation }),
  };
}

async function change(
  trx: Database,
  target: MembershipTarget,
  asked: MembershipChange,
  actor: Actor,
): Promise<Membership | Refusal | Outside | undefined> {
  const found = await held(trx, target);
  if (found === undefined) return undefined;
  const { place, row, facts } = found;
  const refusal = changeRefusal(facts, asked);
  if (refusal !== undefined) return refusal;
  const word = await wordOf(trx, place, { accountId: row.account_id, by: target.by });
  if (word === 'outside' && asked.accepted === true) return 'outside';
  const columns = columnsOf(row, asked, word);
  if (Object.keys(columns).length === 0) return toMembership(row);
  await trx('membership').where({ id: row.id }).update(columns);
  await recordMembership(trx, actor, row, { action: 'membership.changed', facts: columns });
  if (place.organization && columns.accepted === false) {
    const leaving = { organizationId: place.id, accountId: row.account_id, as: 'not accepted' as const };
    await leaveOrganization(trx, leaving, actor);
  }
  return find(trx, place.id, row.id);
}

async function remove(
  trx: Database,
  target: MembershipTarget,
  actor: Actor,
  unlessHosting?: number,
): Promise<Membership | Refusal | StillHosts | undefined> {
  const found = await held(trx, target);
  if (found === undefined) return undefined;
  const { place, row, facts } = found;
  const refusal = removalRefusal(facts, { self: row.account_id === target.by });
  if (refusal !== undefined) return refusal;
  const hosting = unlessHosting && (await stillHosted(trx, place, row.account_id, unlessHosting));
  if (hosting) return hosting;
  await removeMembership(trx, place, row, actor);
  return toMembership(row);
}

export const createMembershipStore = (db: Database): MembershipStore => ({
  list: async (groupId, query) => (isId(groupId) ? list(db, groupId, query) : []),
  find: (groupId, id) => find(db, groupId, id),
  add: (groupId, by, input, actor) =>
    inTransaction(db, async (trx) => {
      const place = await lockGroup(trx, groupId);
      return place && add(trx, { place, by, input }, actor);
    }),
  change: async (target, asked, actor) =>
    isId(target.id) ? inTransaction(db, (trx) => change(trx, target, asked, actor)) : undefined,
  remove: async (target, actor, unlessHosting) =>
    isId(target.id) ? inTransaction(db, (trx) => remove(trx, target, actor, unlessHosting)) : undefined,
});
