/* Dependencies and paths of the overview and the system page of administrators. */
import type { AccountStore } from '../../accounts/store.js';
import type { ClientRecordStore } from '../../clients/record-store.js';
import type { FailingWebhooks } from '../../delivery/failing-webhook-store.js';
import type { DeadJobStore } from '../../jobs/dead-job-store.js';
import type { Config } from '../../config/config.js';
import type { Setting } from '../../config/settings.js';
import type { KeyAgeStore } from '../../keys/key-ages.js';
import type { KeyRing } from '../../keys/key-ring.js';
import type { StoreFault, Stores } from '../../stores.js';

/** As `/readyz` answers. */
export interface StoreHealth {
  readonly faults: readonly StoreFault[];
  readonly warnings: readonly StoreFault[];
}

export interface AdministrationDeps {
  readonly examine: () => Promise<StoreHealth>;
  readonly reports: Stores['reports'];
  readonly accounts: Pick<AccountStore, 'signUps'>;
  readonly records: Pick<ClientRecordStore, 'countWaiting'>;
  readonly deadJobs: Pick<DeadJobStore, 'byKind'>;
  readonly failingWebhooks: Pick<FailingWebhooks, 'count'>;
  readonly keyAges: Pick<KeyAgeStore, 'ages'>;
  readonly keys: Pick<KeyRing, 'ids'>;
  readonly config: Pick<Config, 'refreshTokenTtl'>;
  readonly settings: readonly Setting[];
  /** The clock of the stores; `clock` may be that of a test. */
  readonly now: Stores['now'];
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

export const OVERVIEW_PATH = '/admin';
export const SYSTEM_PATH = `${OVERVIEW_PATH}/system`;
