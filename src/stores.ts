/* Everything createApp needs from the outside; adapters/stores.ts opens it from the configuration. */
import type { RecoveryStore } from './accounts/recovery-store.js';
import type { AccountStore } from './accounts/store.js';
import type { ArtifactStore } from './artifact-store.js';
import type { AuditLog } from './audit.js';
import type { ClientRecordStore } from './clients/record-store.js';
import type { ClientStore, StandingStore } from './clients/store.js';
import type { JobStore, MailCarrier, OutboxStore } from './delivery/store.js';
import type { Throttle } from './http/throttle.js';

export interface StoreFault {
  /** `database`, `redis`. */
  readonly store: string;
  /** One sentence for an operator: what is unsafe or unreachable and what to do. */
  readonly reason: string;
}

export interface Stores {
  readonly accounts: AccountStore;
  readonly clients: ClientStore;
  readonly records: ClientRecordStore;
  readonly standings: StandingStore;
  readonly artifacts: ArtifactStore;
  readonly throttle: Throttle;
  readonly audit: AuditLog;
  readonly recoveries: RecoveryStore;
  readonly jobs: JobStore;
  readonly outbox: OutboxStore;
  /** Absent without SMTP_URL: then mails land in the outbox. */
  readonly smtp?: MailCarrier;
  /** Empty when every store is reachable and safe to use. */
  faults(): Promise<readonly StoreFault[]>;
  /** What does not stop the service but should be known (no AOF, embedded database). */
  warnings(): Promise<readonly StoreFault[]>;
  close(): Promise<void>;
}
