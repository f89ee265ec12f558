import type { Database } from './connection.js';
import { isTransient } from './failures.js';

const MAX_ATTEMPTS = 4;

/** Every change of several rows goes through here. `work` may run again from the start and must only use `trx`. */
export async function inTransaction<T>(db: Database, work: (trx: Database) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isTransient(error)) throw error;
    }
  }
}
