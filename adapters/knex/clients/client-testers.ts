/* Accounts that may use a pending client besides its managers. The client's row is locked, so that parallel additions are counted. */
import type { Actor } from '../../../src/events/audit-log.js';
import type { Tester } from '../../../src/clients/record-store.js';
import { emit } from '../events/emit.js';
import { type ManagedTarget, type Target, lockClient } from './client-edits.js';
import type { Database } from '../connection.js';
import { raiseBlocklistVersion } from '../authorization/access-blocklist.js';

interface Addition {
  readonly accountId: number;
  readonly most: number;
}

const rowsOf = (db: Database, id: string) =>
  db<{ client_id: string; account_id: number }>('client_tester').where('client_id', id);

export async function addTester(
  trx: Database,
  target: ManagedTarget,
  { accountId, most }: Addition,
  actor: Actor,
): Promise<'added' | 'full' | 'not_pending' | 'not_found'> {
  const { id } = target;
  const locked = await lockClient(trx, target);
  if (!locked) return 'not_found';
  if (locked.status !== 'pending') return 'not_pending';
  const testerIds = (await rowsOf(trx, id).select('account_id')).map((row) => row.account_id);
  if (testerIds.includes(accountId)) return 'added';
  if (testerIds.length >= most) return 'full';
  await trx('client_tester').insert({ client_id: id, account_id: accountId });
  await raiseBlocklistVersion(trx);
  const facts = { account: accountId, by: target.managerId };
  await emit(trx, actor, { action: 'tester.added', subject: `client:${id}`, facts });
  return 'added';
}

export async function removeTester(
  trx: Database,
  target: Target,
  accountId: number,
  actor: Actor,
): Promise<'removed' | 'not_found'> {
  const { id } = target;
  if (!(await lockClient(trx, target))) return 'not_found';
  const removed = await rowsOf(trx, id).where('account_id', accountId).delete();
  if (removed === 0) return 'not_found';
  await raiseBlocklistVersion(trx);
  const facts = { account: accountId };
  await emit(trx, actor, { action: 'tester.removed', subject: `client:${id}`, facts });
  return 'removed';
}

/** In the order in which their accounts were created. */
export const testersOf = (db: Database, id: string): Promise<readonly Tester[]> =>
  db('client_tester')
    .join('account', 'account.id', 'client_tester.account_id')
    .where('client_id', id)
    .orderBy('account.id')
    .select('account.id as accountId', 'account.name as name', 'account.email as email')
    .then((rows) => rows as readonly Tester[]);
