/* Verifies signature and age of a message: Standard Webhooks, section "Verifying signatures". Pure. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface SignedMessage {
  readonly id: string;
  /** Seconds since the epoch, as it was sent. */
  readonly timestamp: string;
  /** `v1,<base64>`; several, separated by spaces, during a secret rotation. */
  readonly signatures: string;
  readonly body: string;
}

const TOLERANCE_SECONDS = 300;
const PREFIX = 'whsec_';

const keyOf = (secret: string): Buffer =>
  secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : Buffer.from(secret);

function isSame(expected: Buffer, signature: string): boolean {
  if (!signature.startsWith('v1,')) return false;
  const received = Buffer.from(signature.slice(3), 'base64');
  return received.length === expected.length && timingSafeEqual(received, expected);
}

export function isSigned(
  secret: string,
  { id, timestamp, signatures, body }: SignedMessage,
  now: number,
): boolean {
  const sentAt = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : NaN;
  if (!(Math.abs(now / 1000 - sentAt) <= TOLERANCE_SECONDS)) return false;
  const expected = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest();
  return signatures.split(' ').some((signature) => isSame(expected, signature));
}
