/* What needs attention first, then the stores, who signed up, and the version. Each count ends at a limit. */
import { OverviewPage } from '../../../views/administration/overview.js';
import { queueByKind } from '../../jobs/dead-jobs.js';
import { VERSION } from '../../version.js';
import { JOBS_PATH } from '../jobs/deps.js';
import type { UserRequest } from '../page.js';
import { page, type PageReply } from '../reply.js';
import { REVIEW_PATH } from '../review/deps.js';
import { USERS_PATH } from '../users/deps.js';
import { attentionOf } from './attention.js';
import { type AdministrationDeps, SYSTEM_PATH } from './deps.js';

/** Of reviews, webhooks, and sign-ups. */
const MOST_COUNTED = 1_000;

export async function showOverview(deps: AdministrationDeps, { user }: UserRequest): Promise<PageReply> {
  const now = new Date(deps.clock());
  const [health, stores, kinds, failingWebhooks, waitingReviews, signUps] = await Promise.all([
    deps.examine(),
    deps.reports(),
    queueByKind(deps.deadJobs, deps.clock()),
    deps.failingWebhooks.count(MOST_COUNTED),
    deps.records.countWaiting(MOST_COUNTED),
    deps.accounts.signUps(now, MOST_COUNTED),
  ]);
  const situation = { faults: health.faults, kinds, failingWebhooks, waitingReviews, now };
  const props = {
    user: user.account,
    attention: attentionOf(situation, { jobs: JOBS_PATH, review: REVIEW_PATH }),
    stores: stores.map(({ schema: _, ...store }) => store),
    warnings: health.warnings,
    system: SYSTEM_PATH,
    signUps,
    users: USERS_PATH,
    mostCounted: MOST_COUNTED,
    version: VERSION,
    now,
  };
  return page(<OverviewPage {...props} />);
}
