/* What the port of bookings is told of an `Idempotency-Key`, and what it knows of an earlier request with it. */
import type { Placed } from '../store.js';

/** The same key with the same request gets the same answer, for as long as it is kept. */
export interface IdempotencyKey {
  /** The key under each key of the ring, newest first; the newest is written. */
  readonly keyHashes: readonly string[];
  readonly requestHash: string;
  readonly isSameRequest: (requestHash: string) => boolean;
  readonly expiresAt: number;
}

export interface IdempotencyStore extends IdempotencyKey {
  /** What is kept of the answer; it opens nothing. */
  readonly answer: (placed: readonly Placed[]) => string;
}

/** `answer`: as `Once.answer` gave it. */
export type Earlier =
  { readonly kind: 'repeated'; readonly answer: string } | { readonly kind: 'key_used_before' };
