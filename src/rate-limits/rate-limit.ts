/*
 * How often one client IP, account or recipient may do something that costs others, counted for all replicas together.
 * Keys are hashed before they are counted.
 */
import { isIP } from 'node:net';
import { tooManyRequests } from '../errors.js';
import type { KeyRing } from '../keys/key-ring.js';
import type { Limit, Throttle } from './throttle.js';

/** An IPv6 caller has a whole /64 (RFC 6177), which is counted as one client IP. */
export function rateLimitKeyOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = [], tail = []] = address
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].slice(0, 4).join(':');
}

/** Throws 429 after too many calls with the same key. */
export type RateLimit = (key: string) => Promise<void>;

type CreateRateLimit = (name: string, limit: Limit) => RateLimit;

export interface RateLimits {
  readonly byKey: CreateRateLimit;
  /** The key is a client IP. */
  readonly byClientIp: CreateRateLimit;
}

export function createRateLimits({
  throttle,
  keys,
}: {
  readonly throttle: Throttle;
  readonly keys: KeyRing;
}): RateLimits {
  const byKey: CreateRateLimit = (name, limit) => async (key) => {
    const hash = keys.hash('session', `${name}:${key}`);
    const { allowed, retryAfterSeconds } = await throttle.take(`${name}:${hash}`, limit);
    if (!allowed) throw tooManyRequests(retryAfterSeconds);
  };
  return {
    byKey,
    byClientIp(name, limit) {
      const count = byKey(name, limit);
      return (clientIp) => count(rateLimitKeyOf(clientIp));
    },
  };
}
