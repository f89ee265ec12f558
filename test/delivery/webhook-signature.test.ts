import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { deliveryHeaders, standardKey } from '../../src/delivery/webhook-signature.js';

const BYTES = Buffer.from('0123456789abcdef0123456789abcdef');
const ENCODED = BYTES.toString('base64');
const body = '{"title":"Zo\u00eb"}';
const now = () => Math.floor(Date.now() / 1000);
const id = '01a20019-ab7a-73de-87b6-ebd6b0cb7a15';

describe('the key of a webhook secret for Standard Webhooks', () => {
  test.each([
    ['what stands in base64 behind the prefix', `whsec_${ENCODED}`, BYTES],
    ['the text, without the prefix', ENCODED, Buffer.from(ENCODED)],
    ['the text, for a short one', 'hunter2', Buffer.from('hunter2')],
    ['the text, where no base64 follows the prefix', 'whsec_not base64', Buffer.from('whsec_not base64')],
    ['the text, where nothing follows the prefix', 'whsec_', Buffer.from('whsec_')],
    ['the text in UTF-8', 'Schlüssel', Buffer.from('Schlüssel', 'utf8')],
  ])('is %s', (_, secret, key) => {
    expect(standardKey(secret)).toEqual(key);
  });
});

describe('the headers of a delivery', () => {
  test.each(['hunter2', `whsec_${ENCODED}`])('are accepted by the library for %s', (secret) => {
    const headers = deliveryHeaders({ id, body, timestamp: now(), secret });
    const library = new Webhook(standardKey(secret).toString('base64'));
    expect(library.verify(body, headers)).toEqual({ title: 'Zoë' });
    expect(headers['x-cal-signature-256']).toBe(createHmac('sha256', secret).update(body).digest('hex'));
  });

  test.each([
    ['another body', { body: `${body} ` }],
    ['another id', { id: `${id}x` }],
    ['another time', { timestamp: now() - 1 }],
    ['another secret', { secret: 'hunter3' }],
  ])('differ for %s', (_, change) => {
    const signed = { id, body, timestamp: now(), secret: 'hunter2' };
    const signature = (of: typeof signed) => deliveryHeaders(of)['webhook-signature'];
    expect(signature({ ...signed, ...change })).not.toBe(signature(signed));
  });

  test.each([
    ['{"a":1}', 'application/json'],
    ['"text"', 'application/json'],
    ['a=1&b=2', 'application/x-www-form-urlencoded'],
    ['', 'application/x-www-form-urlencoded'],
  ])('have the media type of %s', (text, type) => {
    const headers = deliveryHeaders({ id, body: text, timestamp: now(), secret: undefined });
    expect(headers).toEqual({
      'content-type': type,
      'x-cal-webhook-version': '2021-10-20',
      'webhook-id': id,
      'webhook-timestamp': expect.any(String),
      'x-cal-signature-256': 'no-secret-provided',
    });
  });
});
