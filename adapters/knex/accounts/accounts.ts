/* Accounts in the database. Disabling one raises the version of the blocklist in the same transaction. */
import { DAY, WEEK } from '../../../src/durations.js';
import { emailKey } from '../../../src/email-address.js';
import { present } from '../../../src/present.js';
import type {
  Account,
  AccountQuery,
  AccountStore,
  NewAccount,
  SignUps,
} from '../../../src/accounts/store.js';
import type { Actor } from '../../../src/events/audit-log.js';
import { isId, isStorable, mustBeStorable } from '../../storable.js';
import { type AccountRow, lockTime, newRow, toAccount } from '../account-rows.js';
import { emit } from '../events/emit.js';
import type { Database } from '../connection.js';
import { selectRows } from '../rows.js';
import { addFirstSchedule } from '../schedules/schedule-rows.js';
import { raiseRegistryRevision } from '../authorization/access-blocklist.js';
import { inTransaction } from '../transaction.js';
import { endSessions } from './access.js';
import { proposeUsername, usernameBase } from './usernames.js';

const subject = (id: number): string => `account:${id}`;

const table = (db: Database) => db<AccountRow>('account');

async function insert(trx: Database, input: NewAccount): Promise<AccountRow | 'email_taken'> {
  const base = usernameBase(input.email);
  for (let attempt = 1; ; attempt += 1) {
    const username = await proposeUsername(trx, base, attempt);
    const [row] = (await trx('account')
      .insert(newRow(input, username))
      .onConflict()
      .ignore()
      .returning('*')) as AccountRow[];
    if (row) return row;
    if (await table(trx).where('email_key', emailKey(input.email)).first('id')) return 'email_taken';
  }
}

export async function createAccount(
  trx: Database,
  input: NewAccount,
  actor: Actor,
): Promise<Account | 'email_taken'> {
  const row = await insert(trx, input);
  if (row === 'email_taken') return row;
  await addFirstSchedule(trx, row.id, row.time_zone);
  const facts = { username: row.username, admin: row.admin };
  await emit(trx, actor, { action: 'account.created', subject: subject(row.id), facts });
  return toAccount(row);
}

async function setDisabled(
  trx: Database,
  id: number,
  disabled: boolean,
  actor: Actor,
): Promise<AccountRow | undefined> {
  const [row] = await table(trx)
    .where({ id, deleted_at: null })
    .whereRaw('(disabled_at is not null) <> ?', [disabled])
    .update('disabled_at', disabled ? trx.fn.now() : null)
    .returning('*');
  if (!row) return table(trx).where({ id }).first();
  await lockTime(trx, [id]);
  await raiseRegistryRevision(trx);
  const action = disabled ? 'account.disabled' : 'account.enabled';
  await emit(trx, actor, { action, subject: subject(id), facts: {} });
  return row;
}

async function setAdmin(
  trx: Database,
  id: number,
  admin: boolean,
  actor: Actor,
): Promise<AccountRow | undefined> {
  const [row] = await table(trx).where({ id }).whereNot({ admin }).update({ admin }).returning('*');
  if (!row) return table(trx).where({ id }).first();
  const action = admin ? 'account.made_admin' : 'account.admin_removed';
  await emit(trx, actor, { action, subject: subject(id), facts: {} });
  return row;
}

async function setPasswordHash(
  trx: Database,
  id: number,
  { passwordHash, from }: { readonly passwordHash: string; readonly from: string | undefined },
  actor: Actor,
): Promise<boolean> {
  const expected = { id, ...present({ password_hash: from }) };
  const changed = await table(trx).where(expected).update({ password_hash: passwordHash });
  if (changed === 0) return false;
  await endSessions(trx, id);
  await emit(trx, actor, { action: 'account.password_changed', subject: subject(id), facts: {} });
  return true;
}

async function search(db: Database, { words, id, after, most }: AccountQuery): Promise<readonly Account[]> {
  mustBeStorable(words);
  const query = table(db).whereNull('deleted_at').orderBy('id', 'desc').limit(most);
  if (id !== undefined) void query.where({ id });
  if (after !== undefined) void query.where('id', '<', after);
  for (const word of words)
    void query.whereRaw(`strpos(lower(concat_ws(' ', name, email, username)), lower(?)) > 0`, [word]);
  return (await query).map(toAccount);
}

// Ids grow with time, so no index of times is needed.
const SIGN_UPS = `
select count(*) filter (where created_at > :day)::int as day, count(*) filter (where created_at > :week)::int as week
from (select created_at, deleted_at from account order by id desc limit :most) as newest where deleted_at is null`;

async function signUps(db: Database, now: Date, most: number): Promise<SignUps> {
  const [day, week] = [DAY, WEEK].map((duration) => new Date(now.getTime() - duration));
  const [row] = await selectRows<SignUps>(db, SIGN_UPS, { day, week, most });
  return row ?? { day: 0, week: 0 };
}

async function accountOf(reading: Promise<AccountRow | undefined>): Promise<Account | undefined> {
  const row = await reading;
  return row && toAccount(row);
}

export function createAccountStore(db: Database): AccountStore {
  const byId = async (id: number): Promise<AccountRow | undefined> =>
    isId(id) ? table(db).where({ id }).first() : undefined;
  const byEmail = async (email: string): Promise<AccountRow | undefined> =>
    isStorable(email) ? table(db).where('email_key', emailKey(email)).first() : undefined;
  const change = async <T>(id: number, work: (trx: Database) => Promise<T>): Promise<T | undefined> =>
    isId(id) ? inTransaction(db, work) : undefined;
  return {
    create(input, actor) {
      mustBeStorable(input);
      return inTransaction(db, (trx) => createAccount(trx, input, actor));
    },
    findById: (id) => accountOf(byId(id)),
    findByEmail: (email) => accountOf(byEmail(email)),
    async credentials(email) {
      const row = await byEmail(email);
      return row && { account: toAccount(row), passwordHash: row.password_hash };
    },
    list: async () => (await table(db).whereNull('deleted_at').orderBy('id')).map(toAccount),
    search: (query) => search(db, query),
    signUps: (now, most) => signUps(db, now, most),
    setPasswordHash: async (id, passwordHash, actor, from) =>
      (await change(id, (trx) => setPasswordHash(trx, id, { passwordHash, from }, actor))) ?? false,
    setDisabled: (id, disabled, actor) =>
      accountOf(change(id, (trx) => setDisabled(trx, id, disabled, actor))),
    setAdmin: (id, admin, actor) => accountOf(change(id, (trx) => setAdmin(trx, id, admin, actor))),
  };
}
