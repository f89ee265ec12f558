import { randomUUID } from 'node:crypto';
import { openStores } from '../../adapters/stores.js';
import { readConfig } from '../../src/config/config.js';
import { createCliFixture, onlyLine, type CliFixture } from './slotkey.js';

let cli: CliFixture;
const [sms, conference] = [randomUUID(), randomUUID()];

beforeAll(async () => {
  cli = await createCliFixture();
  const { jobs, close } = await openStores(readConfig({ DATA_DIR: cli.dataDir }));
  await jobs.add({ id: conference, kind: 'conference', payload: { bookingId: 7 } });
  await jobs.add({ id: sms, kind: 'sms', payload: { sealed: 'a secret', until: '2030' } });
  const now = new Date(Date.now() + 60_000);
  const taken = await jobs.take({ now, leaseUntil: now, atMost: 2, maxAttempts: 8 });
  for (const job of taken) await jobs.failed(job, `refused by ada@mail.example for ${job.kind}`);
  await jobs.add({ kind: 'grant', payload: { grantId: 'g', clientId: 'c', accountId: 1 } });
  await close();
});
afterAll(() => cli.remove());

test('jobs are counted by kind and those given up are listed, without addresses', async () => {
  expect(await cli.json(['jobs', 'summary'])).toEqual([
    expect.objectContaining({ kind: 'conference', waiting: 0, oldest: null, given_up: 1 }),
    expect.objectContaining({ kind: 'grant', waiting: 1, oldest: expect.any(String) as string, given_up: 0 }),
    expect.objectContaining({ kind: 'sms', waiting: 0, given_up: 1 }),
  ]);
  const { stdout } = await cli.slotkey(['jobs', 'dead']);
  expect(stdout).toContain('refused by …@mail.example for sms');
  expect(await cli.json(['jobs', 'dead', '--kind', 'conference', '--limit', '1'])).toEqual([
    expect.objectContaining({ id: conference, retryable: true, about: ['booking 7'] }),
  ]);
  expect((await cli.slotkey(['jobs', 'dead', '--limit', '0'])).code).toBe(2);
});

test('one is tried again or discarded, by its id', async () => {
  const refused = await cli.slotkey(['jobs', 'retry', sms]);
  expect([refused.code, onlyLine(refused)]).toEqual([1, expect.stringContaining('cannot be tried again')]);
  expect((await cli.slotkey(['jobs', 'discard', sms])).stdout).toContain(`Discarded: sms ${sms}`);
  expect((await cli.slotkey(['jobs', 'retry', conference])).stdout).toContain(conference);
  expect(await cli.json(['jobs', 'dead'])).toEqual([]);
  expect((await cli.slotkey(['jobs', 'discard', sms])).code).toBe(1);
  const entries = (await cli.json(['audit', '--actor', 'cli'])) as readonly { action: string }[];
  expect(entries.map(({ action }) => action)).toEqual(['job.discarded', 'job.retried']);
});
