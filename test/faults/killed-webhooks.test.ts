/*
 * A process is killed while it sends a committed webhook. The next one sends it under the same id, by which the
 * receiver can tell that it is the same.
 */
import { openFixture } from '../support/backend.js';
import { freePort, startChild, type Child } from '../support/child-server.js';
import { answering, startReceiver } from '../support/receiver.js';
import { until } from '../support/until.js';
import { openWebhookFixture } from '../delivery/webhook-fixture.js';
import { statusOf } from './service-fixture.js';

const OUTBOUND_ALLOW = '127.0.0.0/8';

/** The service as an operator starts it. */
async function startProcess(env: Readonly<Record<string, string>>): Promise<Child> {
  const port = await freePort();
  const set = {
    ...env,
    NODE_ENV: 'test',
    DEMO: 'false',
    LOG_LEVEL: 'silent',
    PORT: `${port}`,
    OUTBOUND_ALLOW,
  };
  const variables = Object.entries(set).map(([name, value]) => `${name}=${value}`);
  const args = [...variables, process.execPath, '--import', 'tsx', 'src/main.ts'];
  return startChild({ command: 'env', args, cwd: process.cwd() }, () =>
    statusOf({ url: `http://localhost:${port}` }, '/readyz').then(
      (status) => status === 200,
      () => false,
    ),
  );
}

test('a webhook that a killed process had committed is delivered by the next one, under the same id', async () => {
  const stores = await openFixture();
  const receiver = await startReceiver(() => undefined);
  const webhooks = await openWebhookFixture(stores);
  const webhookId = await webhooks.webhook(receiver.url);
  await webhooks.enqueue(webhookId, {});
  await webhooks.close();

  const doomed = await startProcess(stores.env);
  await until(() => Promise.resolve(receiver.received.length === 1));
  await doomed.end('SIGKILL');
  receiver.answerWith(answering(200));

  const next = await openWebhookFixture(stores);
  await next.worker().runOnce();
  expect(receiver.received).toHaveLength(1);
  next.pass(61_000);
  await next.worker().runOnce();
  const [first, second] = receiver.received;
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(second?.body).toBe(first?.body);
  expect(await next.deliveries(webhookId)).toMatchObject([{ state: 'delivered', tries: 1 }]);
  await next.close();
  await receiver.close();
  await stores.end();
});
