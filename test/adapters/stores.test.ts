import { mkdtemp, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { migrate, openStores } from '../../adapters/stores.js';
import { startSweeping } from '../../adapters/sweeper.js';
import { readConfig } from '../../src/config/config.js';
import { backendName, openBackend, openFixture } from '../support/backend.js';
import { temporaryDirectory } from '../support/child-server.js';
import { until } from '../support/until.js';
import { ACTOR, artifact, client, newAccount, unique } from '../contracts/samples.js';

const config = (env: Readonly<Record<string, string>>) => readConfig({ NODE_ENV: 'test', ...env });

describe(`the stores on ${backendName}`, () => {
  test('of two backends are separate', async () => {
    const [one, other] = await Promise.all([openBackend(), openBackend()]);
    const [key, input, limit] = [unique(), newAccount(), { attempts: 1, windowSeconds: 60 }];
    await one.stores.artifacts.create('session', key, artifact());
    await one.stores.accounts.accounts.create(input, ACTOR);
    await one.stores.throttle.take(key, limit);
    expect(await other.stores.artifacts.read('session', key)).toBeUndefined();
    expect(await other.stores.accounts.accounts.list()).toEqual([]);
    expect(await other.stores.throttle.take(key, limit)).toMatchObject({ allowed: true });
    await Promise.all([one.close(), other.close()]);
  });

  test('contain their data when they are opened again', async () => {
    const fixture = await openFixture();
    const [key, input, state] = [unique(), newAccount(), artifact('kept')];
    const before = await openStores(config(fixture.env));
    const account = await before.accounts.accounts.create(input, ACTOR);
    const id = account === 'email_taken' ? 0 : account.id;
    const registered = client(id);
    await before.clients.clients.create(registered, ACTOR);
    await before.artifacts.create('family', key, state, 'owner');
    await before.close();
    const after = await openStores(config(fixture.env));
    expect(await after.accounts.accounts.findById(id)).toEqual(account);
    expect(await after.clients.clients.find(registered.id)).toMatchObject({
      name: registered.name,
      ownerId: id,
    });
    expect(await after.artifacts.ownedBy('family', 'owner')).toEqual([
      { key, version: state.version, value: 'kept' },
    ]);
    expect(after.secretKeys).toEqual(before.secretKeys);
    await after.close();
    await fixture.end();
  });

  test('report no faults when they are healthy', async () => {
    const { stores, close } = await openBackend();
    expect(await stores.faults()).toEqual([]);
    await close();
  });

  test('say of themselves version, schema and latency', async () => {
    const { stores, env, close } = await openBackend();
    const [database, ...redis] = await stores.reports();
    expect(database).toEqual({
      store: 'database',
      version: expect.stringMatching(/^(PGlite|PostgreSQL) \d+/) as string,
      schema: expect.stringMatching(/^\d{3}-/) as string,
      latencyMs: expect.any(Number) as number,
    });
    expect(redis.length > 0).toBe(Object.keys(env).some((name) => name.startsWith('REDIS_')));
    for (const node of redis) expect(node.version).toMatch(/^Redis \d+\./);
    await close();
  });

  test('need no second migration', async () => {
    const fixture = await openFixture();
    expect(await migrate(config(fixture.env))).toEqual([]);
    await fixture.end();
  });
});

describe('the embedded database', () => {
  test('is created on first use, with keys that only its user can read, and opens quickly from then on', async () => {
    const directory = await temporaryDirectory();
    const dataDir = join(directory.path, 'made', 'when', 'missing');
    expect(await migrate(config({ DATA_DIR: dataDir }))).toContain('001-accounts');
    const first = await openStores(config({ DATA_DIR: dataDir }));
    expect(first.secretKeys).toHaveLength(1);
    expect(Buffer.from(first.secretKeys[0] ?? '', 'base64url')).toHaveLength(32);
    await first.close();
    const mode = (await stat(join(dataDir, 'secret-keys'))).mode & 0o777;
    expect(mode).toBe(0o600);
    const start = performance.now();
    const second = await openStores(config({ DATA_DIR: dataDir }));
    expect(performance.now() - start).toBeLessThan(2000);
    expect(second.secretKeys).toEqual(first.secretKeys);
    await second.close();
    await directory.remove();
  });

  test('is created again when its creation was interrupted', async () => {
    const directory = await temporaryDirectory();
    await mkdtemp(join(directory.path, 'database.new'));
    const stores = await openStores(config({ DATA_DIR: directory.path }));
    expect(await stores.faults()).toEqual([]);
    await stores.close();
    await directory.remove();
  });

  test('uses the keys of SECRET_KEYS if there are any, and warns that it is embedded', async () => {
    const directory = await temporaryDirectory();
    const key = Buffer.alloc(32, 7).toString('base64url');
    const stores = await openStores(config({ DATA_DIR: directory.path, SECRET_KEYS: key }));
    expect(stores.secretKeys).toEqual([key]);
    expect(await stores.warnings()).toMatchObject([{ store: 'database' }]);
    await expect(openStores(config({ DATA_DIR: directory.path }))).rejects.toMatchObject({
      pid: process.pid,
    });
    await stores.close();
    await directory.remove();
  });
});

describe('the sweeper', () => {
  test('continues after a failed run, and stops', async () => {
    let runs = 0;
    const failures: unknown[] = [];
    const sweep = (): Promise<unknown> =>
      (runs += 1) === 1 ? Promise.reject(new Error('first')) : Promise.resolve();
    const sweeper = startSweeping(sweep, (error) => failures.push(error), 5);
    await until(() => Promise.resolve(runs >= 3));
    await sweeper.stop();
    const stopped = runs;
    await until(() => Promise.resolve(true));
    expect(failures).toHaveLength(1);
    expect(runs).toBe(stopped);
  });
});
