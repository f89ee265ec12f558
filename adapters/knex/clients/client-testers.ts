/*
 * Accounts that may use a pending client besides its managers, once they have accepted. The client's row is locked, so
 * that parallel additions are counted, and an answer does not meet a verdict.
 */
import type { Actor } from '../../../src/events/audit-log.js';
import { present } from '../../../src/present.js';
import type { Tester, TesterInvitation } from '../../../src/clients/record-store.js';
import { emit } from '../events/emit.js';
import { type ManagedTarget, type Target, lockClient } from './client-edits.js';
import type { Database } from '../connection.js';
import { raiseRegistryRevision } from '../authorization/access-blocklist.js';
import { selectRows } from '../rows.js';

interface Addition {
  readonly accountId: number;
  readonly most: number;
}

const rowsOf = (db: Database, id: string) =>
  db<{ client_id: string; account_id: number; accepted_at: Date | null }>('client_tester').where(
    'client_id',
    id,
  );

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
  await trx('client_tester').insert({ client_id: id, account_id: accountId, invited_by: target.managerId });
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
  await raiseRegistryRevision(trx);
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
    .select(db.raw('accepted_at is not null as accepted'))
    .then((rows) => rows as readonly Tester[]);

const INVITATION = `
select client.id as "clientId", client.name, client.purpose, client.website, inviter.name as inviter,
  accepted_at is not null as accepted
from client_tester join client on client.id = client_id
left join account as inviter on inviter.id = invited_by
where client_id = :id and client_tester.account_id = :accountId and client.status = 'pending'`;

export async function invitationOf(
  db: Database,
  id: string,
  accountId: number,
): Promise<TesterInvitation | undefined> {
  type Row = Omit<TesterInvitation, 'website' | 'inviter'> &
    Readonly<Record<'website' | 'inviter', string | null>>;
  const [row] = await selectRows<Row>(db, INVITATION, { id, accountId });
  if (row === undefined) return undefined;
  const { website, inviter, ...rest } = row;
  return { ...rest, ...present({ website: website ?? undefined, inviter: inviter ?? undefined }) };
}

/** Accepting twice is `accepted`. */
export async function acceptInvitation(
  trx: Database,
  id: string,
  accountId: number,
  actor: Actor,
): Promise<'accepted' | 'not_found'> {
  const locked = await lockClient(trx, { id });
  const own = rowsOf(trx, id).where('account_id', accountId);
  const tester = locked?.status === 'pending' ? await own.clone().first('accepted_at') : undefined;
  if (tester === undefined) return 'not_found';
  if (tester.accepted_at !== null) return 'accepted';
  await own.update('accepted_at', trx.fn.now());
  await raiseRegistryRevision(trx);
  const facts = { account: accountId };
  await emit(trx, actor, { action: 'tester.accepted', subject: `client:${id}`, facts });
  return 'accepted';
}

export async function declineInvitation(
  trx: Database,
  id: string,
  accountId: number,
  actor: Actor,
): Promise<'declined' | 'not_found'> {
  if (!(await lockClient(trx, { id }))) return 'not_found';
  if ((await rowsOf(trx, id).where('account_id', accountId).delete()) === 0) return 'not_found';
  await raiseRegistryRevision(trx);
  const facts = { account: accountId };
  await emit(trx, actor, { action: 'tester.declined', subject: `client:${id}`, facts });
  return 'declined';
}
