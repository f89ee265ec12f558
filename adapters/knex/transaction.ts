import { abandoned } from '../../src/errors.js';
import { DEADLINE_MS } from '../outage.js';
import { type Database, LOCK_MS } from './connection.js';
import { isLockTimeout, isTransient } from './failures.js';

const MAX_ATTEMPTS = 4;

/** After a conflict, or once after a lock that was not granted while another wait ends before the deadline. */
function runsAgain(error: unknown, attempt: number, elapsedMs: number): boolean {
  if (isLockTimeout(error)) return attempt === 1 && elapsedMs + LOCK_MS < DEADLINE_MS;
  return isTransient(error) && attempt < MAX_ATTEMPTS;
}

/**
 * Every change of several rows goes through here. `work` may run again from the start and must only use `trx`.
 * `isAbandoned`: whether nobody waits for the result any more; then `work` does not begin.
 */
export async function inTransaction<T>(
  db: Database,
  work: (trx: Database) => Promise<T>,
  isAbandoned: () => boolean = () => false,
): Promise<T> {
  const start = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction((trx) => {
        if (isAbandoned()) throw abandoned();
        return work(trx);
      });
    } catch (error) {
      if (!runsAgain(error, attempt, performance.now() - start)) throw error;
    }
  }
}
