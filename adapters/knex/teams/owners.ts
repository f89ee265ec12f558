/*
 * Owners of rows. A member's rows are accessible only while the membership is accepted: every query checks it, and a
 * change locks it until its transaction ends.
 */
import { present } from '../../../src/present.js';
import { accountOf } from '../../../src/scheduling/memberships/rules.js';
import type { MemberOf, Owner } from '../../../src/scheduling/owner.js';
import { isId } from '../../storable.js';
import { lockAccount, lockTime } from '../account-rows.js';
import type { Database } from '../connection.js';

export const isOwner = (owner: Owner): boolean =>
  isId(accountOf(owner)) && (typeof owner === 'number' || isId(owner.groupId));

/** The accounts of members of a group who have accepted themselves; with `accountId` of that one alone. */
export const membersIn = (db: Database, groupId: number, accountId?: number) =>
  db('membership')
    .where({ team_id: groupId, agreed: true, ...present({ account_id: accountId }) })
    .select<{ readonly account_id: number }[]>('account_id');

export const isMember = async (db: Database, { groupId, accountId }: MemberOf): Promise<boolean> =>
  (await membersIn(db, groupId, accountId)).length > 0;

/** Locks the account, and the membership with it, until the transaction ends. False when there is none. */
export async function lockOwner(trx: Database, owner: Owner): Promise<boolean> {
  if (typeof owner !== 'number') {
    const [member] = await membersIn(trx, owner.groupId, owner.accountId).forShare();
    if (member === undefined) return false;
  }
  return (await lockAccount(trx, accountOf(owner))) !== undefined;
}

/** For changes of hours and absences too: bookings that have begun end first, and later ones see the change. */
export async function lockOwnerTime(trx: Database, owner: Owner): Promise<boolean> {
  if (!(await lockOwner(trx, owner))) return false;
  await lockTime(trx, [accountOf(owner)]);
  return true;
}
