/* Recoveries of accounts, and proofs of their addresses. Using one is one transaction: of two at once, one wins. */
import type { Actor } from '../../../src/events/audit-log.js';
import type { Recovery, RecoveryStore } from '../../../src/accounts/recovery-store.js';
import { present } from '../../../src/present.js';
import type { AccountRow } from '../account-rows.js';
import type { Database } from '../connection.js';
import { emit } from '../events/emit.js';
import { inTransaction } from '../transaction.js';
import { endAccess, endSessions, isSharedAccess } from './access.js';
import { dropEmailChange } from './email-changes.js';

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

type Use = Pick<RecoveryRow, 'account_id' | 'mailed'>;

interface Redeemed extends Use {
  /** Whether the address was verified before. */
  readonly verified: boolean;
}

/**
 * Uses up a recovery and every other one of its account, which stays locked. Undefined when it is used or over, or the
 * account is disabled.
 */
async function redeem(trx: Database, id: string, now: Date): Promise<Redeemed | undefined> {
  const live = unused(trx).where({ id }).where('expires_at', '>', now);
  const [used]: readonly Use[] = await live.update({ used_at: now }).returning(['account_id', 'mailed']);
  if (!used) return undefined;
  const enabled = trx<AccountRow>('account').where({ id: used.account_id }).whereNull('disabled_at');
  const account = await enabled.forUpdate().first('email_verified_at');
  if (!account) return undefined;
  await unused(trx).where({ account_id: used.account_id }).update({ used_at: now });
  return { ...used, verified: account.email_verified_at !== null };
}

async function use(
  trx: Database,
  { id, now, passwordHash }: { readonly id: string; readonly now: Date; readonly passwordHash: string },
  actor: Actor,
): Promise<'done' | 'not_found'> {
  const used = await redeem(trx, id, now);
  if (used === undefined) return 'not_found';
  const { account_id: accountId, mailed, verified } = used;
  await trx('account')
    .where({ id: accountId })
    .update({ password_hash: passwordHash, ...present({ email_verified_at: mailed ? now : undefined }) });
  await dropEmailChange(trx, accountId);
  if (verified) await endSessions(trx, accountId);
  else await endAccess(trx, accountId, actor);
  await emit(trx, actor, { action: 'account.recovered', subject: `account:${accountId}`, facts: {} });
  return 'done';
}

async function proveAddress(
  trx: Database,
  id: string,
  now: Date,
  actor: Actor,
): Promise<'done' | 'access_ended' | 'not_found'> {
  const used = await redeem(trx, id, now);
  if (used === undefined) return 'not_found';
  const { account_id: accountId, verified } = used;
  await trx('account').where({ id: accountId }).update({ email_verified_at: now });
  await emit(trx, actor, { action: 'account.email_verified', subject: `account:${accountId}`, facts: {} });
  if (verified || !(await isSharedAccess(trx, accountId))) return 'done';
  await endAccess(trx, accountId, actor);
  return 'access_ended';
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
