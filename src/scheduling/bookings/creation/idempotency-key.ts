/*
 * `Idempotency-Key`: a caller who got no reply sends the same request again and gets the reply to the first one. A key
 * belongs to one caller. For a day, keyed hashes of keys are stored, and replies sealed.
 */
import { DAY } from '../../../durations.js';
import type { KeyRing } from '../../../keys/key-ring.js';
import type { Caller } from '../caller.js';
import { bookingOrRecurrenceReply } from '../replies.js';
import type { BookingOrRecurrenceReply } from '../replies.js';
import type { BookingInput } from '../schemas.js';
import type { IdempotencyKey } from './idempotency-key-store.js';

const LIFETIME_MS = DAY;

export interface KeyedRequest {
  readonly keys: KeyRing;
  readonly caller: Caller;
  readonly key: string;
  readonly body: BookingInput;
  readonly now: number;
}

export function keyOf({ keys, caller, key, body, now }: KeyedRequest): IdempotencyKey {
  const request = JSON.stringify(body);
  return {
    keyHashes: keys.hashes('idempotency', `${caller.key}\n${key}`),
    requestHash: keys.hash('idempotency', request),
    isSameRequest: (requestHash) => keys.matches('idempotency', request, requestHash),
    expiresAt: now + LIFETIME_MS,
  };
}

export const sealReply = (keys: KeyRing, reply: BookingOrRecurrenceReply): string =>
  keys.seal(JSON.stringify(reply));

/** Undefined when the key that sealed it is gone. */
export function openReply(keys: KeyRing, sealed: string): BookingOrRecurrenceReply | undefined {
  const text = keys.open(sealed);
  return text === undefined ? undefined : bookingOrRecurrenceReply.parse(JSON.parse(text));
}
