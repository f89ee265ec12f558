import { createSmsGateway } from '../../adapters/sms/gateway.js';
import type { OpenedStores } from '../../adapters/stores.js';
import { readConfig } from '../../src/config/config.js';
import { createDelivery } from '../../src/delivery/delivery.js';
import { readOutbox } from '../../src/delivery/outbox.js';
import { createKeyRing } from '../../src/keys/key-ring.js';
import type { KeyRing } from '../../src/keys/key-ring.js';
import { createLog } from '../../src/ops/log.js';
import { type Backend, openBackend } from '../support/backend.js';
import { noGrant } from './mail-fixture.js';
import { startSmsServer } from './sms-server.js';
import type { SmsServer } from './sms-server.js';

const MINUTE = 60_000;
const SMS = { id: '0190a8a4-3f50-7b8e-9a52-1f6d2c4f9b10', to: '+351912345678', text: 'Grüße 👋 at ten' };
const DATED = { ...SMS, date: new Date(0) };

let server: SmsServer;
let backend: Backend;
let stores: OpenedStores;
let keys: KeyRing;
let later = 0;
beforeAll(async () => {
  server = await startSmsServer();
  backend = await openBackend({ SMS_URL: server.url });
  ({ stores } = backend);
  keys = createKeyRing(stores.secretKeys);
});
afterAll(async () => {
  await backend.close();
  await server.close();
});
beforeEach(() => {
  server.answerWith(202);
  later = 1000;
});

/** One run of the delivery; without a gateway the messages stay in the outbox. */
async function deliver({ gateway = true } = {}): Promise<number> {
  const { sms, ...rest } = stores;
  const config = readConfig({ NODE_ENV: 'test', ...backend.env });
  const log = createLog('silent');
  const clock = () => Date.now() + later;
  const grants = { grantEnd: noGrant, watchGrant: noGrant, narrowGrants: noGrant };
  const deps = { config, keys, log, ...grants, endAccountAccess: noGrant, clock, chance: () => 0 };
  return createDelivery({ ...deps, stores: { ...rest, ...(gateway && sms && { sms }) } }).runOnce();
}

const enqueue = (text: string, until?: Date): Promise<void> =>
  stores.jobs.add({
    kind: 'sms',
    party: 'sms',
    payload: {
      sealed: keys.seal(JSON.stringify({ to: SMS.to, text })),
      ...(until && { until: until.toISOString() }),
    },
  });
const broughtWith = (text: string) => server.brought.filter(({ body }) => body.includes(text));

describe('the gateway', () => {
  test('receives one POST of JSON, with the id of the message as its idempotency key', async () => {
    await createSmsGateway({ url: server.url })(DATED);
    const request = server.brought.at(-1);
    expect(request).toMatchObject({ method: 'POST', path: '/send?from=desk' });
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      'idempotency-key': SMS.id,
      'user-agent': 'Slotkey',
    });
    expect(request?.headers).not.toHaveProperty('authorization');
    expect(JSON.parse(request?.body ?? '')).toEqual(SMS);
  });

  test('receives the user and the password of its URL in a header', async () => {
    const url = server.url.replace('http://', 'http://desk%40acme:p%C3%A4ss%3Aword@');
    await createSmsGateway({ url })(DATED);
    const expected = Buffer.from('desk@acme:päss:word').toString('base64');
    expect(server.brought.at(-1)?.headers.authorization).toBe(`Basic ${expected}`);
  });

  test.each([302, 400, 401, 429, 500, 503])('that responds with %i has not accepted it', async (status) => {
    server.answerWith(status);
    const before = server.brought.length;
    await expect(createSmsGateway({ url: server.url })(DATED)).rejects.toThrow(
      `the SMS gateway answered ${status}`,
    );
    expect(server.brought.length).toBe(before + 1);
  });

  test('that does not respond is given up after the timeout', async () => {
    server.answerWith('stall');
    const carry = createSmsGateway({ url: server.url, timeoutMs: 200 });
    await expect(carry(DATED)).rejects.toThrow('the SMS gateway did not answer within 0.2 seconds');
  });

  test('that is unreachable is reported by the kind of failure, and never by its URL', async () => {
    const gone = await startSmsServer();
    await gone.close();
    const url = gone.url.replace('http://', 'http://desk:geheim@').replace('from=desk', 'key=geheim');
    const carry = createSmsGateway({ url });
    const failure: unknown = await carry(DATED).catch((error: unknown) => error);
    expect(failure).toEqual(new Error('the SMS gateway cannot be reached (ECONNREFUSED)'));
    expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain('geheim');
  });
});

describe('a job with a text message', () => {
  test('is sent once', async () => {
    await enqueue('carried once');
    expect(await deliver()).toBe(1);
    expect(broughtWith('carried once')).toMatchObject([{ taken: true }]);
    later += 60 * MINUTE;
    expect(await deliver()).toBe(0);
  });

  test('waits while the gateway fails, and is sent with the same id once it has recovered', async () => {
    server.answerWith(503);
    await enqueue('tried again');
    await deliver();
    server.answerWith(200);
    expect(await deliver()).toBe(0);
    later += 2 * MINUTE;
    expect(await deliver()).toBe(1);
    const attempts = broughtWith('tried again');
    expect(attempts.map(({ taken }) => taken)).toEqual([false, true]);
    const ids = attempts.map(({ headers, body }) => [
      headers['idempotency-key'],
      (JSON.parse(body) as { id: string }).id,
    ]);
    expect(ids[0]).toEqual(ids[1]);
    expect(ids[0]?.[0]).toBe(ids[0]?.[1]);
  });

  test('is not sent after its expiry', async () => {
    await enqueue('too late', new Date(Date.now() + 5 * MINUTE));
    later += 6 * MINUTE;
    expect(await deliver()).toBe(1);
    expect(broughtWith('too late')).toEqual([]);
    expect(await deliver()).toBe(0);
  });

  test('ends in the outbox where there is no gateway', async () => {
    await enqueue('kept here');
    await deliver({ gateway: false });
    const kept = await readOutbox({ outbox: stores.delivery.outbox, keys }, 100);
    expect(kept.filter(({ text }) => text === 'kept here')).toMatchObject([{ to: SMS.to }]);
    expect(broughtWith('kept here')).toEqual([]);
  });
});
