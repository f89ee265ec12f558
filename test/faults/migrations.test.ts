import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import pg from 'pg';
import { migratePostgres } from '../../adapters/knex/migrate.js';
import { migrationFolder, migrationNames } from '../support/migration-folder.js';
import type { MigrationFolder } from '../support/migration-folder.js';
import { startPostgres } from '../support/postgres-server.js';
import type { PostgresServer } from '../support/postgres-server.js';
import { until } from '../support/until.js';

const STEPS = await migrationNames();
const ADDITION = '900-addition';

describe('migrations on PostgreSQL', () => {
  let postgres: PostgresServer;
  let count = 0;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  let later: MigrationFolder;
  beforeEach(async () => {
    later = await migrationFolder();
    await later.write(
      `${ADDITION}.sql`,
      'create table addition (id integer); alter table throttle add more text;',
    );
  });
  afterEach(() => later.remove());

  async function emptyDatabase(): Promise<string> {
    const name = `empty_${(count += 1)}`;
    await postgres.execute(`create database ${name}`);
    return postgres.url(name);
  }

  async function query(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = (await client.query(sql)) as { rows: readonly Record<string, unknown>[] };
    await client.end();
    return rows;
  }

  test('the steps run once, in order', async () => {
    const url = await emptyDatabase();
    expect(await migratePostgres(url)).toEqual(STEPS);
    expect(await migratePostgres(url)).toEqual([]);
    expect(await query(url, 'select name from scope')).toHaveLength(46);
  });

  test('several replicas may start at once: each step runs in one of them', async () => {
    const url = await emptyDatabase();
    const ran = await Promise.all(Array.from({ length: 6 }, () => migratePostgres(url)));
    expect(ran.flat().sort()).toEqual(STEPS);
  });

  test('several replicas may be upgraded at once: the new step runs in one of them', async () => {
    const url = await emptyDatabase();
    await migratePostgres(url);
    const ran = await Promise.all(Array.from({ length: 6 }, () => migratePostgres(url, later.path)));
    expect(ran.flat()).toEqual([ADDITION]);
  });

  test('a schema whose migrations table was lost is not changed', async () => {
    const url = await emptyDatabase();
    await migratePostgres(url);
    await query(url, 'update standing_revision set revision = 42');
    await query(url, 'delete from knex_migrations');
    await expect(migratePostgres(url)).rejects.toThrow(
      '001-accounts.sql - relation "account" already exists',
    );
    expect(await query(url, 'select revision from standing_revision')).toEqual([{ revision: '42' }]);
  });

  test('a step may take longer than the database gives the statements of its user', async () => {
    const url = await emptyDatabase();
    await later.write('901-slow.sql', 'select pg_sleep(0.6)');
    await query(url, `alter database ${new URL(url).pathname.slice(1)} set statement_timeout = '200ms'`);
    expect(await migratePostgres(url, later.path)).toEqual([...STEPS, ADDITION, '901-slow']);
  });

  test('the lock row that a killed migration left behind does not block the next', async () => {
    const url = await emptyDatabase();
    await migratePostgres(url);
    await query(url, 'update knex_migrations_lock set is_locked = 1');
    expect(await migratePostgres(url, later.path)).toEqual([ADDITION]);
  });

  test('a migration that was killed in the middle is completed by the next one', async () => {
    const url = await emptyDatabase();
    await migratePostgres(url);
    const blocker = new pg.Client({ connectionString: url });
    await blocker.connect();
    await blocker.query('begin; lock table throttle');
    const run = `import { migratePostgres } from '${resolve('adapters/knex/migrate.ts')}'; await migratePostgres(...process.argv.slice(1));`;
    const args = ['--import', 'tsx', '--input-type=module', '-e', run, url, later.path];
    const child = spawn(process.execPath, args);
    const waiting =
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%throttle%'";
    await until(async () => (await query(url, waiting)).length === 1);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await blocker.end();
    expect(await migratePostgres(url, later.path)).toEqual([ADDITION]);
    expect(await query(url, 'select more from throttle')).toEqual([]);
  });

  test('the knex command line lists the same steps', async () => {
    const url = await emptyDatabase();
    const knex = (command: string): Promise<string> =>
      new Promise((done, fail) => {
        const args = ['--import', 'tsx', resolve('node_modules/knex/bin/cli.js'), command];
        execFile(process.execPath, args, { env: { ...process.env, DATABASE_URL: url } }, (error, stdout) =>
          error ? fail(new Error(`${error.message}${stdout}`)) : done(stdout),
        );
      });
    expect(await knex('migrate:status')).toContain(`Found ${STEPS.length} Pending Migration file/files`);
    expect(await knex('migrate:latest')).toContain(`Batch 1 run: ${STEPS.length} migrations`);
    expect(await knex('migrate:list')).toContain('No Pending Migration files Found');
    expect(await migratePostgres(url)).toEqual([]);
  });
});
