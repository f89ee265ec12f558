/* The port of announcements of grants. Adapter: adapters/knex/authorization/announcements.ts. */
import type { NewAuditEntry } from '../../events/audit-log.js';
import type { NewJob } from '../../jobs/store.js';

/**
 * For records outside the database: the event and its jobs are written together, or neither is. An event of a subject is
 * announced once, unless `occasion` tells two of them apart; repeating it, also in parallel, changes nothing.
 */
export interface Announcements {
  announce(entry: NewAuditEntry, jobs: readonly NewJob[], occasion?: string): Promise<void>;
}
