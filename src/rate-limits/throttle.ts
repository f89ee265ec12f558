/* The port that counts attempts for all replicas. Adapter: adapters/throttle.ts. */

export interface Limit {
  readonly attempts: number;
  readonly windowSeconds: number;
}

export interface ThrottleVerdict {
  readonly allowed: boolean;
  /** Whole seconds until the next attempt is allowed; 0 when this one is. */
  readonly retryAfterSeconds: number;
}

export interface Throttle {
  /** Counts one attempt for `key` (hash it first when it is personal). */
  take(key: string, limit: Limit): Promise<ThrottleVerdict>;
  /** Uncounts one attempt of `key`, after a success that must not cost others; the count never becomes negative. */
  giveBack(key: string): Promise<void>;
  /** Resets `key` after a success. */
  clear(key: string): Promise<void>;
}
