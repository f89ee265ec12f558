/* The periodic work on the database: deletes expired rows, and enqueues the calendars that are due to be read again. */
import type { Config } from '../src/config/config.js';
import type { Database } from './knex/connection.js';
import { sweepAudit } from './knex/events/audit-retention.js';
import { sweepBookerCodes } from './knex/bookings/booker-codes.js';
import { planRefreshes } from './knex/calendars/calendar-jobs.js';
import { sweepLogos } from './knex/clients/client-logos.js';
import { sweepUsage } from './knex/clients/client-usage.js';
import { sweepClientGrants } from './knex/authorization/client-grants.js';
import { sweepGrantNotes } from './knex/authorization/granted-resources.js';
import { sweepReplies } from './knex/bookings/idempotency-keys.js';
import { sweepDelivery } from './knex/jobs/jobs.js';
import { sweepQueuedResponses } from './knex/routing-forms/responses.js';
import { sweepSlotHolds } from './knex/slots/slot-holds.js';
import { sweepRequestLog } from './knex/request-log/request-log-retention.js';
import { sweepInvites } from './knex/memberships/team-invites.js';
import { sweepVerificationCodes } from './knex/verified-resources/verified-resources.js';
import { sweepDeliveries } from './knex/webhooks/delivery-attempts.js';
import { sweepWorkflows } from './knex/workflows/workflow-plans.js';
import { sweepSqlThrottle } from './throttle.js';

export const sweepDatabase = (
  db: Database,
  { auditRetentionDays }: Pick<Config, 'auditRetentionDays'>,
): Promise<unknown> =>
  Promise.all([
    sweepAudit(db, auditRetentionDays),
    sweepSqlThrottle(db),
    sweepDelivery(db),
    sweepDeliveries(db),
    sweepSlotHolds(db),
    sweepReplies(db),
    sweepLogos(db),
    sweepInvites(db),
    sweepQueuedResponses(db),
    sweepUsage(db),
    sweepRequestLog(db),
    planRefreshes(db),
    sweepGrantNotes(db),
    sweepClientGrants(db),
    sweepWorkflows(db),
    sweepVerificationCodes(db),
    sweepBookerCodes(db),
  ]);
