/* How often callers may do what costs others: every limit of the domain that is counted for all replicas together. */
import type { RateLimits } from '../rate-limits/rate-limit.js';
import { ADDITIONS_PER_ACCOUNT } from './memberships/rules.js';
import { createCodeLimits } from './verified-resources/limits.js';

const BOOKINGS_SECONDS = 600;

export const createSchedulingLimits = (limits: RateLimits, bookingsPerNetwork: number) => ({
  rateLimitAnonymous: limits.byClientIp('bookings', {
    attempts: bookingsPerNetwork,
    windowSeconds: BOOKINGS_SECONDS,
  }),
  admitAddition: limits.byKey('memberships', ADDITIONS_PER_ACCOUNT),
  codeLimits: createCodeLimits(limits),
});
