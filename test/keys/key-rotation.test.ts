/* A key that is dropped takes nothing along that people set up once: it moves under the newest one by itself. */
import { randomBytes } from 'node:crypto';
import { createKeyRing } from '../../src/keys/key-ring.js';
import { type Caller, callerFor } from '../scheduling/caller.js';
import { type Backend, openBackend } from '../support/backend.js';
import { type StartedService, startService } from '../support/service.js';
import { until } from '../support/until.js';

const [OLD, NEW] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')];
const SECRET = 'known to two of us';
const MANY = 130;

let backend: Backend;
const started: StartedService[] = [];
beforeAll(async () => {
  backend = await openBackend();
});
afterAll(async () => {
  for (const service of started) await service.close();
  await backend.close();
});

async function deploy(...secretKeys: readonly string[]): Promise<StartedService> {
  const service = await startService({ backend: { ...backend, stores: { ...backend.stores, secretKeys } } });
  started.push(service);
  return service;
}

/** Of all that is kept, what is not under this key. */
const notUnder = async (key: string): Promise<number> =>
  (await backend.stores.keys.sealedValues.older(createKeyRing([key]).newest, '', 1_000)).length;

interface Webhook {
  readonly id: number;
  readonly secret: string | null;
}

const register = async (caller: Caller, name: string): Promise<Webhook> => {
  const terms = { active: true, triggers: ['BOOKING_CREATED'], secret: SECRET };
  const sent = { ...terms, subscriberUrl: `https://receiver.example/${name}` };
  return (await caller.call<Webhook>('POST', '/v2/webhooks', sent)).data;
};

test('sealed values are resealed with the newest key, and are read when the old one is removed', async () => {
  const before = await deploy(OLD);
  const user = await before.user();
  const scopes = ['WEBHOOK_READ', 'WEBHOOK_WRITE'] as const;
  const caller = await callerFor(before, scopes, user);
  const first = await register(caller, 'first');
  expect(await notUnder(OLD)).toBe(0);

  await deploy(OLD, NEW);
  expect(await notUnder(OLD)).toBe(0);
  await deploy(NEW, OLD);
  await until(async () => (await notUnder(NEW)) === 0);

  const after = await callerFor(await deploy(NEW), scopes, user);
  expect((await after.call<Webhook>('GET', `/v2/webhooks/${first.id}`)).data.secret).toBe(SECRET);
});

test('more values than one batch are resealed too', async () => {
  const before = await deploy(OLD);
  for (let people = 0; people < 2; people += 1) {
    const caller = await callerFor(before, ['WEBHOOK_WRITE']);
    for (let count = 0; count < MANY / 2; count += 1) await register(caller, `${people}-${count}`);
  }
  expect(await notUnder(NEW)).toBe(MANY);
  await deploy(NEW, OLD);
  await until(async () => (await notUnder(NEW)) === 0);
});

test('a value that no key opens is not changed', async () => {
  const lost = randomBytes(32).toString('base64url');
  await register(await callerFor(await deploy(lost), ['WEBHOOK_WRITE']), 'lost');
  const closed = await deploy(NEW);
  await closed.close();
  started.pop();
  expect(await notUnder(NEW)).toBe(1);
});
