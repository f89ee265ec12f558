/* Ways back into an account, and proofs of its address. Using one is one transaction: of two at once the database lets one win. */
import type { Actor } from '../../../src/events/audit-log.js';
import type { Recovery, RecoveryStore } from '../../../src/accounts/recovery-store.js';
import { emit } from '../events/emit.js';
import type { Database } from '../connection.js';
import { inTransaction } from '../transaction.js';

interface RecoveryRow {
  readonly id: string;
  readonly account_id: number;
  readonly expires_at: Date;
  readonly used_at: Date | null;
  readonly mailed: boolean;
}

const FIND = `
select recovery.id, account_id as "accountId", expires_at as "expiresAt"
from recovery join account on account.id = account_id
where recovery.id = :id and used_at is null and expires_at > :now and disabled_at is null`;

const unused = (db: Database) => db<RecoveryRow>('recovery').whereNull('used_at');

/** Undefined when it is used or over. */
async function spend(
  trx: Database,
  id: string,
  now: Date,
): Promise<Pick<RecoveryRow, 'account_id' | 'mailed'> | undefined> {
  const live = unused(trx).where({ id }).where('expires_at', '>', now);
  const [used] = await live.update({ used_at: now }).returning(['account_id', 'mailed']);
  return used;
}

async function use(
  trx: Database,
  { id, now, passwordHash }: { readonly id: string; readonly now: Date; readonly passwordHash: string },
  actor: Actor,
): Promise<'done' | 'not_found'> {
  const used = await spend(trx, id, now);
  if (!used) return 'not_found';
  const account = { id: used.account_id };
  const changed = await trx('account')
    .where(account)
    .whereNull('disabled_at')
    .update({ password_hash: passwordHash, ...(used.mailed ? { email_verified_at: now } : {}) });
  if (changed === 0) return 'not_found';
  await unused(trx).where({ account_id: account.id }).update({ used_at: now });
  await emit(trx, actor, { action: 'account.recovered', subject: `account:${account.id}`, facts: {} });
  return 'done';
}

async function issue(
  trx: Database,
  { id, accountId, expiresAt }: Recovery,
  actor: Actor,
): Promise<'done' | undefined> {
  const account = trx('account').where({ id: accountId }).whereNull('disabled_at');
  if (!(await account.forKeyShare().first('id'))) return undefined;
  await trx('recovery').insert({ id, account_id: accountId, expires_at: expiresAt, mailed: false });
  const facts = { expiresAt: expiresAt.toISOString() };
  await emit(trx, actor, { action: 'account.recovery_issued', subject: `account:${accountId}`, facts });
  return 'done';
}

async function proveAddress(
  trx: Database,
  id: string,
  now: Date,
  actor: Actor,
): Promise<'done' | 'not_found'> {
  const used = await spend(trx, id, now);
  if (!used) return 'not_found';
  const accountId = used.account_id;
  const account = trx('account').where({ id: accountId }).whereNull('disabled_at');
  if ((await account.update({ email_verified_at: now })) === 0) return 'not_found';
  await emit(trx, actor, { action: 'account.email_verified', subject: `account:${accountId}`, facts: {} });
  return 'done';
}

export const createRecoveryStore = (db: Database): RecoveryStore => ({
  async open({ id, accountId, expiresAt }) {
    const row = { id, account_id: accountId, expires_at: expiresAt };
    await db('recovery').insert(row).onConflict('id').ignore();
  },
  issue: (recovery, actor) => inTransaction(db, (trx) => issue(trx, recovery, actor)),
  async find(id, now) {
    const { rows } = await db.raw<{ rows: readonly Recovery[] }>(FIND, { id, now });
    return rows[0];
  },
  use: (id, now, passwordHash, actor) =>
    inTransaction(db, (trx) => use(trx, { id, now, passwordHash }, actor)),
  proveAddress: (id, now, actor) => inTransaction(db, (trx) => proveAddress(trx, id, now, actor)),
});
