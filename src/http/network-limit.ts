/*
 * How often one network may do something that costs others, counted for all replicas together. Addresses are hashed
 * before they are counted.
 */
import { isIP } from 'node:net';
import { tooManyRequests } from '../errors.js';
import type { KeyRing } from '../key-ring.js';
import type { Limit, Throttle } from './throttle.js';

/** An IPv6 caller owns a whole /64 (RFC 6177) and is counted as one; `::` stands for as many zeros as are missing. */
export function sharedNetwork(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = [], tail = []] = address
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].slice(0, 4).join(':');
}

/** Throws 429 when the network has done it too often. */
export type NetworkLimit = (network: string) => Promise<void>;

export function createNetworkLimit(
  { throttle, keys }: { readonly throttle: Throttle; readonly keys: KeyRing },
  what: string,
  limit: Limit,
): NetworkLimit {
  return async (network) => {
    const key = keys.hash('session', `${what}:${sharedNetwork(network)}`);
    const { allowed, retryAfterSeconds } = await throttle.take(`${what}:${key}`, limit);
    if (!allowed) throw tooManyRequests(retryAfterSeconds);
  };
}
