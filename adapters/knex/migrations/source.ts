/*
 * The steps of the schema, in order. A step that has left this house is never changed; its name carries no file
 * extension, so that compiled and uncompiled code agree on what has run. Each is safe to run again.
 */
import type { Knex } from 'knex';
import { accounts } from './001-accounts.js';
import { clients } from './002-clients.js';
import { audit } from './003-audit.js';
import { artifacts } from './004-artifacts.js';
import { clientRecords } from './005-client-records.js';
import { delivery } from './020-delivery.js';
import { resourceServer } from './030-resource-server.js';
import { clientUsage } from './040-client-usage.js';
import { passkeys } from './041-passkeys.js';
import { auditFilters } from './042-audit-filters.js';
import { clientLogos } from './043-client-logos.js';
import { teams } from './049-teams.js';
import { schedules } from './050-schedules.js';
import { eventTypes } from './051-event-types.js';
import { bookings } from './052-bookings.js';
import { slotHolds } from './053-slot-holds.js';
import { bookingChanges } from './054-booking-changes.js';
import { clientTeams } from './055-client-teams.js';
import { eventTypeHosts } from './056-event-type-hosts.js';
import { jobKinds } from './060-job-kinds.js';
import { webhooks } from './061-webhooks.js';
import { webhookDeliveries } from './062-webhook-deliveries.js';
import { verifiedResources } from './063-verified-resources.js';
import { workflows } from './064-workflows.js';
import { routingForms } from './065-routing-forms.js';
import { grantedResources } from './066-grant-reach.js';
import { calendars } from './067-calendars.js';
import { conferencing } from './068-conferencing.js';
import { grantWatch } from './069-grant-watch.js';
import { bookerCodes } from './071-booker-codes.js';
import { requiredNumbers } from './072-required-numbers.js';
import { flatLists } from './073-flat-lists.js';
import { longTables } from './074-long-tables.js';
import { endedConnections } from './075-ended-connections.js';
import { revocation } from './076-revocation.js';
import { clientMakers } from './077-client-makers.js';
import { issuedRecoveries } from './078-issued-recoveries.js';
import { guestDetails } from './079-guest-details.js';

export interface Step {
  readonly name: string;
  /** Statements, run one after the other in one transaction. */
  readonly up: readonly string[];
}

const STEPS: readonly Step[] = [
  accounts,
  clients,
  audit,
  artifacts,
  clientRecords,
  delivery,
  resourceServer,
  clientUsage,
  passkeys,
  auditFilters,
  clientLogos,
  teams,
  schedules,
  eventTypes,
  bookings,
  slotHolds,
  bookingChanges,
  clientTeams,
  eventTypeHosts,
  jobKinds,
  webhooks,
  webhookDeliveries,
  verifiedResources,
  workflows,
  routingForms,
  grantedResources,
  calendars,
  conferencing,
  grantWatch,
  bookerCodes,
  requiredNumbers,
  flatLists,
  longTables,
  endedConnections,
  revocation,
  clientMakers,
  issuedRecoveries,
  guestDetails,
];

async function run(db: Knex, step: Step): Promise<void> {
  for (const statement of step.up) await db.raw(statement);
}

export const migrations: Knex.MigrationSource<Step> = {
  getMigrations: () => Promise.resolve([...STEPS]),
  getMigrationName: (step) => step.name,
  getMigration: (step) =>
    Promise.resolve({
      up: (db) => run(db, step),
      down: () => Promise.reject(new Error('The schema only moves forward. Restore a backup instead.')),
    }),
};
