import { prepared } from '../../../adapters/knex/prepared.js';
import { openDatabase } from '../../../adapters/database.js';
import { inTransaction } from '../../../adapters/knex/transaction.js';
import { readConfig } from '../../../src/config/config.js';
import { backendName, openFixture } from '../../support/backend.js';
import { onDatabase } from '../../contracts/on-database.js';

const twice = prepared<{ readonly sum: number }>(
  'twice',
  'select cast(:one as integer) + cast(:other as integer) + cast(:one as integer) as sum',
);

describe(`a prepared statement on ${backendName}`, () => {
  const database = onDatabase();

  test('outside of a transaction gives its connection back, also after a failure', async () => {
    const broken = prepared('broken', 'select 1 / 0');
    for (let count = 0; count < 12; count += 1)
      await expect(broken(database(), {})).rejects.toMatchObject({ code: '22012' });
    expect(await twice(database(), { one: 1, other: 0 })).toEqual([{ sum: 2 }]);
  });

  test('belongs to its transaction', async () => {
    const seen = prepared<{ readonly name: string }>(
      'seen',
      'select slug as name from team where slug = :name',
    );
    const team = { organization: false, name: 'Team', slug: 'rolled-back' };
    const work = inTransaction(database(), async (trx) => {
      await trx('team').insert(team);
      expect(await seen(trx, { name: team.slug })).toEqual([{ name: team.slug }]);
      throw new Error('undone');
    });
    await expect(work).rejects.toThrow('undone');
    expect(await seen(database(), { name: team.slug })).toEqual([]);
  });
});

describe(`the connections of ${backendName}`, () => {
  /** How often one connection has run what it has prepared under a name, after it ran it three times. */
  async function preparedRuns(env: Readonly<Record<string, string>>): Promise<number | undefined> {
    const { db, close } = await openDatabase(readConfig({ NODE_ENV: 'test', ...env }));
    const runs = await inTransaction(db, async (trx) => {
      for (const one of [1, 2, 3]) await twice(trx, { one, other: 10 });
      const { rows } = await trx.raw<{ rows: readonly { runs: string }[] }>(
        `select generic_plans + custom_plans as runs from pg_prepared_statements where name = 'twice'`,
      );
      return rows[0] && Number(rows[0].runs);
    });
    await close();
    return runs;
  }

  test('keep what they have prepared, unless their sessions are not their own', async () => {
    const fixture = await openFixture();
    const onPostgres = fixture.env['DATABASE_URL'] !== undefined;
    expect(await preparedRuns(fixture.env)).toBe(onPostgres ? 3 : undefined);
    expect(await preparedRuns({ ...fixture.env, DATABASE_PREPARED_STATEMENTS: 'false' })).toBeUndefined();
    await fixture.end();
  });
});
