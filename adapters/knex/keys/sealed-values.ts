/* Every column with sealed values that do not expire. A new one must be added here. */
import type { SealedValue, SealedValueStore } from '../../../src/keys/key-rotation.js';
import type { Database } from '../connection.js';

const COLUMNS = {
  calendar_connection: 'credential',
  client_webhook: 'secret_sealed',
  conferencing_app: 'credential',
  webhook: 'secret_sealed',
} as const;

type Table = keyof typeof COLUMNS;

const TABLES = Object.keys(COLUMNS) as readonly Table[];

const ofTable = (table: Table): string =>
  `select '${table}:' || id as name, ${COLUMNS[table]} as sealed from ${table}
   where ${COLUMNS[table]} is not null and not starts_with(${COLUMNS[table]}, :prefix)`;

const OLDER = `
select name, sealed from (${TABLES.map(ofTable).join(' union all ')}) as older
where name collate "C" > :after order by name collate "C" limit :limit`;

export const createSealedValueStore = (db: Database): SealedValueStore => ({
  async older(prefix, after, limit) {
    const { rows } = await db.raw<{ rows: readonly SealedValue[] }>(OLDER, { prefix, after, limit });
    return rows;
  },
  async replace({ name, sealed: before }, sealed) {
    const [table = '', id = ''] = name.split(':');
    const column = COLUMNS[table as Table];
    return (
      (await db(table)
        .where({ id, [column]: before })
        .update({ [column]: sealed })) === 1
    );
  },
});
