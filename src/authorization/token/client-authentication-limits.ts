/*
 * Limits for failed client authentications. Only failures are counted and refused: comparing a secret is cheap, so that
 * happens first, and the right one is never refused for wrong ones sent beside it. Each count belongs to a client IP. A
 * limit that is used up is remembered by the process, so that what goes on failing costs one read of the client.
 */
import { AppError, tooManyRequests } from '../../errors.js';
import { type RateLimits, rateLimitKeyOf } from '../../rate-limits/rate-limit.js';
import type { Limit } from '../../rate-limits/throttle.js';

export interface GuessLimits {
  readonly perClient: Limit;
  readonly perClientIp: Limit;
}

/**
 * A client that keeps sending a wrong secret is stopped long before others behind the same address are affected; the
 * second limit is for guesses under another client_id each time. Secrets of 256 bits need neither: the limits bound the
 * work. The window is short, because a corrected secret should not wait.
 */
export const GUESS_LIMITS: GuessLimits = {
  perClient: { attempts: 60, windowSeconds: 300 },
  perClientIp: { attempts: 600, windowSeconds: 300 },
};

export interface Guess {
  /** As presented; empty when none was. */
  readonly clientId: string;
  readonly clientIp: string;
}

export interface ClientGuesses {
  /** Whether failures are refused from here; reads no store. */
  usedUp(guess: Guess): boolean;
  /** Throws 429 when it was one too many. */
  countFailure(guess: Guess): Promise<void>;
}

const MAX_REMEMBERED = 10_000;

/** Which limits are used up, and for how many more seconds. */
function createUsedUp(clock: () => number) {
  const ends = new Map<string, number>();
  return {
    secondsLeft: (key: string) => Math.max(0, Math.ceil(((ends.get(key) ?? 0) - clock()) / 1000)),
    remember(key: string, seconds: number) {
      ends.delete(key);
      ends.set(key, clock() + seconds * 1000);
      const [oldest] = ends.keys();
      if (ends.size > MAX_REMEMBERED && oldest !== undefined) ends.delete(oldest);
    },
  };
}

export function createClientGuesses(
  limits: RateLimits,
  clock: () => number,
  { perClient, perClientIp }: GuessLimits = GUESS_LIMITS,
): ClientGuesses {
  const usedUp = createUsedUp(clock);
  const takes = [
    limits.byKey('client-of-network', perClient),
    limits.byKey('clients-of-network', perClientIp),
  ];
  const keysOf = ({ clientId, clientIp }: Guess): readonly string[] => {
    const shared = rateLimitKeyOf(clientIp);
    return [`${shared} ${clientId}`, shared];
  };

  async function count(at: number, key: string): Promise<void> {
    try {
      await takes[at]?.(key);
    } catch (error) {
      if (error instanceof AppError && error.status === 429)
        usedUp.remember(key, Number(error.headers['retry-after']));
      throw error;
    }
  }

  const secondsLeft = (guess: Guess): number =>
    Math.max(...keysOf(guess).map((key) => usedUp.secondsLeft(key)));

  return {
    usedUp: (guess) => secondsLeft(guess) > 0,
    async countFailure(guess) {
      const seconds = secondsLeft(guess);
      if (seconds > 0) throw tooManyRequests(seconds);
      // In this order: a failure refused to one client does not count against its client IP.
      for (const [at, key] of keysOf(guess).entries()) await count(at, key);
    },
  };
}
