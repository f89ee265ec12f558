/*
 * Jobs in the database: enqueued in the transaction of their change, taken by the first replica. A taken job is locked
 * until `due_at`; the lease identifies the attempt, so that the late end of an earlier attempt changes nothing.
 */
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { present } from '../../../src/present.js';
import type { JobStore, NewJob, TakenJob, Taking } from '../../../src/jobs/store.js';
import type { JobKind } from '../../../src/jobs/kinds.js';
import { mustBeStorable } from '../../storable.js';
import { type StoreClock, TIME } from '../../store-clock.js';
import { batchPerTick } from '../../batch-per-tick.js';
import type { Database } from '../connection.js';
import { prepared } from '../prepared.js';

interface JobRow {
  readonly id: string;
  readonly kind: JobKind;
  readonly payload: unknown;
  readonly attempts: number;
  readonly created_at: Date;
  readonly due_at: Date;
}

/** A statement has at most 65,535 parameters and one second of time. */
const MAX_ROWS = 500;

const jobRow = ({ id = uuidv7(), payload, dueAt, ...job }: NewJob) => ({
  ...job,
  id,
  payload: JSON.stringify(payload),
  ...present({ due_at: dueAt }),
});

/** Call it in the transaction of the change, so that the job exists exactly when the change does. */
export async function enqueue(trx: Database, jobs: readonly NewJob[]): Promise<void> {
  mustBeStorable(jobs);
  const rows = jobs.map(jobRow);
  for (let from = 0; from < rows.length; from += MAX_ROWS)
    await trx('job').insert(rows.slice(from, from + MAX_ROWS));
}

/** Inserts the jobs of `:jobs`, the text of `jobsText`: for a statement that writes their cause, too. */
export const INSERT_JOBS = `
insert into job (id, kind, payload, party, lane, due_at)
select id, kind, payload, party, lane, coalesce(due_at, now())
from jsonb_to_recordset(cast(:jobs as jsonb))
  as added (id uuid, kind text, payload jsonb, party text, lane text, due_at timestamptz, watches text)`;

/** `watches`: a client; the job is only for one with an active webhook. */
export function jobsText(jobs: readonly (NewJob & { readonly watches?: string | undefined })[]): string {
  mustBeStorable(jobs);
  const rows = jobs.map(({ id = uuidv7(), dueAt, ...job }) => ({ ...job, id, due_at: dueAt }));
  return JSON.stringify(rows);
}

// The inner query sees the row as it was before the update.
const RETURNING = `
returning id, kind, payload, tries as attempts, created_at,
  (select waiting.due_at from job waiting where waiting.id = job.id) as due_at`;

// A lane goes on with the job that has begun, otherwise with its first due job. A job whose last attempt did not return
// blocks no others.
const EARLIER_IN_LANE = `
select from job other
where other.lane = job.lane and other.id <> job.id and other.dead_at is null
  and case when other.tries = 0 then job.tries = 0 and other.due_at <= :now and other.place < job.place
    else (other.tries < :maxAttempts or other.due_at > :now)
      and (job.tries = 0 or other.place < job.place or other.lease is not null and other.due_at > :now) end`;

// With the array the subquery runs once, whatever the planner does: exactly the locked rows are updated.
const TAKE = `
update job set tries = tries + 1, lease = :lease, due_at = :leaseUntil
where id = any(array(
  select id from job
  where dead_at is null and due_at <= :now and tries < :maxAttempts and party is null
    and (lane is null or not exists (${EARLIER_IN_LANE}))
  order by due_at, id limit :atMost
  for update skip locked
))${RETURNING}`;

// Goes from one party to the next by a loose index scan, however many jobs of each are waiting.
const TAKE_FOR_PARTIES = `
with recursive party (id) as (
  select min(party) from job where dead_at is null and party is not null
  union all
  select (select min(job.party) from job where job.dead_at is null and job.party > party.id)
  from party where party.id is not null
), candidate as (
  select free.id from party
  cross join lateral (
    select next.*, row_number() over () as rank from (
      select job.id, job.due_at from job
      where job.party = party.id and job.dead_at is null and job.due_at <= :now and job.tries < :maxAttempts
        and not exists (${EARLIER_IN_LANE})
      order by job.due_at, job.place
      limit greatest(0, :perParty - (
        select count(*) from job busy
        where busy.party = party.id and busy.dead_at is null and busy.lease is not null and busy.due_at > :now
      ))
    ) next
  ) free
  order by free.rank, free.due_at limit :atMost
)
update job set tries = tries + 1, lease = :lease, due_at = :leaseUntil
where id = any(array(
  select id from job
  where id = any(array(select candidate.id from candidate))
    and dead_at is null and due_at <= :now and tries < :maxAttempts
  for update skip locked
))${RETURNING}`;

// Asked about once a second by each idle process: the first entry of the index of due jobs.
const ANY_DUE = `
select ${TIME} as time, coalesce((
  select due_at <= :now from job where dead_at is null and tries < :maxAttempts order by due_at limit 1
), false) as due`;

// The index of due jobs from its beginning, and of all jobs the oldest: dead are those that were due long ago, and those
// whose last attempt did not return. Of a job that was just given up, the lease may end a few minutes from now.
const COUNT = `
select kind, count(*) filter (where not dead)::int as due, count(*) filter (where dead)::int as dead,
  min(due_at) filter (where not dead) as oldest
from (
  (
    select kind, due_at, false as dead from job
    where dead_at is null and due_at <= :now and tries < :maxAttempts order by due_at limit :most
  )
  union all
  select kind, due_at, true from (
    select kind, due_at, dead_at, tries from job where due_at <= cast(:now as timestamptz) + interval '10 minutes'
    order by due_at limit :most
  ) oldest where dead_at is not null or tries >= :maxAttempts and due_at <= :now
) counted group by kind`;

interface CountRow {
  readonly kind: string;
  readonly due: number;
  readonly dead: number;
  readonly oldest: Date | null;
}

interface DueRow {
  readonly due: boolean;
  readonly time: string;
}

// A job and its lease are found together: the late end of an earlier attempt deletes nothing.
const deleteDone = prepared<{ readonly lease: string; readonly id: string }>(
  'done-jobs',
  `delete from job using unnest(cast(:ids as uuid[]), cast(:leases as uuid[])) as done (id, lease)
where job.id = done.id and job.lease = done.lease returning job.id, job.lease`,
);

/** Jobs that end at the same time are one statement. */
const endJobs = (db: Database) =>
  batchPerTick(async (jobs: readonly TakenJob[]) => {
    const values = { ids: jobs.map(({ id }) => id), leases: jobs.map(({ lease }) => lease) };
    const deleted = new Set((await deleteDone(db, values)).map(({ id, lease }) => `${id} ${lease}`));
    return jobs.map(({ id, lease }) => deleted.has(`${id} ${lease}`));
  });

type Adjustable = Pick<StoreClock, 'adjustedBy'>;

const NO_CLOCK: Adjustable = { adjustedBy: (read) => read() };

/** `clock`: adjusted whenever due jobs are looked for. */
export function createJobStore(db: Database, clock = NO_CLOCK): JobStore {
  const end = endJobs(db);
  const held = ({ id, lease }: TakenJob) => db('job').where({ id, lease });
  const lookForDue = async (now: Date, maxAttempts: number) => {
    const { rows } = await db.raw<{ rows: readonly [DueRow] }>(ANY_DUE, { now, maxAttempts });
    return { due: rows[0].due, time: Number(rows[0].time) };
  };
  const taken = async (sql: string, taking: Taking): Promise<readonly TakenJob[]> => {
    const lease = uuidv4();
    const { rows } = await db.raw<{ rows: readonly JobRow[] }>(sql, { ...taking, lease });
    return rows.map(({ created_at: createdAt, due_at: dueAt, ...row }) => ({
      ...row,
      lease,
      createdAt,
      dueAt,
    }));
  };
  return {
    add: (job) => enqueue(db, [job]),
    async anyDue(now, maxAttempts) {
      const { due } = await clock.adjustedBy(() => lookForDue(now, maxAttempts));
      return due;
    },
    async count(now, limits) {
      const { rows } = await db.raw<{ rows: readonly CountRow[] }>(COUNT, { now, ...limits });
      return rows.map(({ oldest, ...row }) => ({ ...row, ...present({ oldestDueAt: oldest ?? undefined }) }));
    },
    take: (taking) => taken(TAKE, taking),
    takeForParties: (taking) => taken(TAKE_FOR_PARTIES, taking),
    done: async (job) => (await end(job)) === true,
    async failed(job, reason, dueAt) {
      // A dead job is never taken again, so it keeps no secrets.
      const dead = { dead_at: db.fn.now(), payload: db.raw(`payload - 'sealed'`) };
      const next = dueAt === undefined ? dead : { due_at: dueAt };
      return (await held(job).update({ lease: null, reason, ...next })) === 1;
    },
  };
}

/**
 * Dead jobs and mails of the outbox are deleted after 30 days, used and expired recoveries after a day. The age of a job
 * counts from when it was last due, since a job may be created long before it is due.
 */
export async function sweepDelivery(db: Database): Promise<void> {
  await db.raw(`delete from job where due_at < now() - interval '30 days'`);
  await db.raw(`delete from outbox_mail where created_at < now() - interval '30 days'`);
  await db.raw(`delete from recovery where expires_at < now() - interval '1 day'`);
  await db.raw(`delete from email_change where expires_at < now() - interval '1 day'`);
}
