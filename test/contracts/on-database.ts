/*
 * The database of TEST_BACKEND without the stores around it, for contracts that need rows no port makes yet, such as
 * memberships. Opened once for a describe block and closed behind it.
 */
import { createAccountStore } from '../../adapters/knex/accounts/accounts.js';
import type { Database } from '../../adapters/knex/connection.js';
import { openTestDatabase, type TestDatabase } from '../support/backend.js';
import { ACTOR, newAccount } from './samples.js';

export function onDatabase(): () => Database {
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database?.close());
  return () => {
    if (!database) throw new Error('the database is not open yet');
    return database.db;
  };
}

/** The id of a new account. */
export async function insertAccount(
  db: Database,
  change: Parameters<typeof newAccount>[0] = {},
): Promise<number> {
  const account = await createAccountStore(db).create(newAccount(change), ACTOR);
  if (account === 'email_taken') throw new Error('the address of a sample was taken');
  return account.id;
}

interface Membership {
  readonly organization: boolean;
  readonly accepted: boolean;
}

/** The id of a new team or organization that the user is invited to or has joined. */
export async function insertMembership(
  db: Database,
  accountId: number,
  { organization, accepted }: Membership,
): Promise<number> {
  const team = { organization, name: 'Analytical Society', slug: `society-${accountId}-${Math.random()}` };
  const [group] = (await db('team').insert(team).returning('id')) as [{ id: number }];
  await db('membership').insert({ team_id: group.id, account_id: accountId, role: 'member', accepted });
  return group.id;
}
