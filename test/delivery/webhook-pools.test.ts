import { backendName } from '../support/backend.js';
import { answering, type Receiver, startReceiver } from '../support/receiver.js';
import { until } from '../support/until.js';
import { HOUR, openWebhookFixture, type WebhookFixture } from './webhook-fixture.js';

let fixture: WebhookFixture;
let receiver: Receiver;
beforeAll(async () => {
  fixture = await openWebhookFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await receiver.close();
  await fixture.db('job').delete();
});

const many = (count: number) => Array.from({ length: count }, (_, index) => ({ lane: `booking-${index}` }));
const queued = async (webhookId: string): Promise<number> => {
  const rows = fixture.db('job').where({ party: webhookId });
  return Number((await rows.count<{ count: string | number }[]>({ count: '*' }))[0]?.count);
};

describe(`a webhook that fails on ${backendName}`, () => {
  const statusOf = (id: string) =>
    fixture
      .db<{
        id: string;
        failing_since: Date | null;
        disabled_at: Date | null;
        disabled_reason: string | null;
      }>('webhook')
      .where({ id })
      .first('failing_since', 'disabled_at', 'disabled_reason');

  test('is healthy again after its first successful delivery', async () => {
    receiver.answerWith(answering(500));
    const id = await fixture.webhook(receiver.url);
    await fixture.enqueue(id, {});
    await fixture.worker().runOnce();
    expect((await statusOf(id))?.failing_since).not.toBeNull();
    receiver.answerWith(answering(200));
    await fixture.enqueue(id, { lane: 'other' });
    await fixture.worker().runOnce();
    expect((await statusOf(id))?.failing_since).toBeNull();
  });

  test('for a day is disabled, its owner is notified, and waiting deliveries are not sent', async () => {
    receiver.answerWith(answering(500));
    const accountId = await fixture.account();
    const id = await fixture.webhook(receiver.url, { account_id: accountId });
    await fixture.enqueue(id, {});
    await fixture.worker().runOnce();
    fixture.pass(23 * HOUR);
    await fixture.enqueue(id, { lane: 'other' });
    await fixture.worker().runOnce();
    expect((await statusOf(id))?.disabled_at).toBeNull();
    fixture.pass(2 * HOUR);
    await fixture.worker().runOnce();
    expect(await statusOf(id)).toMatchObject({ disabled_reason: 'Every delivery has failed for 24 hours.' });
    const notifications = await fixture
      .db<{ kind: string; payload: object }>('job')
      .where({ kind: 'notification' });
    expect(notifications.map(({ payload }) => payload)).toMatchObject([
      { about: 'webhook.disabled', to: accountId, facts: { host: new URL(receiver.url).host } },
    ]);
    const before = receiver.received.length;
    fixture.pass(48 * HOUR);
    await fixture.worker().runOnce();
    expect(receiver.received).toHaveLength(before);
    expect((await fixture.deliveries(id)).map(({ state }) => state)).toEqual(['dead', 'dead']);
    const mails = await fixture.stores.delivery.outbox.list(10);
    expect(mails).toHaveLength(1);
  });
});

describe(`many deliveries on ${backendName}`, () => {
  test('are never sent twice at once by two replicas', async () => {
    const open = new Set<string>();
    let [clashes, most] = [0, 0];
    receiver.answerWith((response, { headers }) => {
      const id = String(headers['webhook-id']);
      if (open.has(id)) clashes += 1;
      open.add(id);
      most = Math.max(most, open.size);
      setTimeout(() => {
        open.delete(id);
        response.end();
      }, 5);
    });
    const id = await fixture.webhook(receiver.url);
    await fixture.enqueue(id, ...many(200));
    const workers = [fixture.worker(), fixture.worker()];
    for (const worker of workers) worker.start();
    await until(async () => (await queued(id)) === 0);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect([receiver.received.length, clashes]).toEqual([200, 0]);
    expect(most).toBeLessThanOrEqual(6);
  });

  test('of one lane go one after the other, with two replicas too', async () => {
    let [open, clashes] = [0, 0];
    receiver.answerWith((response) => {
      open += 1;
      if (open > 1) clashes += 1;
      setTimeout(() => {
        open -= 1;
        response.end();
      }, 2);
    });
    const id = await fixture.webhook(receiver.url);
    await fixture.enqueue(
      id,
      ...Array.from({ length: 50 }, (_, index) => ({ lane: 'booking', payload: { index } })),
    );
    const workers = [fixture.worker(), fixture.worker()];
    for (const worker of workers) worker.start();
    await until(async () => (await queued(id)) === 0);
    await Promise.all(workers.map((worker) => worker.stop()));
    const order = receiver.received.map(
      ({ body }) => (JSON.parse(body) as { payload: { index: number } }).payload.index,
    );
    expect([order, clashes]).toEqual([Array.from({ length: 50 }, (_, index) => index), 0]);
  });

  test('ten thousand, beside a receiver that never answers, delay no other job', async () => {
    const silent = await startReceiver(() => undefined);
    const [slow, busy, small] = [
      await fixture.webhook(silent.url),
      await fixture.webhook(receiver.url),
      await fixture.webhook(receiver.url),
    ];
    for (let thousands = 0; thousands < 9; thousands += 1) await fixture.enqueue(slow, ...many(1000));
    await fixture.enqueue(busy, ...many(1000));
    await fixture.enqueue(small, ...many(3));
    const payload = { about: 'nothing', to: await fixture.account(), subject: '', at: '2030', facts: {} };
    await fixture.stores.jobs.add({ kind: 'notification', payload });
    const worker = fixture.worker();
    worker.start();
    await until(async () => (await queued(small)) === 0);
    expect(receiver.received.length).toBeLessThan(500);
    const isTried = async () =>
      (await fixture.db('job').where({ kind: 'notification', tries: 1 })).length === 1;
    await until(isTried);
    await until(async () => (await queued(busy)) === 0);
    expect(receiver.received).toHaveLength(1003);
    expect(await queued(slow)).toBe(9000);
    await silent.close();
    await worker.stop();
  }, 120_000);
});
