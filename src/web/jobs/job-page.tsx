/* One job that was given up: why, what it is about, and the two things that can be done. */
import { JobPage, type JobPageProps } from '../../../views/jobs/job.js';
import { kindText } from '../../../views/jobs/jobs.js';
import type { Confirmation } from '../../../views/parts/confirmation.js';
import type { Actor } from '../../events/audit-log.js';
import type { DeadJob, DeadJobStore } from '../../jobs/dead-job-store.js';
import {
  aboutOf,
  discardJob,
  findDeadJob,
  isRetryable,
  retryJob,
  withoutAddresses,
} from '../../jobs/dead-jobs.js';
import { AUDIT_PATH } from '../audit/log-pages.js';
import type { UserPost, UserRequest } from '../page.js';
import { page, type PageReply, redirect } from '../reply.js';
import { jobPath, JOBS_PATH, type JobsDeps } from './deps.js';

type JobActionForm = JobPageProps['actions'][number];

interface JobAction extends JobActionForm {
  readonly offered: (job: DeadJob) => boolean;
  readonly run: (store: DeadJobStore, id: string, actor: Actor) => Promise<DeadJob>;
}

export const JOB_ACTIONS: readonly JobAction[] = [
  {
    to: 'retry',
    label: 'Try again',
    consequence: 'The job runs at once, with as many attempts as a new one.',
    look: 'primary',
    offered: isRetryable,
    run: retryJob,
  },
  {
    to: 'discard',
    label: 'Discard the job',
    consequence: 'The job is deleted. What it was to do is not done, and nobody is told.',
    look: 'danger',
    offered: () => true,
    run: discardJob,
  },
];

export async function showJob({ deadJobs, clock }: JobsDeps, request: UserRequest): Promise<PageReply> {
  const job = await findDeadJob(deadJobs, request.param('id'));
  const { reason } = job;
  const props = {
    user: request.user.account,
    crumbs: [],
    job,
    reason: reason === undefined ? undefined : withoutAddresses(reason),
    about: aboutOf(job.payload),
    isRetryable: isRetryable(job),
    audit: `${AUDIT_PATH}?${new URLSearchParams({ subject: `job:${job.id}` }).toString()}`,
    actions: JOB_ACTIONS.filter(({ offered }) => offered(job)),
    path: jobPath(job),
    csrf: request.csrf(),
    now: new Date(clock()),
  };
  return page(<JobPage {...props} />);
}

export async function askToAct(
  { deadJobs }: JobsDeps,
  { param }: UserPost,
  { label, consequence }: JobAction,
): Promise<Confirmation> {
  const job = await findDeadJob(deadJobs, param('id'));
  return {
    title: `${label}: ${kindText(job.kind)}?`,
    consequence,
    details: aboutOf(job.payload),
    submit: label,
  };
}

export async function act(
  { deadJobs }: JobsDeps,
  { param, actor }: UserPost,
  { to, run }: JobAction,
): Promise<PageReply> {
  await run(deadJobs, param('id'), actor);
  return redirect(`${JOBS_PATH}?done=${to}`);
}
