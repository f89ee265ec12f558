/*
 * The expiry of a grant: its chosen end, or too long without use. The store drops it silently, so a job watches the
 * grants whose client has webhooks and runs at the end that the grant has by then. A grant that was never redeemed
 * expires without an event.
 */
import type { AuditLog } from '../../events/audit-log.js';
import type { Job, JobStore } from '../../jobs/store.js';
import type { Families } from './families.js';
import { expiredEntry, type ExpiredGrant } from './audit-entries.js';
import { endOf } from './token-family.js';

export interface GrantWatchDeps {
  readonly families: Pick<Families, 'load'>;
  readonly audit: Pick<AuditLog, 'append' | 'read'>;
  readonly jobs: Pick<JobStore, 'add'>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

export type WatchGrant = (job: Pick<Job<'grant'>, 'payload'>) => Promise<void>;

const ENDS: readonly string[] = ['grant.revoked', 'grant.expired'];
const MARGIN_MS = 1_000;
/** One grant has a handful. */
const MAX_ENTRIES = 100;

async function hasEnded({ audit }: GrantWatchDeps, { grantId }: ExpiredGrant): Promise<boolean> {
  const filter = { subject: `family:${grantId}` };
  const entries = await audit.read({ filter, order: 'newest', limit: MAX_ENTRIES });
  return entries.some(({ action }) => ENDS.includes(action));
}

/** The payload is an ExpiredGrant, enqueued with the entry that the grant was allowed. */
export function createGrantWatch(deps: GrantWatchDeps): WatchGrant {
  const { families, audit, jobs, clock } = deps;
  return async ({ payload }) => {
    const { grantId, clientId, accountId } = payload;
    const watched = { grantId, clientId, accountId };
    const family = (await families.load(watched.grantId))?.family;
    const end = family === undefined ? 0 : endOf(family);
    if (end > clock()) {
      const dueAt = new Date(end + MARGIN_MS);
      await jobs.add({ kind: 'grant', payload: { ...watched, lived: true }, dueAt });
    } else if (payload.lived === true && !(await hasEnded(deps, watched))) {
      await audit.append(expiredEntry(watched));
    }
  };
}
