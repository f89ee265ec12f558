/*
 * `Idempotency-Key`: a caller who heard no answer sends the same request again and gets the first one's answer. Keys
 * are of one caller, kept as keyed hashes for a day, the answers sealed.
 */
import { DAY } from '../../../durations.js';
import type { KeyRing } from '../../../keys/key-ring.js';
import type { Caller } from '../caller.js';
import { bookingOrRecurrenceReply } from '../replies.js';
import type { BookingAnswer } from '../replies.js';
import type { BookingInput } from '../schemas.js';
import type { IdempotencyKey } from './idempotency-key-store.js';

const KEPT_MS = DAY;

export interface IdempotencyDeps {
  readonly keys: KeyRing;
  readonly caller: Caller;
  readonly key: string;
  readonly body: BookingInput;
  readonly now: number;
}

export function keyOf({ keys, caller, key, body, now }: IdempotencyDeps): IdempotencyKey {
  const request = JSON.stringify(body);
  return {
    keyHashes: keys.hashes('idempotency', `${caller.key}\n${key}`),
    requestHash: keys.hash('idempotency', request),
    isSameRequest: (requestHash) => keys.matches('idempotency', request, requestHash),
    expiresAt: now + KEPT_MS,
  };
}

export const sealAnswer = (keys: KeyRing, answer: BookingAnswer): string => keys.seal(JSON.stringify(answer));

/** Undefined when the key that sealed it is gone. */
export function openAnswer(keys: KeyRing, sealed: string): BookingAnswer | undefined {
  const text = keys.open(sealed);
  return text === undefined ? undefined : bookingOrRecurrenceReply.parse(JSON.parse(text));
}
