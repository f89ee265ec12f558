/*
 * The two signatures of a delivery, computed at every attempt: the hex digest that receivers of the scheduling API know,
 * and Standard Webhooks, whose timestamp prevents the replay of an old delivery. Pure.
 */
import { createHmac } from 'node:crypto';
import { WEBHOOK_VERSION } from '../scheduling/webhooks/webhook-event.js';

/** Value of the header for a webhook without a secret. */
const UNSIGNED = 'no-secret-provided';
const PREFIX = 'whsec_';
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** The key of Standard Webhooks: the base64 after `whsec_`, otherwise the bytes of the secret as it was entered. */
export function standardKey(secret: string): Buffer {
  const encoded = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : '';
  return BASE64.test(encoded) ? Buffer.from(encoded, 'base64') : Buffer.from(secret, 'utf8');
}

const isJson = (body: string): boolean => {
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
};

export interface SignatureInput {
  /** The same at every attempt. */
  readonly id: string;
  readonly body: string;
  /** Of this attempt, seconds since the epoch. */
  readonly timestamp: number;
  readonly secret: string | undefined;
}

export function deliveryHeaders({
  id,
  body,
  timestamp,
  secret,
}: SignatureInput): Readonly<Record<string, string>> {
  const common = {
    // The template of an owner may produce something other than JSON.
    'content-type': isJson(body) ? 'application/json' : 'application/x-www-form-urlencoded',
    'x-cal-webhook-version': WEBHOOK_VERSION,
    'webhook-id': id,
    'webhook-timestamp': `${timestamp}`,
  };
  if (secret === undefined) return { ...common, 'x-cal-signature-256': UNSIGNED };
  const hmac = createHmac('sha256', standardKey(secret)).update(`${id}.${timestamp}.${body}`);
  return {
    ...common,
    'webhook-signature': `v1,${hmac.digest('base64')}`,
    'x-cal-signature-256': createHmac('sha256', secret).update(body).digest('hex'),
  };
}
