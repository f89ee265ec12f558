/*
 * How often somebody may fail to prove that they are a client. Only failures are counted, so the right secret costs no
 * store anything; a count that is used up is remembered by the process, and until its window is over requests are
 * refused before anybody looks for the client. Each count belongs to a client IP: guesses from elsewhere never keep a
 * client with the right secret out.
 */
import { AppError, tooManyRequests } from '../../errors.js';
import { type RateLimits, rateLimitKeyOf } from '../../rate-limits/rate-limit.js';
import type { Limit } from '../../rate-limits/throttle.js';

export interface GuessLimits {
  readonly ofClient: Limit;
  readonly ofNetwork: Limit;
}

/**
 * A client with a wrong secret that tries again and again is stopped long before its neighbours behind the same address
 * notice; the second count is for guesses under another client_id each time. Secrets of 256 bits need neither: it is
 * the work that is bounded. The window is short, because a corrected secret should not wait.
 */
export const GUESS_LIMITS: GuessLimits = {
  ofClient: { attempts: 60, windowSeconds: 300 },
  ofNetwork: { attempts: 600, windowSeconds: 300 },
};

export interface Guess {
  /** As presented; empty when none was. */
  readonly clientId: string;
  readonly clientIp: string;
}

export interface ClientGuesses {
  /** Throws 429 while there were too many; asks no store. */
  refuse(guess: Guess): void;
  /** Counts a failure; throws 429 when it was one too many. */
  failed(guess: Guess): Promise<void>;
}

const MAX_REMEMBERED = 10_000;

interface UsedUp {
  has(key: string): number;
  remember(key: string, seconds: number): void;
}

/** Which counts are used up, and for how many more seconds. */
function createUsedUp(clock: () => number): UsedUp {
  const ends = new Map<string, number>();
  return {
    has: (key) => Math.max(0, Math.ceil(((ends.get(key) ?? 0) - clock()) / 1000)),
    remember(key, seconds) {
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
  { ofClient, ofNetwork }: GuessLimits = GUESS_LIMITS,
): ClientGuesses {
  const usedUp = createUsedUp(clock);
  const takes = [limits.byKey('client-of-network', ofClient), limits.byKey('clients-of-network', ofNetwork)];
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

  return {
    refuse(guess) {
      const seconds = Math.max(...keysOf(guess).map((key) => usedUp.has(key)));
      if (seconds > 0) throw tooManyRequests(seconds);
    },
    async failed(guess) {
      // In this order: what is refused to one client does not count against its client IP.
      for (const [at, key] of keysOf(guess).entries()) await count(at, key);
    },
  };
}
