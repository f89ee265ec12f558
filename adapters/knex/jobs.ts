/*
 * Jobs in the database: enqueued in the transaction of their cause, taken by whichever replica comes first. Whoever
 * takes one holds it until `due_at`; a lease names the try, so that a late end of an earlier one changes nothing.
 */
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import type { Job, JobKind, JobStore, NewJob } from '../../src/delivery/store.js';
import { mustBeStorable } from '../storable.js';
import type { Database } from './connection.js';

interface JobRow {
  readonly id: string;
  readonly kind: JobKind;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly tries: number;
  readonly created_at: Date;
}

/** In the transaction of the cause: the job is there exactly when the cause is. */
export async function enqueue(trx: Database, jobs: readonly NewJob[]): Promise<void> {
  mustBeStorable(jobs);
  const rows = jobs.map(({ kind, payload, dueAt }) => ({
    id: uuidv7(),
    kind,
    payload: JSON.stringify(payload),
    ...(dueAt && { due_at: dueAt }),
  }));
  if (rows.length > 0) await trx('job').insert(rows);
}

// The array is made once, whatever the planner thinks of the join: rows that were locked are rows that are taken.
const TAKE = `
update job set tries = tries + 1, lease = :lease, due_at = :leaseUntil
where id = any(array(
  select id from job
  where dead_at is null and due_at <= :now and tries < :mostTries
  order by due_at, id limit :atMost
  for update skip locked
))
returning id, kind, payload, tries, created_at`;

export function createJobStore(db: Database): JobStore {
  const held = ({ id, lease }: Job) => db('job').where({ id, lease });
  return {
    add: (job) => enqueue(db, [job]),
    async take(taking) {
      const lease = uuidv4();
      const { rows } = await db.raw<{ rows: readonly JobRow[] }>(TAKE, { ...taking, lease });
      return rows.map(({ created_at: createdAt, ...row }) => ({ ...row, lease, createdAt }));
    },
    done: async (job) => (await held(job).delete()) === 1,
    async failed(job, reason, dueAt) {
      const next = dueAt === undefined ? { dead_at: db.fn.now() } : { due_at: dueAt };
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
