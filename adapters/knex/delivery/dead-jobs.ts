/*
 * The job queue for administrators. It is read through the indexes of what is due, retried or dead, and no further than
 * `most` (migrations/044-administration.sql): jobs that are due later are not looked at.
 */
import type { Actor } from '../../../src/events/audit-log.js';
import type { DeadJob, DeadJobPage, DeadJobStore, JobsOfKind } from '../../../src/jobs/dead-job-store.js';
import { present } from '../../../src/present.js';
import { isStorable } from '../../storable.js';
import type { Database } from '../connection.js';
import { emit } from '../events/emit.js';
import { selectRows } from '../rows.js';
import { inTransaction } from '../transaction.js';

interface DeadRow {
  readonly id: string;
  readonly kind: string;
  readonly payload: unknown;
  readonly tries: number;
  readonly reason: string | null;
  readonly created_at: Date;
  readonly dead_at: Date;
}

interface KindRow extends Omit<JobsOfKind, 'oldest'> {
  readonly oldest: Date | null;
}

const BY_KIND = `
select kind, sum(waiting)::int as waiting, min(due_at) as oldest, sum(retried)::int as retried, sum(dead)::int as dead
from (
  (select kind, 1 as waiting, 0 as retried, 0 as dead, due_at from job
  where dead_at is null and due_at <= :now and tries < :maxAttempts order by due_at limit :most)
  union all
  (select kind, 0, 1, 0, null from job
  where dead_at is null and lease is null and tries > 0 order by due_at limit :most)
  union all
  (select kind, 0, 0, 1, null from job where dead_at is not null order by dead_at desc limit :most)
) as counted
group by kind order by kind`;

const toDeadJob = ({ tries, reason, created_at: createdAt, dead_at: deadAt, ...row }: DeadRow): DeadJob => ({
  ...row,
  ...{ attempts: tries, createdAt, deadAt },
  ...present({ reason: reason ?? undefined }),
});

const COLUMNS = ['id', 'kind', 'payload', 'tries', 'reason', 'created_at', 'dead_at'] as const;
const NEWEST_FIRST = [
  { column: 'dead_at', order: 'desc' },
  { column: 'id', order: 'desc' },
];

const dead = (db: Database) => db<DeadRow>('job').whereNotNull('dead_at');

async function list(db: Database, { kind, after, most }: DeadJobPage): Promise<readonly DeadJob[]> {
  if (kind !== undefined && !isStorable(kind)) return [];
  const rows = dead(db)
    .select(...COLUMNS)
    .orderBy(NEWEST_FIRST)
    .limit(most);
  if (kind !== undefined) void rows.where({ kind });
  if (after !== undefined) void rows.whereRaw('(dead_at, id) < (?, ?)', [after.at, after.id]);
  return (await rows).map(toDeadJob);
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const DISCARDED = 'It was given up, and then discarded by an administrator.';

async function retry(trx: Database, id: string, actor: Actor): Promise<boolean> {
  const again = { dead_at: null, lease: null, tries: 0, reason: null, due_at: trx.fn.now() };
  const [job] = await trx('job')
    .where({ id })
    .whereNotNull('dead_at')
    .update(again)
    .returning<Pick<DeadRow, 'kind'>[]>('kind');
  if (job === undefined) return false;
  await emit(trx, actor, { action: 'job.retried', subject: `job:${id}`, facts: { kind: job.kind } });
  return true;
}

async function discard(trx: Database, id: string, actor: Actor): Promise<boolean> {
  const [job] = await dead(trx).where({ id }).delete().returning('kind');
  if (job === undefined) return false;
  const failure = trx.raw('coalesce(failure, ?)', [DISCARDED]);
  if (job.kind === 'webhook')
    await trx('webhook_delivery').where({ id, state: 'waiting' }).update({ state: 'dead', failure });
  await emit(trx, actor, { action: 'job.discarded', subject: `job:${id}`, facts: { kind: job.kind } });
  return true;
}

export const createDeadJobStore = (db: Database): DeadJobStore => ({
  async byKind(query) {
    const rows = await selectRows<KindRow>(db, BY_KIND, query);
    return rows.map(({ oldest, ...row }) => ({ ...row, ...present({ oldest: oldest ?? undefined }) }));
  },
  list: (page) => list(db, page),
  async find(id) {
    const row = UUID.test(id)
      ? await dead(db)
          .where({ id })
          .first(...COLUMNS)
      : undefined;
    return row && toDeadJob(row);
  },
  retry: async (id, actor) => UUID.test(id) && inTransaction(db, (trx) => retry(trx, id, actor)),
  discard: async (id, actor) => UUID.test(id) && inTransaction(db, (trx) => discard(trx, id, actor)),
});
