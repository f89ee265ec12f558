/* Events of records outside the database: the row of the audit log and the jobs, in one transaction. */
import { v5 as uuidv5 } from 'uuid';
import type { NewAuditEntry } from '../../../src/events/audit-log.js';
import type { Announcements } from '../../../src/authorization/consent/announcement-store.js';
import { emit } from '../events/emit.js';
import type { Database } from '../connection.js';
import { enqueue } from '../jobs/jobs.js';
import { inTransaction } from '../transaction.js';

/** The id derives from action, subject and occasion, so that the primary key admits each event once. */
const NAMESPACE = '0d5f3a52-6c1b-4c1e-9a53-4f1c7a0e9b6d';
const idOf = ({ action, subject }: NewAuditEntry, occasion: string | undefined): string =>
  uuidv5([action, subject, occasion ?? []].flat().join(' '), NAMESPACE);

export const createAnnouncements = (db: Database): Announcements => ({
  announce: (entry, jobs, occasion) =>
    inTransaction(db, async (trx) => {
      if (await emit(trx, entry, entry, idOf(entry, occasion))) await enqueue(trx, jobs);
    }),
});
