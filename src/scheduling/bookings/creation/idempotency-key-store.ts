/* Idempotency keys, as the port of bookings takes and answers them. */
import type { Placed } from '../store.js';

/** The same key with the same request gets the same reply until the key expires. */
export interface IdempotencyKey {
  /** The key under each key of the ring, newest first; the newest is written. */
  readonly keyHashes: readonly string[];
  readonly requestHash: string;
  readonly isSameRequest: (requestHash: string) => boolean;
  readonly expiresAt: number;
}

export interface NewIdempotencyKey extends IdempotencyKey {
  /** The reply as it is stored: sealed. */
  readonly sealReply: (placed: readonly Placed[]) => string;
}

/** `reply`: as `sealReply` returned it. */
export type EarlierRequest =
  { readonly kind: 'repeated'; readonly reply: string } | { readonly kind: 'key_used_before' };
