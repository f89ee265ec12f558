/*
 * Opens every store that the configuration names and hands out the ports of src/, each wrapped so that an outage is
 * `storeUnavailable`. Adapters know their port and their backend, never a page, a route or a rule.
 */
import type { ArtifactStore } from '../src/artifact-store.js';
import type { Config } from '../src/config.js';
import type { Throttle } from '../src/http/throttle.js';
import type { StoreFault, Stores } from '../src/stores.js';
import { connectRedis } from './artifacts/redis-connection.js';
import type { RedisClient } from './artifacts/redis-connection.js';
import { isRedisOutage } from './artifacts/redis-failures.js';
import { redisSafety } from './artifacts/redis-safety.js';
import { createRedisArtifacts } from './artifacts/redis.js';
import { createSqlArtifacts } from './artifacts/sql.js';
import { openDatabase } from './database.js';
import type { ServiceDatabase } from './database.js';
import { createAccountStore } from './knex/accounts.js';
import { createAnnouncements } from './knex/announcements.js';
import { createBookingMailStore } from './knex/booking-mails.js';
import { createBookingRecords } from './knex/booking-records.js';
import { createBookingStore } from './knex/bookings.js';
import { sweepAnswers } from './knex/idempotent-answers.js';
import { createAuditLog } from './knex/audit.js';
import { createBookingLimitStore } from './knex/booking-limits.js';
import { createLogoStore, sweepLogos } from './knex/client-logos.js';
import { createClientRecordStore } from './knex/client-records.js';
import { createUsageStore, sweepUsage } from './knex/client-usage.js';
import { createClientStore } from './knex/clients.js';
import { createEventTypeStore } from './knex/event-types.js';
import { createJobStore, sweepDelivery } from './knex/jobs.js';
import { createMembershipStore } from './knex/memberships.js';
import { createOrganizationUserStore } from './knex/organization-users.js';
import { createAbsenceStore } from './knex/out-of-office.js';
import { createOutboxStore } from './knex/outbox.js';
import { createOwnMembershipStore } from './knex/own-memberships.js';
import { createProfileStore } from './knex/profiles.js';
import { createPasskeyStore } from './knex/passkeys.js';
import { createPrivateLinkStore } from './knex/private-links.js';
import { createRecoveryStore } from './knex/recoveries.js';
import { createScheduleStore } from './knex/schedules.js';
import { createInviteStore, sweepInvites } from './knex/team-invites.js';
import { createTeamEventTypeStore } from './knex/team-event-types.js';
import { createTeamStore } from './knex/teams.js';
import { createSlotHoldStore, sweepSlotHolds } from './knex/slot-holds.js';
import { createSlotStore } from './knex/slots.js';
import { createStandingStore } from './knex/standings.js';
import { createSmtpCarrier } from './mail/smtp.js';
import { createOutbound } from './outbound.js';
import { DEADLINE_MS, answered, guarded } from './outage.js';
import type { OutageRule } from './outage.js';
import { startSweeping } from './sweeper.js';
import { createRedisThrottle, createSqlThrottle, sweepSqlThrottle } from './throttle.js';

export type OpenedStores = Stores & {
  /** Newest first; `config.secretKeys`, or those kept in DATA_DIR. */
  readonly secretKeys: readonly string[];
};

/** What the stores say to an operator; a pino logger fits. */
export interface StoreLog {
  warn(facts: Readonly<Record<string, unknown>>, message: string): void;
}

const SILENT: StoreLog = { warn: () => undefined };
const REDIS_OUTAGE: OutageRule = { isOutage: isRedisOutage, deadlineMs: DEADLINE_MS };

interface ShortLived {
  readonly artifacts: ArtifactStore;
  readonly throttle: Throttle;
}

const shortLivedIn = ({ db, outage }: ServiceDatabase, redis: RedisClient | undefined): ShortLived =>
  redis
    ? {
        artifacts: guarded(createRedisArtifacts(redis), REDIS_OUTAGE),
        throttle: guarded(createRedisThrottle(redis), REDIS_OUTAGE),
      }
    : {
        artifacts: guarded(createSqlArtifacts(db), outage),
        throttle: guarded(createSqlThrottle(db), outage),
      };

type Repositories = Pick<
  Stores,
  | 'accounts'
  | 'clients'
  | 'logos'
  | 'records'
  | 'standings'
  | 'audit'
  | 'announcements'
  | 'jobs'
  | 'outbox'
  | 'recoveries'
  | 'profiles'
  | 'schedules'
  | 'teams'
  | 'memberships'
  | 'ownMemberships'
  | 'invites'
  | 'organizationUsers'
  | 'absences'
  | 'bookingLimits'
  | 'eventTypes'
  | 'teamEventTypes'
  | 'privateLinks'
  | 'slots'
  | 'slotHolds'
  | 'bookings'
  | 'bookingRecords'
  | 'bookingMails'
  | 'passkeys'
  | 'usage'
>;

const repositoriesIn = ({ db, outage }: ServiceDatabase): Repositories => ({
  accounts: guarded(createAccountStore(db), outage),
  clients: guarded(createClientStore(db), outage),
  records: guarded(createClientRecordStore(db), outage),
  standings: guarded(createStandingStore(db), outage),
  logos: guarded(createLogoStore(db), outage),
  usage: guarded(createUsageStore(db), outage),
  audit: guarded(createAuditLog(db), outage),
  recoveries: guarded(createRecoveryStore(db), outage),
  passkeys: guarded(createPasskeyStore(db), outage),
  jobs: guarded(createJobStore(db), outage),
  announcements: guarded(createAnnouncements(db), outage),
  outbox: guarded(createOutboxStore(db), outage),
  profiles: guarded(createProfileStore(db), outage),
  schedules: guarded(createScheduleStore(db), outage),
  teams: guarded(createTeamStore(db), outage),
  memberships: guarded(createMembershipStore(db), outage),
  ownMemberships: guarded(createOwnMembershipStore(db), outage),
  invites: guarded(createInviteStore(db), outage),
  organizationUsers: guarded(createOrganizationUserStore(db), outage),
  absences: guarded(createAbsenceStore(db), outage),
  bookingLimits: guarded(createBookingLimitStore(db), outage),
  eventTypes: guarded(createEventTypeStore(db), outage),
  teamEventTypes: guarded(createTeamEventTypeStore(db), outage),
  privateLinks: guarded(createPrivateLinkStore(db), outage),
  slots: guarded(createSlotStore(db), outage),
  slotHolds: guarded(createSlotHoldStore(db), outage),
  bookings: guarded(createBookingStore(db), outage),
  bookingRecords: guarded(createBookingRecords(db), outage),
  bookingMails: guarded(createBookingMailStore(db), outage),
});

const smtpOf = ({ smtpUrl, mailFrom }: Config): Pick<Stores, 'smtp'> =>
  smtpUrl === undefined || mailFrom === undefined
    ? {}
    : { smtp: createSmtpCarrier({ url: smtpUrl, from: mailFrom }) };

async function databaseFaults({ db, outage }: ServiceDatabase): Promise<readonly StoreFault[]> {
  try {
    await answered(() => db.raw('select 1'), outage);
    return [];
  } catch {
    return [
      { store: 'database', reason: 'The database does not answer: check that it runs and can be reached.' },
    ];
  }
}

/** Brings the schema up to date and tells which steps ran. Throws DataDirInUse while another process holds DATA_DIR. */
export async function migrate(config: Config): Promise<readonly string[]> {
  const database = await openDatabase(config);
  await database.close();
  return database.migrated;
}

/** Closes the database with the rest. */
export async function storesOver(
  database: ServiceDatabase,
  config: Config,
  log: StoreLog = SILENT,
): Promise<OpenedStores> {
  const { db, secretKeys } = database;
  const redis =
    config.redis && (await connectRedis(config.redis, (error) => log.warn({ error }, 'redis connection')));
  const { artifacts, throttle } = shortLivedIn(database, redis);
  const sweeper = startSweeping(
    () =>
      Promise.all([
        artifacts.sweep(),
        sweepSqlThrottle(db),
        sweepDelivery(db),
        sweepSlotHolds(db),
        sweepAnswers(db),
        sweepLogos(db),
        sweepInvites(db),
        sweepUsage(db),
      ]),
    (error) => log.warn({ error }, 'sweeping failed'),
  );
  const safety = async () => (redis ? redisSafety(redis) : { faults: [], warnings: [] });
  return {
    secretKeys,
    ...repositoriesIn(database),
    artifacts,
    throttle,
    ...smtpOf(config),
    outbound: createOutbound({ allow: config.outboundAllow }),
    faults: async () =>
      (await Promise.all([databaseFaults(database), safety().then(({ faults }) => faults)])).flat(),
    warnings: async () => [...database.warnings, ...(await safety()).warnings],
    async close() {
      await sweeper.stop();
      redis?.disconnect();
      await database.close();
    },
  };
}

/** Throws when the database cannot be opened; a Redis that does not answer shows in `faults()`. */
export const openStores = async (config: Config, log: StoreLog = SILENT): Promise<OpenedStores> =>
  storesOver(await openDatabase(config), config, log);
