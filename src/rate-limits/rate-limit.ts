/*
 * How often one network, account or receiver may do something that costs others, counted for all replicas together.
 * What is counted is hashed before.
 */
import { isIP } from 'node:net';
import { tooManyRequests } from '../errors.js';
import type { KeyRing } from '../keys/key-ring.js';
import type { Limit, Throttle } from './throttle.js';

/** An IPv6 caller owns a whole /64 (RFC 6177) and is counted as one; `::` stands for as many zeros as are missing. */
export function rateLimitKeyOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = [], tail = []] = address
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].slice(0, 4).join(':');
}

/** Throws 429 when whoever or whatever it is has done it too often. */
export type TryLimit = (whose: string) => Promise<void>;

/** Throws 429 when the network has done it too often. */
export type RateLimit = (clientIp: string) => Promise<void>;

interface LimitDeps {
  readonly throttle: Throttle;
  readonly keys: KeyRing;
}

export function createTryLimit({ throttle, keys }: LimitDeps, what: string, limit: Limit): TryLimit {
  return async (whose) => {
    const key = keys.hash('session', `${what}:${whose}`);
    const { allowed, retryAfterSeconds } = await throttle.take(`${what}:${key}`, limit);
    if (!allowed) throw tooManyRequests(retryAfterSeconds);
  };
}

export function createRateLimit(deps: LimitDeps, what: string, limit: Limit): RateLimit {
  const take = createTryLimit(deps, what, limit);
  return (clientIp) => take(rateLimitKeyOf(clientIp));
}

export interface Limits {
  readonly byClientIp: (what: string, limit: Limit) => RateLimit;
  readonly by: (what: string, limit: Limit) => TryLimit;
}

/** For a room that has several. */
export const limitsWith = (deps: LimitDeps): Limits => ({
  byClientIp: (what, limit) => createRateLimit(deps, what, limit),
  by: (what, limit) => createTryLimit(deps, what, limit),
});
