import { createHealth } from '../../src/ops/health.js';
import { createLog } from '../../src/ops/log.js';
import { createStoreWatch } from '../../src/ops/store-watch.js';
import { json, serve } from '../http/serve.js';
import type { Served } from '../http/serve.js';
import type { StoreFault } from '../../src/stores.js';

type Examine = () => Promise<readonly StoreFault[]>;
const NONE: Examine = () => Promise.resolve([]);

function start(faults: Examine, draining = (): boolean => false, warnings = NONE): Promise<Served> {
  const stores = { faults, warnings };
  const watch = createStoreWatch({ stores, log: createLog('silent') });
  return serve({ inside: () => [createHealth({ examine: () => watch.examine(), draining })] });
}

describe('the probes', () => {
  it('are both ok while every store is', async () => {
    const served = await start(() => Promise.resolve([]));
    for (const path of ['/healthz', '/readyz']) {
      const answer = await served.send({ path });
      expect([answer.status, json(answer), answer.headers['cache-control']]).toEqual([
        200,
        { status: 'ok' },
        'no-store',
      ]);
    }
    expect((await served.send({ method: 'HEAD', path: '/readyz' })).status).toBe(200);
    expect((await served.send({ method: 'POST', path: '/readyz' })).status).toBe(405);
    await served.close();
  });

  it('distinguish a live process from a ready one, with the reason', async () => {
    const fault = { store: 'redis', reason: 'maxmemory-policy is volatile-lru; set noeviction.' };
    const served = await start(() => Promise.resolve([fault]));
    const answer = await served.send({ path: '/readyz' });
    expect([answer.status, json(answer)]).toEqual([503, { status: 'unavailable', reasons: [fault] }]);
    expect((await served.send({ path: '/healthz' })).status).toBe(200);
    await served.close();
  });

  it('are ready with a warning, and tell it to the operator', async () => {
    const warning = { store: 'redis', reason: 'appendfsync is everysec.' };
    const served = await start(NONE, undefined, () => Promise.resolve([warning]));
    const answer = await served.send({ path: '/readyz' });
    expect([answer.status, json(answer)]).toEqual([200, { status: 'ok', warnings: [warning] }]);
    await served.close();
  });

  it('are not ready when the examination itself fails', async () => {
    const served = await start(() => Promise.reject(new Error('secret inside')));
    const answer = await served.send({ path: '/readyz' });
    expect(answer.status).toBe(503);
    expect(answer.text).not.toContain('secret inside');
    await served.close();
  });

  it('examine the stores once for concurrent requests, and again afterwards', async () => {
    let asked = 0;
    let examined = 0;
    let finish: (faults: readonly StoreFault[]) => void = () => undefined;
    const faults = (): Promise<readonly StoreFault[]> => {
      examined += 1;
      return new Promise((resolve) => (finish = resolve));
    };
    const draining = (): boolean => {
      asked += 1;
      return false;
    };
    const served = await start(faults, draining);
    const arrived = async (count: number): Promise<void> => {
      while (asked < count) await served.send({ path: '/healthz' });
    };
    const both = Promise.all([served.send({ path: '/readyz' }), served.send({ path: '/readyz' })]);
    await arrived(2);
    finish([]);
    expect((await both).map(({ status }) => status)).toEqual([200, 200]);
    expect(examined).toBe(1);
    const again = served.send({ path: '/readyz' });
    await arrived(3);
    finish([{ store: 'database', reason: 'It does not answer.' }]);
    expect((await again).status).toBe(503);
    expect(examined).toBe(2);
    await served.close();
  });
});
