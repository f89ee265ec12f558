import type { Database } from './connection.js';
import { isTransient } from './failures.js';

const TRIES = 4;

/** The one way to change several rows. `work` may run again from the start and must touch nothing but `trx`. */
export async function inTransaction<T>(db: Database, work: (trx: Database) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (attempt === TRIES || !isTransient(error)) throw error;
    }
  }
}
