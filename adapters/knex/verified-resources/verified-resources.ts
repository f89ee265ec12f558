/*
 * Verified addresses and the codes for them. Whose they are is a condition of every statement; a try counts and holds
 * the row of its code, so that of any number of right ones at once the first is taken and the rest find nothing.
 */
import type { Actor } from '../../../src/events/audit-log.js';
import type { ResourceOwner } from '../../../src/scheduling/mounts.js';
import type {
  Address,
  AddressPage,
  CodeTrial,
  NewCode,
  VerifiedAddress,
  VerifiedResourceStore,
} from '../../../src/scheduling/verified-resources/store.js';
import { isId, mustBeStorable } from '../../storable.js';
import { emailKey } from '../account-rows.js';
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

const whose = (owner: ResourceOwner): OwnerColumns =>
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
  return db(table).where(whose(owner)).select<VerifiedRow[]>('id', `${column} as address`, 'verified_by');
}

/** Kept from being removed until the transaction ends. An organization is no team here. */
async function holdOwner(trx: Database, owner: ResourceOwner): Promise<boolean> {
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
  if (!(await holdOwner(trx, owner))) return false;
  const fresh = { address, code_hash: codeHash, tries: 0, expires_at: expiresAt };
  const row = { ...whose(owner), kind, address_key: keyOf({ kind, address }), ...fresh };
  await trx('verification_code')
    .insert(row)
    .onConflict([ownerColumn(owner), 'kind', 'address_key'])
    .merge(fresh);
  const subject = subjectOf(owner);
  await emit(trx, actor, { action: 'verification_code.requested', subject, facts: { kind } });
  return true;
}

/** Counts the try. */
async function takeTry(
  trx: Database,
  owner: ResourceOwner,
  { now, maxAttempts, ...address }: CodeTrial,
): Promise<CodeRow | undefined> {
  const codes = trx<CodeRow>('verification_code')
    .where({ ...whose(owner), kind: address.kind, address_key: keyOf(address) })
    .where('tries', '<', maxAttempts)
    .where('expires_at', '>', now);
  const [code] = await codes.update({ tries: trx.raw('tries + 1') }).returning('*');
  return code;
}

async function verify(
  trx: Database,
  owner: ResourceOwner,
  { kind, address, by }: Address & Pick<CodeTrial, 'by'>,
  actor: Actor,
): Promise<VerifiedAddress | undefined> {
  const { table, column, key } = TABLES[kind];
  const keyed = { [key]: keyOf({ kind, address }) };
  const row = { ...whose(owner), ...keyed, [column]: address, verified_by: by };
  const made = await trx(table)
    .insert(row)
    .onConflict([ownerColumn(owner), key])
    .ignore()
    .returning<{ readonly id: number }[]>('id');
  const found = await verified(trx, owner, kind).where(keyed).first();
  if (made.length > 0)
    await emit(trx, actor, {
      action: `verified_${kind}.created`,
      subject: subjectOf(owner),
      facts: found ? { id: found.id } : {},
    });
  return found && toAddress(found);
}

async function confirm(
  trx: Database,
  owner: ResourceOwner,
  trial: CodeTrial,
  actor: Actor,
): Promise<VerifiedAddress | undefined> {
  const code = await takeTry(trx, owner, trial);
  if (code === undefined || !trial.isRight(code.code_hash)) return undefined;
  await trx('verification_code').where({ id: code.id }).delete();
  const { kind, address } = code;
  return verify(trx, owner, { kind, address, by: trial.by }, actor);
}

async function list(
  db: Database,
  owner: ResourceOwner,
  kind: Address['kind'],
  { take, skip }: AddressPage,
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
      const put = await putCode(trx, owner, code, actor);
      if (put) await enqueue(trx, [job]);
      return put;
    });
  },
  async confirm(owner, trial, actor) {
    mustBeStorable(trial.address);
    return isOwner(owner) ? inTransaction(db, (trx) => confirm(trx, owner, trial, actor)) : undefined;
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
