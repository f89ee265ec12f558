/* Migrations from the baseline of 0.1.0, with the data of that version. */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openEmbedded, openPostgres } from '../../../adapters/knex/connection.js';
import type { Database } from '../../../adapters/knex/connection.js';
import { MIGRATIONS, migratePostgres, migrateWith } from '../../../adapters/knex/migrate.js';
import { backendName, openFixture } from '../../support/backend.js';
import { migrationFolder, migrationNames } from '../../support/migration-folder.js';
import type { MigrationFolder } from '../../support/migration-folder.js';

/** The first number after the baseline. */
const AFTER_BASELINE = '015';
const BASELINE_DATA = new URL('./baseline-data.sql', import.meta.url);

interface Subject {
  readonly db: Database;
  migrate(folder: MigrationFolder): Promise<readonly string[]>;
  end(): Promise<void>;
}

async function emptyDatabase(): Promise<Subject> {
  const { env, end } = await openFixture();
  const url = env['DATABASE_URL'];
  const { db, close } = await (url === undefined
    ? openEmbedded(join(env['DATA_DIR'] ?? '', 'database'))
    : Promise.resolve(openPostgres(url)));
  await db.raw('drop schema public cascade');
  await db.raw('create schema public');
  return {
    db,
    migrate: ({ path }) => (url === undefined ? migrateWith(db, path) : migratePostgres(url, path)),
    async end() {
      await close();
      await end();
    },
  };
}

const COLUMNS = `
select table_name as name, string_agg(quote_ident(column_name), ', ' order by column_name) as columns
from information_schema.columns where table_schema = 'public' and table_name not like 'knex_%'
group by table_name order by table_name`;

/** The columns of each table. */
async function tablesOf(db: Database): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.raw<{ rows: readonly { name: string; columns: string }[] }>(COLUMNS);
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

/** Each row of each table, as text. */
async function rowsOf(
  db: Database,
  tables: ReadonlyMap<string, string>,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const all: Record<string, readonly string[]> = {};
  for (const [name, columns] of tables) {
    const sql = `select row::text from (select ${columns} from ${name}) row order by 1`;
    const { rows } = await db.raw<{ rows: readonly { row: string }[] }>(sql);
    all[name] = rows.map(({ row }) => row);
  }
  return all;
}

test('migrations have a number each, and nothing else is in their folder', async () => {
  const files = (await readdir(MIGRATIONS)).sort();
  const numbers = files.map((file) => /^(\d{3})-[a-z]+(-[a-z]+)*\.sql$/.exec(file)?.[1]);
  expect(numbers).not.toContain(undefined);
  expect(new Set(numbers).size).toBe(files.length);
});

describe(`an upgrade on ${backendName}`, () => {
  let subject: Subject;
  let folder: MigrationFolder;
  beforeEach(async () => {
    subject = await emptyDatabase();
    const baseline = await migrationFolder(AFTER_BASELINE);
    await subject.migrate(baseline);
    await baseline.remove();
    await subject.db.raw((await readFile(BASELINE_DATA, 'utf8')).replaceAll('?', '\\?'));
    folder = await migrationFolder();
  });
  afterEach(async () => {
    await folder.remove();
    await subject.end();
  });

  const later = async (): Promise<readonly string[]> =>
    (await migrationNames()).filter((name) => name >= AFTER_BASELINE);

  test('preserves every row of every table, and fills new columns', async () => {
    const { db } = subject;
    const tables = await tablesOf(db);
    const before = await rowsOf(db, tables);
    expect(Object.keys(before).filter((name) => before[name]?.length === 0)).toEqual([]);
    await folder.write(
      '900-greetings.sql',
      `alter table account add column greeting text; -- Who is there?
       create function greets() returns trigger language plpgsql as $$
       begin
         new.greeting = coalesce(new.greeting, 'Dear ' || new.name || '?');
         return new;
       end $$;
       create trigger greets before insert or update on account for each row execute function greets();
       update account set name = name;
       alter table account alter column greeting set not null;`,
    );
    expect(await subject.migrate(folder)).toEqual([...(await later()), '900-greetings']);
    expect(await rowsOf(db, tables)).toEqual(before);
    expect(await db('account').orderBy('id').pluck<string[]>('greeting')).toEqual([
      'Dear Ada Lovelace?',
      'Dear Zoë Ångström?',
    ]);
  });

  test('leaves testers who were named before they could accept as testers', async () => {
    const { db } = subject;
    await subject.migrate(folder);
    const testers = db('client_tester').whereNotNull('accepted_at').pluck<number[]>('account_id');
    expect(await testers).toEqual([1]);
  });

  test('runs once', async () => {
    await folder.write('900-lists.sql', `create table list (id integer); insert into list values (1);`);
    expect(await subject.migrate(folder)).toEqual([...(await later()), '900-lists']);
    expect(await subject.migrate(folder)).toEqual([]);
    expect(await subject.db('list')).toEqual([{ id: 1 }]);
  });

  test('is found to have run by two reads, so that a start waits for nothing', async () => {
    const { db } = subject;
    await subject.migrate(folder);
    const statements: string[] = [];
    db.on('query', ({ sql }: { readonly sql: string }) => statements.push(sql));
    expect(await migrateWith(db, folder.path)).toEqual([]);
    expect(statements).toEqual([
      expect.stringMatching(/^select to_regclass/),
      expect.stringMatching(/^select "name" from "knex_migrations"/),
    ]);
  });

  test('that fails changes nothing, names the file and the line, and succeeds once it is corrected', async () => {
    const { db } = subject;
    const tables = await tablesOf(db);
    const before = await rowsOf(db, tables);
    await folder.write('900-lists.sql', 'create table list (id integer); delete from attendee;');
    await folder.write(
      '901-broken.sql',
      'create table second (id integer);\n\nalter table\nlist add colum name text;',
    );
    await expect(subject.migrate(folder)).rejects.toThrow(
      /^901-broken\.sql:4 - syntax error at or near "text"$/,
    );
    expect(await tablesOf(db)).toEqual(tables);
    expect(await rowsOf(db, tables)).toEqual(before);
    await folder.write('901-broken.sql', 'alter table list add column name text;');
    expect(await subject.migrate(folder)).toEqual([...(await later()), '900-lists', '901-broken']);
  });

  test('that violates a constraint names the file and the constraint', async () => {
    await folder.write('900-short.sql', 'alter table account add constraint short check (length(name) < 3);');
    await expect(subject.migrate(folder)).rejects.toThrow(
      /^900-short\.sql - check constraint "short" .* violated/,
    );
  });

  test('to a newer version prevents an older one from starting', async () => {
    await folder.write('900-lists.sql', 'create table list (id integer);');
    await folder.write('901-more.sql', 'create table more (id integer);');
    await subject.migrate(folder);
    const older = await migrationFolder();
    await expect(subject.migrate(older)).rejects.toThrow(
      'The database has migrations that this version of the service does not know: 900-lists, 901-more. ' +
        'Start the version that made them or a newer one, or restore a backup.',
    );
    await older.remove();
  });
});

test('a job of a new kind needs no migration, and an invalid kind is refused', async () => {
  const subject = await emptyDatabase();
  const folder = await migrationFolder();
  await subject.migrate(folder);
  const add = (id: number, kind: string) =>
    subject.db('job').insert({ id: `00000000-0000-7000-8000-00000000000${id}`, kind, payload: '{}' });
  await add(1, 'calendar.watch-renewal');
  await expect(add(2, 'Two words')).rejects.toMatchObject({ constraint: 'job_kind_check' });
  await folder.remove();
  await subject.end();
});
