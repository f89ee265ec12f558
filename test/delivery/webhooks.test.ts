import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { backendName } from '../support/backend.js';
import { answering, type Receiver, startReceiver } from '../support/receiver.js';
import { HOUR, MINUTE, openWebhookFixture, SECRET, type WebhookFixture } from './webhook-fixture.js';

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

const only = async (webhookId: string) => {
  const [delivery, ...others] = await fixture.deliveries(webhookId);
  if (!delivery || others.length > 0) throw new Error('not exactly one delivery');
  return delivery;
};
const textOf = (value: string | readonly string[] | undefined): string => String(value);

describe(`a delivery on ${backendName}`, () => {
  test('is signed for the scheduling API and for Standard Webhooks, over the bytes that are sent', async () => {
    const id = await fixture.webhook(receiver.url);
    await fixture.enqueue(id, { createdAt: new Date('2026-11-21T14:05:00Z') });
    await fixture.worker().runOnce();
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
    expect(JSON.parse(body)).toEqual({
      triggerEvent: 'BOOKING_CREATED',
      createdAt: '2026-11-21T14:05:00.000Z',
      payload: { title: 'Tea with Zoë' },
    });
    expect(headers['content-type']).toBe('application/json');
    expect(headers['x-cal-signature-256']).toBe(createHmac('sha256', SECRET).update(body).digest('hex'));
    const given = {
      'webhook-id': textOf(headers['webhook-id']),
      'webhook-timestamp': textOf(headers['webhook-timestamp']),
      'webhook-signature': textOf(headers['webhook-signature']),
    };
    expect(new Webhook(SECRET).verify(body, given)).toEqual(JSON.parse(body));
    expect(() => new Webhook(SECRET).verify(`${body} `, given)).toThrow('No matching signature');
    const delivery = await only(id);
    expect([delivery.state, delivery.status, delivery.answer]).toEqual(['delivered', 200, 'thanks']);
    expect(delivery.id).toBe(headers['webhook-id']);
    expect(delivery.duration_ms).toBeGreaterThanOrEqual(0);
    expect(await fixture.db('job').where({ id: delivery.id })).toEqual([]);
  });

  test('of a webhook without a secret has no signature and a header that says so', async () => {
    const id = await fixture.webhook(receiver.url, { secret_sealed: null });
    await fixture.enqueue(id, {});
    await fixture.worker().runOnce();
    const headers = receiver.received[0]?.headers;
    expect(headers?.['x-cal-signature-256']).toBe('no-secret-provided');
    expect(headers?.['webhook-signature']).toBeUndefined();
  });

  test('is rendered by the template, and signed as rendered', async () => {
    const id = await fixture.webhook(receiver.url, { payload_template: 'text={{title}}, {{triggerEvent}}' });
    await fixture.enqueue(id, {});
    await fixture.worker().runOnce();
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
    expect(body).toBe('text=Tea with Zoë, BOOKING_CREATED');
    expect(headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(headers['x-cal-signature-256']).toBe(createHmac('sha256', SECRET).update(body).digest('hex'));
  });

  test('is rolled back with the transaction of its event', async () => {
    const id = await fixture.webhook(receiver.url);
    await expect(fixture.enqueue(id, {}, { trigger: 'NUL \0' })).rejects.toThrow('cannot be stored');
    expect(await fixture.deliveries(id)).toEqual([]);
    await fixture.worker().runOnce();
    expect(receiver.received).toEqual([]);
  });

  test('waits for its due time, and can be cancelled before it', async () => {
    const id = await fixture.webhook(receiver.url);
    const dueAt = new Date(fixture.now() + 3 * HOUR);
    await fixture.enqueue(id, { trigger: 'MEETING_STARTED', dueAt }, { lane: 'other', dueAt });
    await fixture.worker().runOnce();
    const { dropDeliveries } = await import('../../adapters/knex/jobs/webhook-deliveries.js');
    await dropDeliveries(fixture.db, 'booking-0', ['MEETING_STARTED']);
    expect((await only(id)).state).toBe('waiting');
    fixture.pass(4 * HOUR);
    await fixture.worker().runOnce();
    expect(receiver.received).toHaveLength(1);
  });
});

describe(`an attempt that fails on ${backendName}`, () => {
  test.each([
    ['a server error', answering(500, 'sorry'), 500, 'It answered 500.'],
    [
      'a redirect, even to an allowed URL',
      (response: Parameters<Parameters<Receiver['answerWith']>[0]>[0]) => {
        response.writeHead(307, { location: 'http://127.0.0.1:9/inside' }).end();
      },
      307,
      'It answered 307. Redirects are not followed.',
    ],
    [
      'a connection that is closed before the response',
      (response: Parameters<Parameters<Receiver['answerWith']>[0]>[0]) => {
        response.destroy();
      },
      null,
      'The connection ended early.',
    ],
  ])('because of %s is recorded with its response and repeated', async (_, answer, status, failure) => {
    receiver.answerWith(answer);
    const id = await fixture.webhook(receiver.url);
    await fixture.enqueue(id, {});
    await fixture.worker().runOnce();
    expect(await only(id)).toMatchObject({ state: 'waiting', tries: 1, status, failure });
    await fixture.worker().runOnce();
    expect(receiver.received).toHaveLength(1);
    receiver.answerWith(answering(204));
    fixture.pass(MINUTE + 1000);
    await fixture.worker().runOnce();
    const [first, second] = receiver.received;
    expect(await only(id)).toMatchObject({ state: 'delivered', tries: 2, status: 204, failure: null });
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.headers['webhook-timestamp']).not.toBe(first?.headers['webhook-timestamp']);
    expect(second?.body).toBe(first?.body);
  });

  test('is repeated eight times within a day, and no more', async () => {
    receiver.answerWith(answering(503));
    const id = await fixture.webhook(receiver.url);
    await fixture.enqueue(id, {});
    const began = fixture.now();
    for (let tries = 1; tries <= 8; tries += 1) {
      await fixture.worker().runOnce();
      expect(await only(id)).toMatchObject({ tries, state: tries < 8 ? 'waiting' : 'dead' });
      const job = await fixture.db<{ due_at: Date }>('job').first('due_at');
      if (job) fixture.pass(job.due_at.getTime() - fixture.now() + 1000);
    }
    expect(fixture.now() - began).toBeLessThanOrEqual(24 * HOUR);
    fixture.pass(48 * HOUR);
    await fixture.worker().runOnce();
    expect(receiver.received).toHaveLength(8);
  });

  test('sends no request to a private address', async () => {
    const id = await fixture.webhook('http://10.0.0.1/inside');
    await fixture.enqueue(id, {});
    await fixture.worker().runOnce();
    expect((await only(id)).failure).toBe(
      'The address is private or reserved and cannot be called from here.',
    );
  });

  test('sends no request when the keys cannot open the secret', async () => {
    const id = await fixture.webhook(receiver.url, { secret_sealed: 'other.sealed' });
    await fixture.enqueue(id, {});
    await fixture.worker().runOnce();
    expect((await only(id)).failure).toBe('The secret cannot be read any more. Set a new one.');
    expect(receiver.received).toEqual([]);
  });
});

describe(`the response to a webhook on ${backendName}`, () => {
  test('without an end counts by its status, and only its first bytes are stored', async () => {
    receiver.answerWith((response) => {
      response.writeHead(200);
      const pour = (): void => {
        if (!response.destroyed) response.write('\0'.repeat(16_384), pour);
      };
      pour();
    });
    const id = await fixture.webhook(receiver.url);
    await fixture.enqueue(id, {});
    await fixture.worker().runOnce();
    const { state, answer } = await only(id);
    expect([state, answer]).toEqual(['delivered', '\u{fffd}'.repeat(2000)]);
  });

  test('that never arrives ends the attempt after ten seconds', async () => {
    receiver.answerWith(() => undefined);
    const id = await fixture.webhook(receiver.url);
    await fixture.enqueue(id, {});
    await fixture.worker().runOnce();
    const { state, failure, duration_ms: duration } = await only(id);
    expect([state, failure]).toEqual(['waiting', 'There was no whole answer within 10 seconds.']);
    expect(duration).toBeGreaterThan(9_000);
  }, 20_000);
});

describe(`webhooks of one booking on ${backendName}`, () => {
  test('deliveries arrive in the order of their events, whatever fails in between', async () => {
    receiver.answerWith(answering(500));
    const id = await fixture.webhook(receiver.url);
    const about = (trigger: string) => ({ trigger, lane: 'booking-7' });
    await fixture.enqueue(id, about('BOOKING_CREATED'), about('BOOKING_RESCHEDULED'));
    await fixture.enqueue(id, { trigger: 'OTHER', lane: 'booking-8' });
    await fixture.worker().runOnce();
    await fixture.enqueue(id, about('BOOKING_CANCELLED'));
    await fixture.worker().runOnce();
    const triggers = () =>
      receiver.received.map(({ body }) => (JSON.parse(body) as { triggerEvent: string }).triggerEvent);
    expect(triggers().toSorted()).toEqual(['BOOKING_CREATED', 'OTHER']);
    receiver.answerWith(answering(200));
    fixture.pass(2 * MINUTE);
    for (let runs = 0; runs < 4; runs += 1) await fixture.worker().runOnce();
    expect(triggers().filter((trigger) => trigger !== 'OTHER')).toEqual([
      'BOOKING_CREATED',
      'BOOKING_CREATED',
      'BOOKING_RESCHEDULED',
      'BOOKING_CANCELLED',
    ]);
  });

  test('a delivery waits neither for a scheduled one nor for one that was given up', async () => {
    const id = await fixture.webhook(receiver.url);
    const lane = 'booking-9';
    await fixture.enqueue(id, { trigger: 'ENDED', lane, dueAt: new Date(fixture.now() + HOUR) });
    await fixture.enqueue(id, { trigger: 'CANCELLED', lane });
    await fixture.worker().runOnce();
    expect(receiver.received).toHaveLength(1);
    await fixture.db('job').update({ tries: 8, lease: null });
    await fixture.enqueue(id, { trigger: 'LATER', lane });
    fixture.pass(2 * HOUR);
    await fixture.worker().runOnce();
    expect(receiver.received).toHaveLength(2);
  });
});
