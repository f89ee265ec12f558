/* The port of what is announced about a grant. Adapter: adapters/knex/authorization/announcements.ts. */
import type { NewAuditEntry } from '../../events/audit-log.js';
import type { NewJob } from '../../jobs/store.js';

/**
 * For what is kept outside the database: its event and the jobs about it are written together, or neither is. An event of
 * a subject is announced once; announced again, also at the same time, it changes nothing.
 */
export interface Announcements {
  announce(entry: NewAuditEntry, jobs: readonly NewJob[]): Promise<void>;
}
