/* The port that counts tries, shared by all replicas. Adapter: adapters/throttle.ts. */

export interface Limit {
  readonly attempts: number;
  readonly windowSeconds: number;
}

export interface ThrottleVerdict {
  readonly allowed: boolean;
  /** Whole seconds until the next try may succeed; 0 when allowed. */
  readonly retryAfterSeconds: number;
}

export interface Throttle {
  /** Counts one try for `key` (hash it first when it is personal) and tells whether it was within the limit. */
  take(key: string, limit: Limit): Promise<ThrottleVerdict>;
  /** Takes back one try of `key`, after a success that others must not pay for; never more than were counted. */
  giveBack(key: string): Promise<void>;
  /** Forgets the tries of `key`, after a success. */
  clear(key: string): Promise<void>;
}
