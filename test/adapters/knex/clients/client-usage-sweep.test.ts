import { createUsageStore, sweepUsage } from '../../../../adapters/knex/clients/client-usage.js';
import { backendName, openTestDatabase, type TestDatabase } from '../../../support/backend.js';
import { unique } from '../../../contracts/samples.js';

const DAY = 86_400_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY);

const usedOn = async (clientId: string, ...days: readonly number[]): Promise<void> => {
  const uses = days.map((ago) => {
    const lastAt = daysAgo(ago);
    return {
      clientId,
      kind: 'call' as const,
      name: 'BOOKING_READ',
      uses: 1,
      lastAt,
      day: dayOf(lastAt),
    };
  });
  await createUsageStore(database.db).add({ id: unique(), uses });
};

const keptOf = async (clientId: string): Promise<readonly string[]> => {
  const { rows } = await database.db.raw<{ rows: readonly { day: string }[] }>(
    'select cast(day as text) as day from client_use where client_id = ? order by day desc',
    [clientId],
  );
  return rows.map(({ day }) => day);
};

describe(`sweeping usage on ${backendName}`, () => {
  test('preserves 30 days, and the last day of a client that is inactive for longer', async () => {
    const [busy, silent] = [unique(), unique()];
    await usedOn(busy, 0, 29, 30, 31, 400);
    await usedOn(silent, 90, 91, 400);
    await sweepUsage(database.db);
    expect(await keptOf(busy)).toEqual([0, 29].map((ago) => dayOf(daysAgo(ago))));
    expect(await keptOf(silent)).toEqual([dayOf(daysAgo(90))]);
    const active = await createUsageStore(database.db).lastActive([silent]);
    expect(dayOf(active.get(silent) ?? new Date(0))).toBe(dayOf(daysAgo(90)));
  });

  test('removes the counts of removed clients', async () => {
    const [removed, other] = [unique(), unique()];
    await usedOn(removed, 0);
    await usedOn(other, 0);
    await database.db('removed_client').insert({ id: removed });
    await sweepUsage(database.db);
    expect([await keptOf(removed), await keptOf(other)]).toEqual([[], [dayOf(daysAgo(0))]]);
  });

  test('preserves the id of a batch while it can be repeated', async () => {
    const { db } = database;
    await db('client_use_batch').insert({ id: 'old', at: db.raw(`now() - interval '61 minutes'`) });
    await db('client_use_batch').insert({ id: 'young', at: db.raw(`now() - interval '59 minutes'`) });
    await sweepUsage(db);
    const ids = await db<{ id: string }>('client_use_batch').whereIn('id', ['old', 'young']).select('id');
    expect(ids).toEqual([{ id: 'young' }]);
  });
});
