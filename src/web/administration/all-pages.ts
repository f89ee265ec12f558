/* Every page for administrators, in the order of the navigation. */
import type { AccountDeps } from '../../accounts/deps.js';
import type { Families } from '../../authorization/grants/families.js';
import type { Config } from '../../config/config.js';
import type { Setting } from '../../config/settings.js';
import type { Stores } from '../../stores.js';
import { createAuditPages } from '../audit/pages.js';
import { createJobPages } from '../jobs/pages.js';
import type { Page } from '../page.js';
import { createRequestPages } from '../request-log/pages.js';
import { createReviewPages } from '../review/pages.js';
import { createUserPages } from '../users/pages.js';
import type { StoreHealth } from './deps.js';
import { createAdministrationPages } from './pages.js';

export interface AdministratorsDeps {
  readonly config: Config;
  readonly stores: Stores;
  /** As `/readyz` answers. */
  readonly examine: () => Promise<StoreHealth>;
  readonly settings: readonly Setting[];
}

type AccountPagesDeps = Pick<
  AccountDeps,
  'accounts' | 'recoveries' | 'sessions' | 'audit' | 'keys' | 'appUrl' | 'clock'
>;

export function createAdministratorsPages(
  { stores, ...deps }: AdministratorsDeps,
  accountDeps: AccountPagesDeps,
  families: Families,
): readonly Page[] {
  const { records, usage } = stores.clients;
  const { clientGrants } = stores.authorization;
  const { deadJobs, failingWebhooks } = stores.delivery;
  const { keyAges } = stores.keys;
  const { reports, now } = stores;
  const jobs = { deadJobs, failingWebhooks };
  return [
    ...createAdministrationPages({ ...deps, ...accountDeps, ...jobs, records, keyAges, reports, now }),
    ...createReviewPages({ ...accountDeps, records, usage, clientGrants }),
    ...createUserPages({ ...accountDeps, records, families }),
    ...createJobPages({ ...accountDeps, ...jobs }),
    ...createAuditPages(accountDeps),
    ...createRequestPages({ ...accountDeps, ...deps.config, ...stores.requestLog, ...stores.clients }),
  ];
}
