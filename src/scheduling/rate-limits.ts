/* How often callers may do what costs others: every limit of the domain that is counted for all replicas together. */
import type { KeyRing } from '../keys/key-ring.js';
import { withLocalBound } from '../rate-limits/local-bound.js';
import { createRateLimits } from '../rate-limits/rate-limit.js';
import type { Throttle } from '../rate-limits/throttle.js';
import { ADDITIONS_PER_ACCOUNT } from './memberships/rules.js';
import { createCodeLimits } from './verified-resources/limits.js';

const BOOKINGS_SECONDS = 600;

interface LimitDeps {
  readonly throttle: Throttle;
  readonly keys: KeyRing;
  readonly bookingsPerNetwork: number;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

export function createSchedulingLimits({ throttle, keys, bookingsPerNetwork, clock }: LimitDeps) {
  const limits = createRateLimits({ throttle, keys });
  // Bookings are in the database and go on without the store of the counts.
  const bookings = createRateLimits({ throttle: withLocalBound(throttle, clock), keys });
  return {
    rateLimitAnonymous: bookings.byClientIp('bookings', {
      attempts: bookingsPerNetwork,
      windowSeconds: BOOKINGS_SECONDS,
    }),
    admitAddition: limits.byKey('memberships', ADDITIONS_PER_ACCOUNT),
    codeLimits: createCodeLimits(limits),
  };
}
