/*
 * Events of records outside the database: the row of the audit log and the jobs. One statement where nothing has to be
 * looked up for the event, otherwise one transaction.
 */
import { v5 as uuidv5 } from 'uuid';
import type { NewAuditEntry } from '../../../src/events/audit-log.js';
import type { Announcements } from '../../../src/authorization/consent/announcement-store.js';
import type { NewJob } from '../../../src/jobs/store.js';
import { entryRow } from '../events/audit-entries.js';
import { emit, type KnownEffects, knownEffects } from '../events/emit.js';
import type { Database } from '../connection.js';
import { enqueue, INSERT_JOBS, jobsText } from '../jobs/jobs.js';
import { inTransaction } from '../transaction.js';

/** The id derives from action, subject and occasion, so that the primary key admits each event once. */
const NAMESPACE = '0d5f3a52-6c1b-4c1e-9a53-4f1c7a0e9b6d';
const idOf = ({ action, subject }: NewAuditEntry, occasion: string | undefined): string =>
  uuidv5([action, subject, occasion ?? []].flat().join(' '), NAMESPACE);

const ANNOUNCE = `
with entry as (
  insert into audit_entry (id, actor, network, action, subject, facts)
  values (:id, :actor, :network, :action, :subject, cast(:facts as jsonb))
  on conflict (id) do nothing
  returning id
)
${INSERT_JOBS}
where exists (select from entry) and (watches is null or exists (
  select from client_webhook where client_id = watches and active and disabled_at is null))`;

async function announceAtOnce(
  db: Database,
  entry: NewAuditEntry,
  id: string,
  { jobs, watch }: KnownEffects,
): Promise<void> {
  const watching = watch ? [{ ...watch.job, watches: watch.clientId }] : [];
  const { network = null, ...row } = entryRow(entry, id);
  await db.raw(ANNOUNCE, { ...row, network, jobs: jobsText([...jobs, ...watching]) });
}

function announceTogether(
  db: Database,
  entry: NewAuditEntry,
  id: string,
  jobs: readonly NewJob[],
): Promise<void> {
  return inTransaction(db, async (trx) => {
    if (await emit(trx, entry, entry, id)) await enqueue(trx, jobs);
  });
}

export const createAnnouncements = (db: Database): Announcements => ({
  async announce(entry, jobs, occasion) {
    const [id, known] = [idOf(entry, occasion), knownEffects(entry, entry)];
    if (known === undefined) await announceTogether(db, entry, id, jobs);
    else await announceAtOnce(db, entry, id, { ...known, jobs: [...known.jobs, ...jobs] });
  },
});
