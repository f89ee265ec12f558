/* Transactions that other requests are in the way of, and those that nobody waits for. */
import { isContention, isDatabaseOutage } from '../../../adapters/knex/failures.js';
import { inTransaction } from '../../../adapters/knex/transaction.js';
import { answered } from '../../../adapters/outage.js';
import { backendName } from '../../support/backend.js';
import { onDatabase } from '../../contracts/on-database.js';

/** As PostgreSQL does when `lock_timeout` is over. */
const LOCK_NOT_GRANTED = `do $$ begin raise exception 'not granted' using errcode = 'lock_not_available'; end $$`;

describe(`a transaction on ${backendName}`, () => {
  const database = onDatabase();

  test.each([
    [1, 'changed'],
    [2, undefined],
  ])('after %i lock timeouts its result is %j', async (timeouts, expected) => {
    let runs = 0;
    const outcome = inTransaction(database(), async (trx) => {
      runs += 1;
      if (runs <= timeouts) await trx.raw(LOCK_NOT_GRANTED);
      return 'changed';
    });
    expect(await outcome.catch(() => undefined)).toBe(expected);
    expect(runs).toBe(2);
  });

  test('that gets no lock is 503, says that others are in the way, and is no outage', async () => {
    const work = () => inTransaction(database(), (trx) => trx.raw(LOCK_NOT_GRANTED).then());
    await expect(answered(work, { isOutage: isDatabaseOutage, isContention })).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('Other requests are changing the same data') as string,
      headers: { 'retry-after': '1' },
    });
  });

  test('of an abandoned request does not begin', async () => {
    let runs = 0;
    const work = () => Promise.resolve((runs += 1));
    await expect(inTransaction(database(), work, () => true)).rejects.toMatchObject({ status: 499 });
    expect(runs).toBe(0);
  });
});
