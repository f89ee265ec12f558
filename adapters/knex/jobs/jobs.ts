/*
 * Jobs in the database: enqueued in the transaction of their cause, taken by whichever replica comes first. Whoever
 * takes one holds it until `due_at`; a lease names the try, so that a late end of an earlier one changes nothing.
 */
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { present } from '../../../src/present.js';
import type { JobStore, NewJob, TakenJob, Taking } from '../../../src/jobs/store.js';
import type { JobKind } from '../../../src/jobs/kinds.js';
import { mustBeStorable } from '../../storable.js';
import type { Database } from '../connection.js';

interface JobRow {
  readonly id: string;
  readonly kind: JobKind;
  readonly payload: unknown;
  readonly attempts: number;
  readonly created_at: Date;
  readonly due_at: Date;
}

/** A statement has 65,535 parameters at most, and its second of time. */
const MAX_ROWS = 500;

/** In the transaction of the cause: the job is there exactly when the cause is. */
export async function enqueue(trx: Database, jobs: readonly NewJob[]): Promise<void> {
  mustBeStorable(jobs);
  const rows = jobs.map(({ id = uuidv7(), payload, dueAt, ...job }) => ({
    ...job,
    id,
    payload: JSON.stringify(payload),
    ...present({ due_at: dueAt }),
  }));
  for (let from = 0; from < rows.length; from += MAX_ROWS)
    await trx('job').insert(rows.slice(from, from + MAX_ROWS));
}

// The inner question sees the row as it was before.
const RETURNING = `
returning id, kind, payload, tries as attempts, created_at,
  (select waiting.due_at from job waiting where waiting.id = job.id) as due_at`;

// The array is made once, whatever the planner thinks of the join: rows that were locked are rows that are taken.
const TAKE = `
update job set tries = tries + 1, lease = :lease, due_at = :leaseUntil
where id = any(array(
  select id from job
  where dead_at is null and due_at <= :now and tries < :maxAttempts and party is null
  order by due_at, id limit :atMost
  for update skip locked
))${RETURNING}`;

// Whoever has begun in a lane goes on; otherwise the first in line that is due. A job that was taken for the last time
// and never came back holds up nobody.
const NOT_IN_TURN = `
select from job other
where other.lane = job.lane and other.id <> job.id and other.dead_at is null
  and case when other.tries = 0 then job.tries = 0 and other.due_at <= :now and other.place < job.place
    else (other.tries < :maxAttempts or other.due_at > :now)
      and (job.tries = 0 or other.place < job.place or other.lease is not null and other.due_at > :now) end`;

// From one party to the next by skipping in the index, however much waits of each.
const TAKE_FOR_PARTIES = `
with recursive party (id) as (
  select min(party) from job where dead_at is null and party is not null
  union all
  select (select min(job.party) from job where job.dead_at is null and job.party > party.id)
  from party where party.id is not null
), candidate as (
  select free.id from party
  cross join lateral (
    select next.*, row_number() over () as turn from (
      select job.id, job.due_at from job
      where job.party = party.id and job.dead_at is null and job.due_at <= :now and job.tries < :maxAttempts
        and not exists (${NOT_IN_TURN})
      order by job.due_at, job.place
      limit greatest(0, :perParty - (
        select count(*) from job busy
        where busy.party = party.id and busy.dead_at is null and busy.lease is not null and busy.due_at > :now
      ))
    ) next
  ) free
  order by free.turn, free.due_at limit :atMost
)
update job set tries = tries + 1, lease = :lease, due_at = :leaseUntil
where id = any(array(
  select id from job
  where id = any(array(select candidate.id from candidate))
    and dead_at is null and due_at <= :now and tries < :maxAttempts
  for update skip locked
))${RETURNING}`;

export function createJobStore(db: Database): JobStore {
  const held = ({ id, lease }: TakenJob) => db('job').where({ id, lease });
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
    take: (taking) => taken(TAKE, taking),
    takeForParties: (taking) => taken(TAKE_FOR_PARTIES, taking),
    done: async (job) => (await held(job).delete()) === 1,
    async failed(job, reason, dueAt) {
      // What opens a door is of no use to a job that nobody takes any more.
      const dead = { dead_at: db.fn.now(), payload: db.raw(`payload - 'sealed'`) };
      const next = dueAt === undefined ? dead : { due_at: dueAt };
      return (await held(job).update({ lease: null, reason, ...next })) === 1;
    },
  };
}

/**
 * Dead jobs and mails of the outbox are kept for a month, used and expired recoveries for a day. A job is counted from
 * when it was last due: one that waits for a day to come may be older.
 */
export async function sweepDelivery(db: Database): Promise<void> {
  await db.raw(`delete from job where due_at < now() - interval '30 days'`);
  await db.raw(`delete from outbox_mail where created_at < now() - interval '30 days'`);
  await db.raw(`delete from recovery where expires_at < now() - interval '1 day'`);
}
