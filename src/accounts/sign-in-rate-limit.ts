/*
 * Rate limits of sign-in, sign-up and recovery, counted for all replicas together. Nobody locks out others: attempts on
 * an account count for each client IP, a browser that has signed in to the account before (device-cookie.ts) has attempts
 * of its own, and only a guesser with many addresses reaches the limit of the account over all. What is refused costs
 * nothing further: the client IP is counted first. E-mail addresses are hashed before they are counted.
 */
import { emailKey } from '../email-address.js';
import { MINUTE, inSeconds } from '../durations.js';
import { rateLimitKeyOf } from '../rate-limits/rate-limit.js';
import type { Limit, Throttle } from '../rate-limits/throttle.js';
import type { KeyRing } from '../keys/key-ring.js';

const QUARTER_HOUR = inSeconds(15 * MINUTE);
const inQuarterHour = (attempts: number): Limit => ({ attempts, windowSeconds: QUARTER_HOUR });

/**
 * Of failures, except where all attempts count. NIST SP 800-63B-4 section 3.2.2 asks for at most 100 failures in a row.
 */
export const ATTEMPT_LIMITS = {
  signInClientIp: inQuarterHour(50),
  signInAccountFromClientIp: inQuarterHour(10),
  signInAccount: inQuarterHour(100),
  signInDevice: inQuarterHour(10),
  /** All of one account from one client IP: each costs a hash, also with the right password. */
  signInWork: inQuarterHour(100),
  /** All. */
  signUpClientIp: inQuarterHour(20),
  /** All: each is a mail. */
  recoveryClientIp: inQuarterHour(20),
  recoveryAddressFromClientIp: inQuarterHour(3),
  recoveryAddress: inQuarterHour(10),
  recoveryDevice: inQuarterHour(3),
} as const satisfies Readonly<Record<string, Limit>>;

export type AttemptLimits = Readonly<Record<keyof typeof ATTEMPT_LIMITS, Limit>>;

export interface TooManyAttempts {
  readonly kind: 'too_many_attempts';
  readonly retryAfterSeconds: number;
}

export interface Attempt {
  /** An e-mail address or the id of a passkey. */
  readonly id: string;
  readonly clientIp: string;
  /** Of a browser that has signed in to the account before. */
  readonly device?: string | undefined;
}

/** Each `count` counts one attempt. Undefined: it is within the limits. */
export interface AttemptCounter {
  countSignIn(attempt: Attempt): Promise<TooManyAttempts | undefined>;
  /**
   * After a success: forgets the attempts on the account from here. The client IP and the account over all get back this
   * one only, so that an office behind one address is not locked out by its own users, and a guesser gains nothing by
   * signing in between.
   */
  clearSignIn(attempt: Attempt): Promise<void>;
  countSignUp(clientIp: string): Promise<TooManyAttempts | undefined>;
  /** One request for a link by mail, for an address with or without an account. */
  countRecovery(attempt: Attempt): Promise<TooManyAttempts | undefined>;
}

interface Count {
  readonly key: string;
  readonly limit: Limit;
}

/** What attempts are counted by, in this order. */
function createCounts(keys: KeyRing, limits: AttemptLimits) {
  const counted = (kind: string, id: string, limit: Limit): Count => ({
    key: `${kind}:${keys.hash('session', `${kind}:${id}`)}`,
    limit,
  });
  const of = ({ id, clientIp }: Attempt) => ({ account: emailKey(id), from: rateLimitKeyOf(clientIp) });
  return {
    signUp: (clientIp: string) => counted('sign-up-network', rateLimitKeyOf(clientIp), limits.signUpClientIp),
    signIn(attempt: Attempt) {
      const { account, from } = of(attempt);
      const { device = '' } = attempt;
      return {
        clientIp: counted('sign-in-network', from, limits.signInClientIp),
        here: counted('sign-in-here', `${from} ${account}`, limits.signInAccountFromClientIp),
        account: counted('sign-in-account', account, limits.signInAccount),
        device: counted('sign-in-device', `${device} ${account}`, limits.signInDevice),
        work: counted('sign-in-work', `${from} ${account}`, limits.signInWork),
      };
    },
    recovery(attempt: Attempt): readonly Count[] {
      const { account, from } = of(attempt);
      if (attempt.device !== undefined)
        return [counted('recovery-device', `${attempt.device} ${account}`, limits.recoveryDevice)];
      return [
        counted('recovery-network', from, limits.recoveryClientIp),
        counted('recovery-here', `${from} ${account}`, limits.recoveryAddressFromClientIp),
        counted('recovery-address', account, limits.recoveryAddress),
      ];
    },
  };
}

export function createAttemptCounter(
  throttle: Throttle,
  keys: KeyRing,
  limits: AttemptLimits,
): AttemptCounter {
  const counts = createCounts(keys, limits);
  async function countAll(all: readonly Count[]): Promise<TooManyAttempts | undefined> {
    for (const { key, limit } of all) {
      const { retryAfterSeconds } = await throttle.take(key, limit);
      if (retryAfterSeconds > 0) return { kind: 'too_many_attempts', retryAfterSeconds };
    }
    return undefined;
  }
  return {
    countSignIn(attempt) {
      const { clientIp, here, account, device, work } = counts.signIn(attempt);
      return countAll(attempt.device === undefined ? [clientIp, here, account, work] : [device, work]);
    },
    async clearSignIn(attempt) {
      const { clientIp, here, account, device } = counts.signIn(attempt);
      if (attempt.device !== undefined) return throttle.clear(device.key);
      await Promise.all([
        throttle.clear(here.key),
        throttle.giveBack(clientIp.key),
        throttle.giveBack(account.key),
      ]);
    },
    countSignUp: (clientIp) => countAll([counts.signUp(clientIp)]),
    countRecovery: (attempt) => countAll(counts.recovery(attempt)),
  };
}
