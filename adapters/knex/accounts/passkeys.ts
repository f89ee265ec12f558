/*
 * Passkeys in the database. Adding one locks the row of the account, so that parallel additions are counted; the unique
 * slot is the second line of defence. The counter is compared and stored in one statement.
 */
import { present } from '../../../src/present.js';
import type { Actor } from '../../../src/events/audit-log.js';
import type {
  NewPasskey,
  OwnedKey,
  Passkey,
  PasskeyStore,
  PasskeyUse,
} from '../../../src/accounts/passkeys/passkey-store.js';
import type { AccountAccess } from '../../../src/accounts/store.js';
import { isStorable, mustBeStorable } from '../../storable.js';
import { emit } from '../events/emit.js';
import type { Database } from '../connection.js';
import { inTransaction } from '../transaction.js';

interface PasskeyRow {
  readonly id: string;
  readonly account_id: number;
  readonly slot: number;
  readonly name: string;
  readonly transports: readonly string[];
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

const FIND = `
select account_id as "accountId", access_generation as "accessGeneration", public_key as "publicKey"
from passkey join account on account.id = account_id
where passkey.id = :id and disabled_at is null`;

// Authenticators without a counter send 0 each time.
const USE = `
update passkey set counter = :counter, last_used_at = :at
where id = :id and account_id = :accountId and (counter < :counter or (counter = 0 and cast(:counter as bigint) = 0))`;

const subject = (accountId: number): string => `account:${accountId}`;

const ownRows = (db: Database, accountId: number) => db<PasskeyRow>('passkey').where('account_id', accountId);

const toPasskey = ({ id, name, transports, created_at, last_used_at }: PasskeyRow): Passkey => ({
  id,
  name,
  transports,
  createdAt: created_at,
  ...present({ lastUsedAt: last_used_at ?? undefined }),
});

async function freeSlot(trx: Database, accountId: number, max: number): Promise<number | undefined> {
  const taken = new Set((await ownRows(trx, accountId).select('slot')).map(({ slot }) => slot));
  return Array.from({ length: max }, (_, index) => index + 1).find((slot) => !taken.has(slot));
}

async function add(
  trx: Database,
  { id: accountId, accessGeneration }: AccountAccess,
  { id, name, publicKey, counter, transports }: NewPasskey,
  max: number,
  actor: Actor,
): Promise<'added' | 'full' | 'taken' | 'not_found'> {
  const enabled = trx('account')
    .where({ id: accountId, access_generation: accessGeneration })
    .whereNull('disabled_at');
  if (!(await enabled.forUpdate().first('id'))) return 'not_found';
  const slot = await freeSlot(trx, accountId, max);
  if (slot === undefined) return 'full';
  const row = { id, account_id: accountId, slot, name, public_key: publicKey, counter };
  const added: readonly unknown[] = await trx('passkey')
    .insert({ ...row, transports: JSON.stringify(transports) })
    .onConflict('id')
    .ignore()
    .returning('id');
  if (added.length === 0) return 'taken';
  const facts = { passkey: id, name };
  await emit(trx, actor, { action: 'passkey.added', subject: subject(accountId), facts });
  return 'added';
}

async function use(
  trx: Database,
  { id, accountId, counter, at }: PasskeyUse,
  actor: Actor,
): Promise<'used' | 'regressed' | 'not_found'> {
  const { rowCount } = await trx.raw<{ rowCount: number }>(USE, { id, accountId, counter, at });
  if (rowCount === 1) return 'used';
  const row = await ownRows(trx, accountId).where({ id }).first('name');
  if (!row) return 'not_found';
  const facts = { passkey: id, name: row.name };
  await emit(trx, actor, { action: 'passkey.counter_regressed', subject: subject(accountId), facts });
  return 'regressed';
}

async function remove(
  trx: Database,
  accountId: number,
  id: string,
  actor: Actor,
): Promise<'removed' | 'not_found'> {
  const [removed] = await ownRows(trx, accountId).where({ id }).delete().returning('name');
  if (!removed) return 'not_found';
  const facts = { passkey: id, name: removed.name };
  await emit(trx, actor, { action: 'passkey.removed', subject: subject(accountId), facts });
  return 'removed';
}

async function removeAll(trx: Database, accountId: number, actor: Actor): Promise<void> {
  for (const { id } of await ownRows(trx, accountId).orderBy('slot').select('id'))
    await remove(trx, accountId, id, actor);
}

export const createPasskeyStore = (db: Database): PasskeyStore => ({
  list: async (accountId) =>
    (await ownRows(db, accountId).orderBy(['created_at', 'slot']).select('*')).map(toPasskey),
  async find(id) {
    if (!isStorable(id)) return undefined;
    const { rows } = await db.raw<{ rows: readonly OwnedKey[] }>(FIND, { id });
    return rows[0];
  },
  add(owner, passkey, max, actor) {
    mustBeStorable(passkey);
    return inTransaction(db, (trx) => add(trx, owner, passkey, max, actor));
  },
  use: (used, actor) => inTransaction(db, (trx) => use(trx, used, actor)),
  remove: async (accountId, id, actor) =>
    isStorable(id) ? inTransaction(db, (trx) => remove(trx, accountId, id, actor)) : 'not_found',
  removeAll: (accountId, actor) => inTransaction(db, (trx) => removeAll(trx, accountId, actor)),
});
