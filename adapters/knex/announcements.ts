/* What happened to something that is kept elsewhere: its row of the audit log and the jobs about it, in one transaction. */
import type { Announcements } from '../../src/delivery/store.js';
import { insertEntry } from './audit.js';
import type { Database } from './connection.js';
import { enqueue } from './jobs.js';
import { inTransaction } from './transaction.js';

export const createAnnouncements = (db: Database): Announcements => ({
  announce: (entry, jobs) =>
    inTransaction(db, async (trx) => {
      await insertEntry(trx, entry);
      await enqueue(trx, jobs);
    }),
});
