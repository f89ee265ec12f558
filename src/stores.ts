/* The stores and clients that createApp gets from the outside; adapters/stores.ts opens them from the configuration. */
import type { AccountStores } from './accounts/stores.js';
import type { ArtifactStore } from './artifacts/store.js';
import type { AuthorizationStores } from './authorization/stores.js';
import type { ClientStores } from './clients/stores.js';
import type { DeliveryStores } from './delivery/stores.js';
import type { AuditLog } from './events/audit-log.js';
import type { Throttle } from './rate-limits/throttle.js';
import type { MailSender, SmsSender } from './delivery/message-ports.js';
import type { JobStore } from './jobs/store.js';
import type { KeyAgeStore } from './keys/key-ages.js';
import type { SealedValueStore } from './keys/key-rotation.js';
import type { RequestLogStore } from './request-log/store.js';
import type { OrganizationAppStore } from './organization-apps/store.js';
import type { Outbound } from './outbound/outbound.js';
import type { CalendarProviders } from './scheduling/calendars/provider.js';
import type { SchedulingStores, TeamStores } from './scheduling/stores.js';

export interface StoreFault {
  /** `database`, `redis`. */
  readonly store: string;
  /** For an operator: what is unsafe or unreachable and what to do. */
  readonly reason: string;
}

/** What a store says of itself. */
export interface StoreReport {
  /** `database`, `redis`, or one node of a cluster. */
  readonly store: string;
  /** Absent when it does not answer, as everything below. */
  readonly version?: string;
  /** The newest migration of a database. */
  readonly schema?: string;
  /** How long a small statement took, in milliseconds. */
  readonly latencyMs?: number;
}

/** Of this process to the database. */
export interface DatabaseConnections {
  readonly used: number;
  readonly idle: number;
  /** Callers who wait for one. */
  readonly waiting: number;
  readonly max: number;
}

/** Stores in the database, by module. */
export interface DatabaseStores {
  readonly accounts: AccountStores;
  readonly clients: ClientStores;
  readonly authorization: AuthorizationStores;
  readonly events: { readonly audit: AuditLog };
  readonly requestLog: { readonly requests: RequestLogStore };
  readonly jobs: JobStore;
  readonly delivery: DeliveryStores;
  readonly keys: { readonly sealedValues: SealedValueStore; readonly keyAges: KeyAgeStore };
  readonly teams: TeamStores;
  readonly scheduling: SchedulingStores;
  readonly organizationApps: OrganizationAppStore;
}

export interface Stores extends DatabaseStores {
  readonly artifacts: ArtifactStore;
  readonly throttle: Throttle;
  /** The only HTTP client for URLs that users or providers chose. */
  readonly outbound: Outbound;
  readonly calendarProviders: CalendarProviders;
  /** Absent without SMTP_URL: mails go to the outbox. */
  readonly smtp?: MailSender;
  /** Absent without SMS_URL: text messages go to the outbox. */
  readonly sms?: SmsSender;
  /**
   * Milliseconds since the epoch by the clock of the database, which every replica shares. Never throws; two replicas
   * differ by less than a round trip.
   */
  readonly now: () => number;
  connections(): DatabaseConnections;
  /** Empty when every store is reachable and safe to use. */
  faults(): Promise<readonly StoreFault[]>;
  /** For the operator; they do not stop the service (no AOF, embedded database). */
  warnings(): Promise<readonly StoreFault[]>;
  /** Of every store, for the operator. Does not throw. */
  reports(): Promise<readonly StoreReport[]>;
  close(): Promise<void>;
}
