import { openStores } from '../../adapters/stores.js';
import { readConfig } from '../../src/config/config.js';
import { createCliFixture } from './slotkey.js';
import type { CliFixture } from './slotkey.js';

const AT = '2026-11-21T14:05:00.000Z';

let cli: CliFixture;
let used: string;
let unused: string;

/** Somebody calls with a secret, as the token endpoint counts it. */
async function usedOnce(clientId: string): Promise<void> {
  const stores = await openStores(readConfig({ DATA_DIR: cli.dataDir }));
  const name = (await stores.clients.clients.find(clientId))?.secrets[0]?.id ?? '';
  const from = { clientIp: '192.0.2.7', agent: 'Node.js' };
  const use = { clientId, name, day: AT.slice(0, 10), uses: 1, lastAt: new Date(AT), from };
  await stores.clients.usage.add({ id: 'once', uses: [{ ...use, kind: 'token' }] });
  await stores.close();
}

beforeAll(async () => {
  cli = await createCliFixture();
  await cli.json(['user', 'add', '--email', 'owner@app.example', '--name', 'Owner']);
  const add = async (name: string): Promise<string> => {
    const options = ['--owner', 'owner@app.example', '--name', name, '--purpose', 'Copies bookings.'];
    const kind = ['--kind', 'confidential', '--redirect-uri', 'https://app.example/cb'];
    const args = ['client', 'add', ...options, ...kind, '--scope', 'BOOKING_READ'];
    return ((await cli.json(args)) as { client_id: string }).client_id;
  };
  used = await add('Used');
  unused = await add('Unused');
  await usedOnce(used);
});
afterAll(() => cli.remove());

test('a client is shown with its last activity and its secret with its last use', async () => {
  expect(await cli.json(['client', 'show', used])).toMatchObject({
    last_active_at: AT,
    secrets: [{ last_used_at: AT, last_used_network: '192.0.2.7', last_used_agent: 'Node.js' }],
  });
  expect(await cli.json(['client', 'show', unused])).toMatchObject({
    last_active_at: null,
    secrets: [{ last_used_at: null, last_used_network: null, last_used_agent: null }],
  });
  expect((await cli.slotkey(['client', 'show', used])).stdout).toMatch(
    new RegExp(`last_active_at:\\s+${AT}`),
  );
});

test('clients are listed with their last activity', async () => {
  expect(await cli.json(['client', 'list'])).toMatchObject([
    { client_id: used, last_active_at: AT },
    { client_id: unused, last_active_at: null },
  ]);
  const { stdout } = await cli.slotkey(['client', 'list']);
  expect(stdout).toMatch(new RegExp(`${used}.*${AT}\\s+Used`));
  expect(stdout).toMatch(new RegExp(`${unused}.*never\\s+Unused`));
});

test('a verdict does not hide the last activity', async () => {
  expect(await cli.json(['client', 'approve', used])).toMatchObject({
    status: 'approved',
    last_active_at: AT,
  });
});
