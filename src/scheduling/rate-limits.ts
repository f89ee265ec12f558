/* How often callers may do what costs others: every limit of the domain that is counted for all replicas together. */
import type { KeyRing } from '../keys/key-ring.js';
import { withLocalBound } from '../rate-limits/local-bound.js';
import { createRateLimits } from '../rate-limits/rate-limit.js';
import type { Throttle } from '../rate-limits/throttle.js';
import { ADDITIONS_PER_ACCOUNT } from './memberships/rules.js';
import { createCodeLimits } from './verified-resources/limits.js';

const WINDOW_SECONDS = 600;

interface LimitDeps {
  readonly throttle: Throttle;
  readonly keys: KeyRing;
  readonly bookingsPerNetwork: number;
  readonly readsPerNetwork: number;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

export function createSchedulingLimits(deps: LimitDeps) {
  const { throttle, keys, bookingsPerNetwork, readsPerNetwork, clock } = deps;
  const limits = createRateLimits({ throttle, keys });
  // Bookings and what is read before them are in the database and go on without the store of the counts.
  const bounded = createRateLimits({ throttle: withLocalBound(throttle, clock), keys });
  return {
    rateLimitAnonymous: bounded.byClientIp('bookings', {
      attempts: bookingsPerNetwork,
      windowSeconds: WINDOW_SECONDS,
    }),
    rateLimitReads: bounded.byClientIp('reads', {
      attempts: readsPerNetwork,
      windowSeconds: WINDOW_SECONDS,
    }),
    admitAddition: limits.byKey('memberships', ADDITIONS_PER_ACCOUNT),
    codeLimits: createCodeLimits(limits),
  };
}
