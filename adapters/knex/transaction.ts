import { startDeadline } from '../../src/deadline.js';
import { abandoned } from '../../src/errors.js';
import { DEADLINE_MS } from '../outage.js';
import { type Database, LOCK_MS } from './connection.js';
import { isLockTimeout, isTransient } from './failures.js';

const MAX_ATTEMPTS = 4;

/** After a conflict, or once after a lock that was not granted while another wait ends before the deadline. */
function runsAgain(error: unknown, attempt: number, isLate: boolean): boolean {
  if (isLockTimeout(error)) return attempt === 1 && !isLate;
  return isTransient(error) && attempt < MAX_ATTEMPTS;
}

async function repeat<T>(attempt: () => Promise<T>, isLate: () => boolean): Promise<T> {
  for (let count = 1; ; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!runsAgain(error, count, isLate())) throw error;
    }
  }
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
  let isLate = false;
  const end = startDeadline(DEADLINE_MS - LOCK_MS, () => (isLate = true));
  const attempt = (): Promise<T> =>
    db.transaction((trx) => {
      if (isAbandoned()) throw abandoned();
      return work(trx);
    });
  return repeat(attempt, () => isLate).finally(end);
}
