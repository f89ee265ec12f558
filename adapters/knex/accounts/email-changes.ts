/* Changes of addresses that wait. Using one is one transaction: of two at once one wins, and so of two accounts. */
import type { Actor } from '../../../src/events/audit-log.js';
import type {
  Confirmation,
  EmailChangeStore,
  OwnedEmailChange,
} from '../../../src/accounts/email-change-store.js';
import { emailKey } from '../../../src/email-address.js';
import type { NewJob } from '../../../src/jobs/store.js';
import { mustBeStorable } from '../../storable.js';
import type { AccountRow } from '../account-rows.js';
import type { Database } from '../connection.js';
import { emit } from '../events/emit.js';
import { unlessTaken } from '../failures.js';
import { enqueue } from '../jobs/jobs.js';
import { inTransaction } from '../transaction.js';
import { endAccess, endSessions, isSharedAccess } from './access.js';

interface EmailChangeRow {
  readonly id: string;
  readonly account_id: number;
  readonly email: string;
  readonly expires_at: Date;
}

const table = (db: Database) => db<EmailChangeRow>('email_change');

const toChange = ({ id, account_id: accountId, email, expires_at: expiresAt }: EmailChangeRow) => ({
  ...{ id, accountId, email, expiresAt },
});

const lockEnabled = (trx: Database, id: number): Promise<AccountRow | undefined> =>
  trx<AccountRow>('account').where({ id }).whereNull('disabled_at').forUpdate().first();

/** The link of a change that waits ends with it. */
export const dropEmailChange = (trx: Database, accountId: number): Promise<number> =>
  table(trx).where({ account_id: accountId }).delete();

async function open(
  trx: Database,
  { id, accountId, email, expiresAt }: OwnedEmailChange,
  jobs: readonly NewJob[],
  actor: Actor,
): Promise<'done' | undefined> {
  if ((await lockEnabled(trx, accountId)) === undefined) return undefined;
  await dropEmailChange(trx, accountId);
  await table(trx).insert({ id, account_id: accountId, email, expires_at: expiresAt });
  const subject = `account:${accountId}`;
  await emit(trx, actor, { action: 'account.email_change_requested', subject, facts: {} });
  await enqueue(trx, jobs);
  return 'done';
}

async function withdraw(trx: Database, accountId: number, actor: Actor): Promise<'done' | 'not_found'> {
  if ((await dropEmailChange(trx, accountId)) === 0) return 'not_found';
  const subject = `account:${accountId}`;
  await emit(trx, actor, { action: 'account.email_change_withdrawn', subject, facts: {} });
  return 'done';
}

/** The account stays locked. Undefined when there is no such change, or the address of the account is another. */
async function take(
  trx: Database,
  { accountId, id, from, now }: Confirmation,
): Promise<{ readonly email: string; readonly verified: boolean } | undefined> {
  const account = await lockEnabled(trx, accountId);
  if (account?.email !== from) return undefined;
  const waiting = table(trx).where({ id, account_id: accountId }).where('expires_at', '>', now);
  const [taken] = await waiting.delete().returning('email');
  return taken && { email: taken.email, verified: account.email_verified_at !== null };
}

async function confirm(
  trx: Database,
  confirmation: Confirmation,
  actor: Actor,
): Promise<'done' | 'access_ended' | 'not_found'> {
  const taken = await take(trx, confirmation);
  if (taken === undefined) return 'not_found';
  const { accountId, now, jobs } = confirmation;
  const { email } = taken;
  const columns = { email, email_key: emailKey(email), email_verified_at: now };
  await trx('account').where({ id: accountId }).update(columns);
  await trx('recovery').where({ account_id: accountId, used_at: null }).update({ used_at: now });
  await emit(trx, actor, { action: 'account.email_changed', subject: `account:${accountId}`, facts: {} });
  await enqueue(trx, jobs);
  const isFirstProof = !taken.verified && (await isSharedAccess(trx, accountId));
  if (isFirstProof) await endAccess(trx, accountId, actor);
  else await endSessions(trx, accountId);
  return isFirstProof ? 'access_ended' : 'done';
}

export const createEmailChangeStore = (db: Database): EmailChangeStore => ({
  open(change, jobs, actor) {
    mustBeStorable(change);
    return inTransaction(db, (trx) => open(trx, change, jobs, actor));
  },
  async waiting(accountId, now) {
    const row = await table(db).where({ account_id: accountId }).where('expires_at', '>', now).first();
    return row && toChange(row);
  },
  async find(id) {
    const row = await table(db).where({ id }).first();
    return row && toChange(row);
  },
  withdraw: (accountId, actor) => inTransaction(db, (trx) => withdraw(trx, accountId, actor)),
  confirm: (confirmation, actor) =>
    unlessTaken(
      inTransaction(db, (trx) => confirm(trx, confirmation, actor)),
      'taken',
    ),
});
