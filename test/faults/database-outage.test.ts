import { inTransaction } from '../../adapters/knex/transaction.js';
import { openPostgres } from '../../adapters/knex/connection.js';
import { DEADLINE_MS } from '../../adapters/outage.js';
import { openStores } from '../../adapters/stores.js';
import type { OpenedStores } from '../../adapters/stores.js';
import { readConfig } from '../../src/config/config.js';
import { startPostgres } from '../support/postgres-server.js';
import type { PostgresServer } from '../support/postgres-server.js';
import { startSlowProxy } from '../support/slow-proxy.js';
import { until } from '../support/until.js';
import { ACTOR, artifact, client, newAccount, unique } from '../contracts/samples.js';

const SECRET_KEYS = Buffer.alloc(32, 9).toString('base64url');
/** A busy machine is given some time above the deadline. */
const ABOUT_A_SECOND = DEADLINE_MS + 400;

async function refused(work: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  await expect(work()).rejects.toMatchObject({ status: 503 });
  expect(performance.now() - start).toBeLessThan(ABOUT_A_SECOND);
}

async function allRefused(stores: OpenedStores): Promise<void> {
  const {
    accounts: { accounts },
    clients: { clients, blocklists },
    artifacts,
    throttle,
    events: { audit },
  } = stores;
  await Promise.all([
    refused(() => accounts.findById(1)),
    refused(() => accounts.create(newAccount(), ACTOR)),
    refused(() => clients.find(unique())),
    refused(() => clients.create(client(1), ACTOR)),
    refused(() => clients.setStatus(unique(), 'approved', undefined, ACTOR)),
    refused(() => blocklists.revision()),
    refused(() => blocklists.read()),
    refused(() => audit.list(undefined, 1)),
    refused(() => artifacts.read('session', unique())),
    refused(() => artifacts.swap('session', unique(), unique(), artifact())),
    refused(() => throttle.take(unique(), { attempts: 1, windowSeconds: 1 })),
  ]);
  expect(await stores.faults()).toMatchObject([{ store: 'database' }]);
}

describe('when PostgreSQL fails', () => {
  let postgres: PostgresServer;
  let stores: OpenedStores;
  beforeAll(async () => {
    postgres = await startPostgres();
    const env = { NODE_ENV: 'test', DATABASE_URL: postgres.url('postgres'), SECRET_KEYS };
    stores = await openStores(readConfig(env));
  });
  afterAll(async () => {
    await stores.close();
    await postgres.stop();
  });

  const works = (): Promise<boolean> =>
    stores.artifacts.create('session', unique(), artifact()).catch(() => false);

  test('every method of a stopped store is 503 within about a second, and it recovers without a restart', async () => {
    expect(await works()).toBe(true);
    await postgres.crash();
    await allRefused(stores);
    await postgres.restart();
    await until(works);
    expect(await stores.faults()).toEqual([]);
  });

  test('every method of an unresponsive store is 503 within about a second, and it recovers without a restart', async () => {
    await Promise.all(Array.from({ length: 10 }, works));
    await postgres.freeze();
    await allRefused(stores);
    await postgres.thaw();
    await until(works);
    expect(await stores.faults()).toEqual([]);
  });

  test('connections that no longer respond are not used again', async () => {
    const proxy = await startSlowProxy(Number(new URL(postgres.url('postgres')).port));
    const url = new URL(postgres.url('postgres'));
    url.port = String(proxy.port);
    const { db, close } = openPostgres(url.href);
    const eachConnection = (): Promise<unknown>[] =>
      Array.from({ length: 10 }, () => db.raw('select pg_sleep(0.05)').then(() => 'answered'));
    await Promise.all(eachConnection());
    proxy.holdAnswers(60_000);
    const silent = eachConnection();
    const outcomes = await Promise.allSettled(silent);
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    proxy.holdAnswers(0);
    expect(await Promise.all(eachConnection())).toEqual(Array.from({ length: 10 }, () => 'answered'));
    proxy.stop();
    await close();
  });

  test('a database that became read-only is a fault until it is writable, and one without fsync a warning', async () => {
    expect((await stores.warnings()).map(({ reason }) => reason)).toEqual([
      'fsync is off: a power cut may undo the last changes. Set it to on.',
    ]);
    await postgres.execute('alter system set default_transaction_read_only = on');
    await postgres.execute('select pg_reload_conf()');
    await until(async () =>
      (await stores.faults()).some(({ reason }) => reason.startsWith('The database is read-only')),
    );
    await postgres.execute('alter system reset default_transaction_read_only');
    await postgres.execute('select pg_reload_conf()');
    await until(works);
    expect(await stores.faults()).toEqual([]);
  });

  test('an unreachable database is an outage when the stores are opened', async () => {
    const env = { NODE_ENV: 'test', DATABASE_URL: postgres.url('no_such_database'), SECRET_KEYS };
    await expect(openStores(readConfig(env))).rejects.toMatchObject({ status: 503 });
  });

  test('a statement that waits too long for a lock is 503, and its transaction is rolled back', async () => {
    const account = await stores.accounts.accounts.create(newAccount(), ACTOR);
    const registered = client(account === 'email_taken' ? 0 : account.id);
    await stores.clients.clients.create(registered, ACTOR);
    const { db, close } = openPostgres(postgres.url('postgres'));
    await db.transaction(async (trx) => {
      await trx('standing_revision').forUpdate().first('revision');
      await refused(() => stores.clients.clients.setStatus(registered.id, 'approved', undefined, ACTOR));
    });
    await close();
    expect(await stores.clients.clients.find(registered.id)).toMatchObject({ status: 'pending' });
    expect(await stores.clients.clients.setStatus(registered.id, 'approved', undefined, ACTOR)).toBe('done');
  });

  test('a transaction that could not be serialized runs again', async () => {
    const { db, close } = openPostgres(postgres.url('postgres'));
    await db.raw('create table counter (value integer not null)');
    await db('counter').insert({ value: 0 });
    let runs = 0;
    const increment = (): Promise<unknown> =>
      inTransaction(db, async (trx) => {
        runs += 1;
        await trx.raw('set transaction isolation level serializable');
        const row = await trx<{ value: number }>('counter').first('value');
        await until(() => Promise.resolve(runs >= 2));
        await trx('counter').update({ value: (row?.value ?? 0) + 1 });
      });
    await Promise.all([increment(), increment()]);
    expect(await db('counter').first('value')).toEqual({ value: 2 });
    expect(runs).toBe(3);
    await close();
  });

  test('an invalid statement is not reported as an outage, and does not run again', async () => {
    const { db, close } = openPostgres(postgres.url('postgres'));
    let runs = 0;
    const broken = inTransaction(db, async (trx) => {
      runs += 1;
      await trx.raw('select no_such_column');
    });
    await expect(broken).rejects.toMatchObject({ code: '42703' });
    expect(runs).toBe(1);
    await close();
  });
});
