/*
 * Sends text messages through the gateway of SMS_URL: one POST of JSON each, with an `Idempotency-Key` that is the same
 * at every attempt. The operator chose the address, so it may be private. It knows nothing about jobs, codes or accounts.
 */
import type { SmsSender } from '../../src/delivery/message-ports.js';
import { errorCode } from '../error-code.js';

export interface SmsGateway {
  /** http or https; user and password become an `Authorization` header (RFC 7617). */
  readonly url: string;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;

function addressAndHeaders(text: string) {
  const url = new URL(text);
  const [user, password] = [url.username, url.password].map(decodeURIComponent);
  url.username = url.password = '';
  const credentials = `${user}:${password}`;
  return {
    address: url.href,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Slotkey',
      ...(credentials === ':'
        ? {}
        : { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
    },
  };
}

/** Without the URL, which may contain a key. */
function failureOf(error: unknown, timeoutMs: number): Error {
  const { name = '', cause } = error as { readonly name?: string; readonly cause?: unknown };
  if (name === 'TimeoutError')
    return new Error(`the SMS gateway did not answer within ${timeoutMs / 1000} seconds`);
  const code = errorCode(cause);
  return new Error(`the SMS gateway cannot be reached${code === '' ? '' : ` (${code})`}`);
}

export function createSmsGateway({ url, timeoutMs = TIMEOUT_MS }: SmsGateway): SmsSender {
  const { address, headers } = addressAndHeaders(url);
  const post = (id: string, body: string): Promise<Response> =>
    fetch(address, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': id },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
  return async ({ id, to, text }) => {
    const answer = await post(id, JSON.stringify({ to, text, id })).catch((error: unknown) => {
      throw failureOf(error, timeoutMs);
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`the SMS gateway answered ${answer.status}`);
  };
}
