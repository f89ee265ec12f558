/*
 * How often somebody may try, counted for all replicas together. A network that is out of tries costs the account
 * none, otherwise one stranger could lock everybody out. Addresses are hashed before they are counted.
 */
import { MINUTE, inSeconds } from '../durations.js';
import { rateLimitKeyOf } from '../rate-limits/rate-limit.js';
import type { Limit, Throttle } from '../rate-limits/throttle.js';
import type { KeyRing } from '../keys/key-ring.js';

export interface TryLimits {
  readonly signInAccount: Limit;
  readonly signInClientIp: Limit;
  readonly signUpClientIp: Limit;
  readonly recoveryAddress: Limit;
  readonly recoveryClientIp: Limit;
}

const QUARTER_HOUR = inSeconds(15 * MINUTE);

/** NIST SP 800-63B-4 section 3.2.2 asks for at most 100 failures in a row; these are far below it. */
export const TRY_LIMITS: TryLimits = {
  signInAccount: { attempts: 10, windowSeconds: QUARTER_HOUR },
  signInClientIp: { attempts: 50, windowSeconds: QUARTER_HOUR },
  signUpClientIp: { attempts: 20, windowSeconds: QUARTER_HOUR },
  recoveryAddress: { attempts: 3, windowSeconds: QUARTER_HOUR },
  recoveryClientIp: { attempts: 20, windowSeconds: QUARTER_HOUR },
};

export interface Tries {
  /** Counts one try to sign in, with an address or the id of a passkey; 0 when it may go on, or the seconds to wait. */
  signIn(email: string, clientIp: string): Promise<number>;
  /**
   * The account's tries are forgotten. The network gets back the one that this success took and no other, so that an
   * office behind one address is not locked out by its own people, and a guesser gains nothing by signing in between.
   */
  signedIn(email: string, clientIp: string): Promise<void>;
  /** Counts one try to sign up; 0 when it may go on, otherwise the seconds to wait. */
  signUp(clientIp: string): Promise<number>;
  /** Counts one try to have a link sent, for an address with or without an account; 0 or the seconds to wait. */
  recovery(email: string, clientIp: string): Promise<number>;
}

export function createTries(throttle: Throttle, keys: KeyRing, limits: TryLimits): Tries {
  const key = (what: string, whose: string): string => `${what}:${keys.hash('session', `${what}:${whose}`)}`;
  const account = (email: string): string => key('sign-in-account', email.toLowerCase());
  const wait = async (counted: string, limit: Limit): Promise<number> =>
    (await throttle.take(counted, limit)).retryAfterSeconds;
  const both = async (first: readonly [string, Limit], second: readonly [string, Limit]): Promise<number> =>
    (await wait(...first)) || wait(...second);
  const from = (what: string, clientIp: string): string => key(what, rateLimitKeyOf(clientIp));
  return {
    signIn: (email, clientIp) =>
      both(
        [from('sign-in-network', clientIp), limits.signInClientIp],
        [account(email), limits.signInAccount],
      ),
    async signedIn(email, clientIp) {
      await Promise.all([
        throttle.clear(account(email)),
        throttle.giveBack(from('sign-in-network', clientIp)),
      ]);
    },
    signUp: (clientIp) => wait(from('sign-up-network', clientIp), limits.signUpClientIp),
    recovery: (email, clientIp) =>
      both(
        [from('recovery-network', clientIp), limits.recoveryClientIp],
        [key('recovery-address', email.toLowerCase()), limits.recoveryAddress],
      ),
  };
}
