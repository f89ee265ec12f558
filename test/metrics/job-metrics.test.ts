/* Attempts of webhook deliveries, by their results. */
import { openWebhookFixture, type WebhookFixture } from '../delivery/webhook-fixture.js';
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
  const attempts = async (result: string, status: string): Promise<number> =>
    valueOf(await metrics.text(), 'slotkey_webhook_attempt_duration_seconds_count', {
      result,
      http_response_status_class: status,
    });
  const attempt = () => fixture.worker(undefined, metrics.observers).runOnce();
  const id = await fixture.webhook(receiver.url);
  await fixture.enqueue(id, {});
  await attempt();
  receiver.answerWith(answering(500));
  await fixture.enqueue(id, { lane: 'another booking' });
  for (let count = 1; count <= 8; count += 1) {
    await attempt();
    const job = await fixture.db<{ due_at: Date }>('job').first('due_at');
    if (job) fixture.pass(job.due_at.getTime() - fixture.now() + 1000);
  }
  expect(await attempts('delivered', '2xx')).toBe(1);
  expect(await attempts('retried', '5xx')).toBe(7);
  expect(await attempts('given_up', '5xx')).toBe(1);
});
