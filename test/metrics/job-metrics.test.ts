/* Attempts of jobs and of webhook deliveries, by their results. */
import { openWebhookFixture, MINUTE, type WebhookFixture } from '../delivery/webhook-fixture.js';
import { createMetrics } from '../../src/metrics/metrics.js';
import { backendName } from '../support/backend.js';
import { answering, type Receiver, startReceiver } from '../support/receiver.js';
import { valueOf } from './samples.js';

let fixture: WebhookFixture;
let receiver: Receiver;
beforeAll(async () => {
  [fixture, receiver] = await Promise.all([openWebhookFixture(), startReceiver()]);
});
afterAll(async () => {
  await receiver.close();
  await fixture.close();
});

test(`webhook deliveries on ${backendName} are counted as delivered, retried and given up`, async () => {
  const metrics = createMetrics('1');
  const worker = fixture.worker(undefined, metrics.observers);
  const attempts = async (result: string, status: string): Promise<number> =>
    valueOf(await metrics.text(), 'slotkey_webhook_attempt_duration_seconds_count', {
      result,
      http_response_status_class: status,
    });
  const id = await fixture.webhook(receiver.url);
  await fixture.enqueue(id, {});
  await worker.runOnce();
  receiver.answerWith(answering(500));
  await fixture.enqueue(id, { lane: 'another booking' });
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    await worker.runOnce();
    fixture.pass(13 * 60 * MINUTE);
  }
  expect(await attempts('delivered', '2xx')).toBe(1);
  expect(await attempts('retried', '5xx')).toBe(7);
  expect(await attempts('given_up', '5xx')).toBe(1);
});

test(`jobs on ${backendName} are counted as done, retried and given up`, async () => {
  const metrics = createMetrics('1');
  const { jobs } = fixture.stores;
  const worker = fixture.worker(undefined, metrics.observers);
  await jobs.add({ kind: 'sms', payload: { sealed: 'nobody can open this' } });
  await jobs.add({
    kind: 'conference',
    payload: JSON.parse('{"bookingId":"seven"}') as { bookingId: number },
  });
  await worker.runOnce();
  const attempts = async (kind: string, result: string): Promise<number> =>
    valueOf(await metrics.text(), 'slotkey_job_duration_seconds_count', { kind, result });
  expect(await attempts('sms', 'retried')).toBe(1);
  expect(await attempts('conference', 'given_up')).toBe(1);
});
