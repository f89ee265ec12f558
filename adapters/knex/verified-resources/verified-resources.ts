/*
 * Verified addresses and their codes. Every statement filters by owner. An attempt counts and locks the row of its code, so
 * that of several right attempts at once only the first succeeds.
 */
import { emailKey } from '../../../src/email-address.js';
import { present } from '../../../src/present.js';
import type { Actor } from '../../../src/events/audit-log.js';
import type { ListPage } from '../../../src/scheduling/list-page.js';
import type { ResourceOwner } from '../../../src/scheduling/mounts.js';
import type {
  Address,
  CodeAttempt,
  NewCode,
  VerifiedAddress,
  VerifiedResourceStore,
} from '../../../src/scheduling/verified-resources/store.js';
import { isId, mustBeStorable } from '../../storable.js';
import { emit } from '../events/emit.js';
import type { Database } from '../connection.js';
import { enqueue } from '../jobs/jobs.js';
import { inTransaction } from '../transaction.js';

interface OwnerColumns {
  readonly account_id: number | null;
  readonly team_id: number | null;
}

interface VerifiedRow {
  readonly id: number;
  readonly address: string;
  readonly verified_by: number | null;
}

interface CodeRow extends OwnerColumns {
  readonly id: number;
  readonly kind: Address['kind'];
  readonly address: string;
  readonly address_key: string;
  readonly code_hash: string;
  readonly tries: number;
  readonly expires_at: Date;
}

const TABLES = {
  email: { table: 'verified_email', column: 'email', key: 'email_key' },
  phone: { table: 'verified_phone', column: 'phone', key: 'phone' },
} as const;

const keyOf = ({ kind, address }: Address): string => (kind === 'email' ? emailKey(address) : address);

const ownerColumns = (owner: ResourceOwner): OwnerColumns =>
  'teamId' in owner
    ? { account_id: null, team_id: owner.teamId }
    : { account_id: owner.accountId, team_id: null };

const ownerColumn = (owner: ResourceOwner): keyof OwnerColumns =>
  'teamId' in owner ? 'team_id' : 'account_id';

const toAddress = ({ id, address, verified_by: verifiedBy }: VerifiedRow): VerifiedAddress => ({
  id,
  address,
  verifiedBy,
});

function verified(db: Database, owner: ResourceOwner, kind: Address['kind']) {
  const { table, column } = TABLES[kind];
  return db(table)
    .where(ownerColumns(owner))
    .select<VerifiedRow[]>('id', `${column} as address`, 'verified_by');
}

/** Keeps the owner until the transaction ends. Organizations have no verified addresses. */
async function lockOwner(trx: Database, owner: ResourceOwner): Promise<boolean> {
  const rows =
    'teamId' in owner
      ? trx('team').where({ id: owner.teamId, organization: false })
      : trx('account').where({ id: owner.accountId }).whereNull('disabled_at');
  return (await rows.forKeyShare().first('id')) !== undefined;
}

const subjectOf = (owner: ResourceOwner): string =>
  'teamId' in owner ? `team:${owner.teamId}` : `account:${owner.accountId}`;

async function putCode(
  trx: Database,
  owner: ResourceOwner,
  { kind, address, codeHash, expiresAt }: NewCode,
  actor: Actor,
): Promise<boolean> {
  if (!(await lockOwner(trx, owner))) return false;
  const code = { address, code_hash: codeHash, tries: 0, expires_at: expiresAt };
  const row = { ...ownerColumns(owner), kind, address_key: keyOf({ kind, address }), ...code };
  await trx('verification_code')
    .insert(row)
    .onConflict([ownerColumn(owner), 'kind', 'address_key'])
    .merge(code);
  const subject = subjectOf(owner);
  await emit(trx, actor, { action: 'verification_code.requested', subject, facts: { kind } });
  return true;
}

/** Counts the attempt. */
async function countAttempt(
  trx: Database,
  owner: ResourceOwner,
  { now, maxAttempts, ...address }: CodeAttempt,
): Promise<CodeRow | undefined> {
  const codes = trx<CodeRow>('verification_code')
    .where({ ...ownerColumns(owner), kind: address.kind, address_key: keyOf(address) })
    .where('tries', '<', maxAttempts)
    .where('expires_at', '>', now);
  const [code] = await codes.update({ tries: trx.raw('tries + 1') }).returning('*');
  return code;
}

async function verify(
  trx: Database,
  owner: ResourceOwner,
  { kind, address, by }: Address & Pick<CodeAttempt, 'by'>,
  actor: Actor,
): Promise<VerifiedAddress | undefined> {
  const { table, column, key } = TABLES[kind];
  const keyed = { [key]: keyOf({ kind, address }) };
  const row = { ...ownerColumns(owner), ...keyed, [column]: address, verified_by: by };
  const inserted = await trx(table)
    .insert(row)
    .onConflict([ownerColumn(owner), key])
    .ignore()
    .returning<{ readonly id: number }[]>('id');
  const verifiedRow = await verified(trx, owner, kind).where(keyed).first();
  if (inserted.length > 0)
    await emit(trx, actor, {
      action: `verified_${kind}.created`,
      subject: subjectOf(owner),
      facts: present({ id: verifiedRow?.id }),
    });
  return verifiedRow && toAddress(verifiedRow);
}

async function confirm(
  trx: Database,
  owner: ResourceOwner,
  attempt: CodeAttempt,
  actor: Actor,
): Promise<VerifiedAddress | undefined> {
  const code = await countAttempt(trx, owner, attempt);
  if (code === undefined || !attempt.isRight(code.code_hash)) return undefined;
  await trx('verification_code').where({ id: code.id }).delete();
  const { kind, address } = code;
  return verify(trx, owner, { kind, address, by: attempt.by }, actor);
}

async function list(
  db: Database,
  owner: ResourceOwner,
  kind: Address['kind'],
  { take, skip }: ListPage,
): Promise<readonly VerifiedAddress[]> {
  const rows = await verified(db, owner, kind).orderBy('id').limit(take).offset(skip);
  return rows.map(toAddress);
}

const isOwner = (owner: ResourceOwner): boolean => isId('teamId' in owner ? owner.teamId : owner.accountId);

export const createVerifiedResourceStore = (db: Database): VerifiedResourceStore => ({
  async putCode(owner, code, job, actor) {
    mustBeStorable(code.address);
    if (!isOwner(owner)) return false;
    return inTransaction(db, async (trx) => {
      const exists = await putCode(trx, owner, code, actor);
      if (exists) await enqueue(trx, [job]);
      return exists;
    });
  },
  async confirm(owner, attempt, actor) {
    mustBeStorable(attempt.address);
    return isOwner(owner) ? inTransaction(db, (trx) => confirm(trx, owner, attempt, actor)) : undefined;
  },
  list: async (owner, kind, page) => (isOwner(owner) ? list(db, owner, kind, page) : []),
  async find(owner, kind, id) {
    const within = isOwner(owner) && isId(id);
    const row = within ? await verified(db, owner, kind).where({ id }).first() : undefined;
    return row && toAddress(row);
  },
});

export async function sweepVerificationCodes(db: Database): Promise<void> {
  await db.raw(`delete from verification_code where expires_at < now() - interval '1 day'`);
}
