/*
 * What the database does by itself, once a minute: rows end, each noun says when, and calendars that are due get the job
 * of being read again.
 */
import type { Database } from './knex/connection.js';
import { sweepBookerCodes } from './knex/booker-codes.js';
import { planRefreshes } from './knex/calendar-jobs.js';
import { sweepLogos } from './knex/client-logos.js';
import { sweepUsage } from './knex/client-usage.js';
import { sweepGrantNotes } from './knex/grant-reach.js';
import { sweepAnswers } from './knex/idempotent-answers.js';
import { sweepDelivery } from './knex/jobs.js';
import { sweepQueuedResponses } from './knex/routing-responses.js';
import { sweepSlotHolds } from './knex/slot-holds.js';
import { sweepInvites } from './knex/team-invites.js';
import { sweepVerificationCodes } from './knex/verified-resources.js';
import { sweepDeliveries } from './knex/webhook-tries.js';
import { sweepWorkflows } from './knex/workflow-plans.js';
import { sweepSqlThrottle } from './throttle.js';

export const sweepDatabase = (db: Database): Promise<unknown> =>
  Promise.all([
    sweepSqlThrottle(db),
    sweepDelivery(db),
    sweepDeliveries(db),
    sweepSlotHolds(db),
    sweepAnswers(db),
    sweepLogos(db),
    sweepInvites(db),
    sweepQueuedResponses(db),
    sweepUsage(db),
    planRefreshes(db),
    sweepGrantNotes(db),
    sweepWorkflows(db),
    sweepVerificationCodes(db),
    sweepBookerCodes(db),
  ]);
