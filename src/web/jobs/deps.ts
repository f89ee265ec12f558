/* Dependencies and paths of the pages about jobs, for administrators. */
import type { FailingWebhooks } from '../../delivery/failing-webhook-store.js';
import type { DeadJobStore } from '../../jobs/dead-job-store.js';

export interface JobsDeps {
  readonly deadJobs: DeadJobStore;
  readonly failingWebhooks: FailingWebhooks;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

export const JOBS_PATH = '/admin/jobs';

export const jobPath = ({ id }: { readonly id: string }): string => `${JOBS_PATH}/${encodeURIComponent(id)}`;
