import { createSealedValueStore } from '../../../../adapters/knex/keys/sealed-values.js';
import { onDatabase } from '../../../contracts/on-database.js';

describe('sealed values', () => {
  const database = onDatabase();

  interface Column {
    readonly name: string;
  }

  /** What is sealed in these ends by itself within weeks. */
  const SHORT_LIVED = ['outbox_mail.sealed'];
  const KEPT = [
    'calendar_connection.credential',
    'client_webhook.secret_sealed',
    'conferencing_app.credential',
    'webhook.secret_sealed',
  ];

  test('are stored in the known columns only', async () => {
    const { rows } = await database().raw<{ rows: readonly Column[] }>(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = current_schema() and column_name ~ 'sealed|credential' and data_type = 'text' order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual([...KEPT, ...SHORT_LIVED].toSorted());
  });

  test('are absent from an empty database', async () => {
    expect(await createSealedValueStore(database()).older('key', '', 10)).toEqual([]);
  });
});
