/* How often callers may do what costs others: every limit of the domain that is counted for all replicas together. */
import { ADDITIONS_PER_ACCOUNT } from './memberships/rules.js';
import { createCodeLimits } from './verified-resources/limits.js';
import type { Counting } from './verified-resources/limits.js';

const BOOKINGS_SECONDS = 600;

export const createSchedulingLimits = (counting: Counting, bookingsPerNetwork: number) => ({
  rateLimitAnonymous: counting.byClientIp('bookings', {
    tries: bookingsPerNetwork,
    windowSeconds: BOOKINGS_SECONDS,
  }),
  admitAddition: counting.by('memberships', ADDITIONS_PER_ACCOUNT),
  codeLimits: createCodeLimits(counting),
});
