/*
 * Rate limits of sign-in, sign-up and recovery, counted for all replicas together. The client IP is counted first: one
 * that is over its limit costs the account no attempt, otherwise one anonymous caller could lock out every user. E-mail
 * addresses are hashed before they are counted.
 */
import { emailKey } from '../email-address.js';
import { MINUTE, inSeconds } from '../durations.js';
import { rateLimitKeyOf } from '../rate-limits/rate-limit.js';
import type { Limit, Throttle } from '../rate-limits/throttle.js';
import type { KeyRing } from '../keys/key-ring.js';

export interface AttemptLimits {
  readonly signInAccount: Limit;
  readonly signInClientIp: Limit;
  readonly signUpClientIp: Limit;
  readonly recoveryAddress: Limit;
  readonly recoveryClientIp: Limit;
}

const QUARTER_HOUR = inSeconds(15 * MINUTE);

/** NIST SP 800-63B-4 section 3.2.2 asks for at most 100 failures in a row; these are far below it. */
export const ATTEMPT_LIMITS: AttemptLimits = {
  signInAccount: { attempts: 10, windowSeconds: QUARTER_HOUR },
  signInClientIp: { attempts: 50, windowSeconds: QUARTER_HOUR },
  signUpClientIp: { attempts: 20, windowSeconds: QUARTER_HOUR },
  recoveryAddress: { attempts: 3, windowSeconds: QUARTER_HOUR },
  recoveryClientIp: { attempts: 20, windowSeconds: QUARTER_HOUR },
};

export interface TooManyAttempts {
  readonly kind: 'too_many_attempts';
  readonly retryAfterSeconds: number;
}

/** Each `count` counts one attempt. Undefined: it is within the limits. */
export interface AttemptCounter {
  /** `id`: an e-mail address or the id of a passkey. */
  countSignIn(id: string, clientIp: string): Promise<TooManyAttempts | undefined>;
  /**
   * After a success: forgets the attempts of `id`. The client IP gets back this one attempt only, so that an office
   * behind one address is not locked out by its own users, and a guesser gains nothing by signing in between.
   */
  clearSignIn(id: string, clientIp: string): Promise<void>;
  countSignUp(clientIp: string): Promise<TooManyAttempts | undefined>;
  /** One request for a link by mail, for an address with or without an account. */
  countRecovery(email: string, clientIp: string): Promise<TooManyAttempts | undefined>;
}

export function createAttemptCounter(
  throttle: Throttle,
  keys: KeyRing,
  limits: AttemptLimits,
): AttemptCounter {
  const keyOf = (kind: string, id: string): string => `${kind}:${keys.hash('session', `${kind}:${id}`)}`;
  const accountKey = (id: string): string => keyOf('sign-in-account', emailKey(id));
  const clientIpKey = (kind: string, clientIp: string): string => keyOf(kind, rateLimitKeyOf(clientIp));
  const count = async (key: string, limit: Limit): Promise<TooManyAttempts | undefined> => {
    const { retryAfterSeconds } = await throttle.take(key, limit);
    return retryAfterSeconds > 0 ? { kind: 'too_many_attempts', retryAfterSeconds } : undefined;
  };
  return {
    countSignIn: async (id, clientIp) =>
      (await count(clientIpKey('sign-in-network', clientIp), limits.signInClientIp)) ??
      count(accountKey(id), limits.signInAccount),
    async clearSignIn(id, clientIp) {
      await Promise.all([
        throttle.clear(accountKey(id)),
        throttle.giveBack(clientIpKey('sign-in-network', clientIp)),
      ]);
    },
    countSignUp: (clientIp) => count(clientIpKey('sign-up-network', clientIp), limits.signUpClientIp),
    countRecovery: async (email, clientIp) =>
      (await count(clientIpKey('recovery-network', clientIp), limits.recoveryClientIp)) ??
      count(keyOf('recovery-address', emailKey(email)), limits.recoveryAddress),
  };
}
