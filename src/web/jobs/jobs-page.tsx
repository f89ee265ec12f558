/* The job queue by kind, the webhooks that fail, and the jobs that were given up, page by page. */
import { DONE_TEXT, type FailingView, JobsPage } from '../../../views/jobs/jobs.js';
import type { FailingWebhook } from '../../delivery/failing-webhook-store.js';
import {
  formatCursor,
  MOST_COUNTED,
  PAGE_LENGTH,
  parseCursor,
  queueByKind,
  withoutAddresses,
} from '../../jobs/dead-jobs.js';
import { present } from '../../present.js';
import type { UserRequest } from '../page.js';
import { page, type PageReply } from '../reply.js';
import { doneText } from '../request-values.js';
import { reviewPath } from '../review/deps.js';
import { userPath } from '../users/deps.js';
import { jobPath, JOBS_PATH, type JobsDeps } from './deps.js';

const MOST_FAILING = 20;

function jobsPath(kind: string | undefined, after?: string): string {
  const query = new URLSearchParams(present({ kind, after }));
  return query.size === 0 ? JOBS_PATH : `${JOBS_PATH}?${query.toString()}`;
}

function failingView({ owner, ...webhook }: FailingWebhook): FailingView {
  if (owner.kind === 'client') return { ...webhook, owner: owner.name, to: reviewPath({ client: owner }) };
  return { ...webhook, owner: owner.name, ...(owner.kind === 'user' && { to: userPath(owner) }) };
}

export async function showJobs(deps: JobsDeps, request: UserRequest): Promise<PageReply> {
  const kind = request.query('kind') || undefined;
  const after = parseCursor(request.query('after'));
  const [kinds, found, failing] = await Promise.all([
    queueByKind(deps.deadJobs, deps.clock()),
    // One more than a page shows whether there is a next page.
    deps.deadJobs.list({ kind, after, most: PAGE_LENGTH + 1 }),
    deps.failingWebhooks.list(MOST_FAILING),
  ]);
  const jobs = found.slice(0, PAGE_LENGTH);
  const last = found.length > PAGE_LENGTH ? jobs.at(-1) : undefined;
  const props = {
    user: request.user.account,
    kinds: kinds.map((of) => ({ ...of, to: jobsPath(of.kind) })),
    mostCounted: MOST_COUNTED,
    failing: failing.map(failingView),
    kind,
    everyKind: JOBS_PATH,
    jobs: jobs.map(({ reason, ...job }) => ({
      ...job,
      ...present({ reason: reason === undefined ? undefined : withoutAddresses(reason) }),
      to: jobPath(job),
    })),
    first: after && jobsPath(kind),
    next: last && jobsPath(kind, formatCursor(last)),
    done: doneText(request, DONE_TEXT),
    now: new Date(deps.clock()),
  };
  return page(<JobsPage {...props} />);
}
