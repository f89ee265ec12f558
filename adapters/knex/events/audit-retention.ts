/* Deletes old rows of the audit log, in batches that each stay within the statement timeout. */
import { DAY } from '../../../src/durations.js';
import type { Database } from '../connection.js';

const BATCH_SIZE = 1000;

/** The oldest rows from before that time; returns how many, 0 when none is left. */
export const pruneBatch = (db: Database, before: Date): Promise<number> =>
  db('audit_entry')
    .whereIn(
      'id',
      db('audit_entry').select('id').where('at', '<', before).orderBy(['at', 'id']).limit(BATCH_SIZE),
    )
    .del();

/** Without `days` every row is kept. */
export async function sweepAudit(db: Database, days: number | undefined): Promise<void> {
  if (days === undefined) return;
  const before = new Date(Date.now() - days * DAY);
  while ((await pruneBatch(db, before)) > 0);
}
