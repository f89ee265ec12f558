/* When a failed job is attempted again: retries of mails, text messages and webhook deliveries. Pure. */
import { HOUR, MINUTE } from '../durations.js';

/** Short at first, for a server that restarts or asks to come back; a day in all, for one that needs a repair. */
const PAUSES: readonly number[] = [MINUTE, 5 * MINUTE, 20 * MINUTE, HOUR, 3 * HOUR, 7 * HOUR, 12 * HOUR];

/** The first attempt and one after each pause. */
export const MAX_ATTEMPTS = PAUSES.length + 1;

/** Milliseconds since the epoch; undefined after the last attempt. `attempts`: how many there were, at least one. */
export function nextAttempt(attempts: number, now: number): number | undefined {
  const pause = PAUSES[attempts - 1];
  return pause === undefined ? undefined : now + pause;
}

/**
 * The same up to a tenth of the pause earlier, so that what failed together does not come back together. `chance` is
 * from 0 to 1.
 */
export function nextJitteredAttempt(attempts: number, now: number, chance: number): number | undefined {
  const due = nextAttempt(attempts, now);
  return due === undefined ? undefined : due - Math.floor(((due - now) / 10) * chance);
}
