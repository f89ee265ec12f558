import { Command, InvalidArgumentError } from 'commander';
import type { DeadJob } from '../jobs/dead-job-store.js';
import {
  aboutOf,
  discardJob,
  isRetryable,
  MOST_COUNTED,
  queueByKind,
  retryJob,
  withoutAddresses,
} from '../jobs/dead-jobs.js';
import { CLI, type CommandContext, type CommandFactory, groupCommand } from './command-context.js';
import { table } from './terminal.js';
import type { Output } from './terminal.js';

const json = (job: DeadJob) => ({
  id: job.id,
  kind: job.kind,
  about: aboutOf(job.payload),
  attempts: job.attempts,
  reason: job.reason === undefined ? null : withoutAddresses(job.reason),
  retryable: isRetryable(job),
  created_at: job.createdAt,
  given_up_at: job.deadAt,
});

const summaryCommand = ({ withStores }: CommandContext): Command =>
  new Command('summary').description('count jobs by kind: due, retried, given up').action(() =>
    withStores(async ({ stores }) => {
      const kinds = await queueByKind(stores.delivery.deadJobs, stores.now());
      const rows = kinds.map(({ kind, waiting, oldest, retried, dead }) => [
        ...[kind, String(waiting), oldest?.toISOString() ?? '', String(retried), String(dead)],
      ]);
      return {
        json: kinds.map(({ oldest, dead, ...kind }) => ({
          ...kind,
          oldest: oldest ?? null,
          given_up: dead,
          most_counted: MOST_COUNTED,
        })),
        text: table(['kind', 'waiting', 'oldest', 'retried', 'given up'], rows, 'There are no jobs.'),
      };
    }),
  );

const MAX_LISTED = 1_000;

function readLimit(text: string): number {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > MAX_LISTED)
    throw new InvalidArgumentError(`Write a number from 1 to ${MAX_LISTED}.`);
  return limit;
}

interface DeadOptions {
  readonly kind?: string;
  readonly limit: number;
}

const deadCommand = ({ withStores }: CommandContext): Command =>
  new Command('dead')
    .description('list jobs that were given up, the newest first')
    .option('--kind <kind>', 'only these')
    .option('--limit <number>', 'at most so many', readLimit, 100)
    .action(({ kind, limit }: DeadOptions) =>
      withStores(async ({ stores }): Promise<Output> => {
        const jobs = (await stores.delivery.deadJobs.list({ kind, most: limit })).map(json);
        const rows = jobs.map((job) => [
          ...[job.id, job.kind, job.given_up_at.toISOString(), job.retryable ? 'yes' : 'no'],
          ...[job.about.join(', '), job.reason ?? ''],
        ]);
        const headings = ['id', 'kind', 'given up', 'can be retried', 'about', 'reason'];
        return { json: jobs, text: table(headings, rows, 'No job was given up.') };
      }),
    );

const changeCommand =
  (name: string, description: string, change: typeof retryJob, done: string): CommandFactory =>
  ({ withStores }) =>
    new Command(name)
      .description(description)
      .argument('<id>')
      .action((id: string) =>
        withStores(async ({ stores }) => {
          const job = await change(stores.delivery.deadJobs, id, CLI);
          return { json: json(job), text: `${done} ${job.kind} ${job.id}` };
        }),
      );

export const jobsCommand = groupCommand('jobs', 'the job queue, and what was given up', [
  summaryCommand,
  deadCommand,
  changeCommand('retry', 'run one that was given up again', retryJob, 'Due now:'),
  changeCommand('discard', 'delete one that was given up', discardJob, 'Discarded:'),
]);
