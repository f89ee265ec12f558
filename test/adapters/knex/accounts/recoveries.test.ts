/* The store of recoveries: links that are sent by mail, and links that an operator issues. */
import { randomUUID } from 'node:crypto';
import { createAccountStore } from '../../../../adapters/knex/accounts/accounts.js';
import { createAuditLog } from '../../../../adapters/knex/events/audit.js';
import { createRecoveryStore } from '../../../../adapters/knex/accounts/recoveries.js';
import { backendName } from '../../../support/backend.js';
import { onDatabase, insertAccount } from '../../../contracts/on-database.js';
import { ACTOR } from '../../../contracts/samples.js';

const inAMinute = (): Date => new Date(Date.now() + 60_000);

describe(`recoveries on ${backendName}`, () => {
  const open = onDatabase();
  const recovery = (accountId: number) => ({ id: randomUUID(), accountId, expiresAt: inAMinute() });
  const isProven = async (accountId: number): Promise<boolean> =>
    (await open()('account').where({ id: accountId }).whereNotNull('email_verified_at').first('id')) !==
    undefined;

  test('by mail prove that the user reads it', async () => {
    const [recoveries, accountId] = [createRecoveryStore(open()), await insertAccount(open())];
    const mailed = recovery(accountId);
    await recoveries.open(mailed);
    expect(await recoveries.use(mailed.id, new Date(), 'hash', ACTOR)).toBe('done');
    expect(await isProven(accountId)).toBe(true);
  });

  test('issued by an operator prove nothing, work once, and are recorded', async () => {
    const [recoveries, accountId] = [createRecoveryStore(open()), await insertAccount(open())];
    const issued = recovery(accountId);
    expect(await recoveries.issue(issued, { actor: 'cli' })).toBe('done');
    expect(await recoveries.use(issued.id, new Date(), 'hash', ACTOR)).toBe('done');
    expect(await recoveries.use(issued.id, new Date(), 'hash', ACTOR)).toBe('not_found');
    expect(await isProven(accountId)).toBe(false);
    const entries = await createAuditLog(open()).list(undefined, 1000);
    expect(entries.filter(({ subject }) => subject === `account:${accountId}`)).toMatchObject([
      {},
      {
        action: 'account.recovery_issued',
        actor: 'cli',
        facts: { expiresAt: issued.expiresAt.toISOString() },
      },
      { action: 'account.recovered' },
    ]);
  });

  test('are not issued for a disabled or unknown account', async () => {
    const [recoveries, accountId] = [createRecoveryStore(open()), await insertAccount(open())];
    await createAccountStore(open()).setDisabled(accountId, true, ACTOR);
    expect(await recoveries.issue(recovery(accountId), ACTOR)).toBeUndefined();
    expect(await recoveries.issue(recovery(2_000_000_000), ACTOR)).toBeUndefined();
  });
});
