/* Values that are looked up when the metrics are read: those of this process, and those that every process would say alike. */
import { within } from '../deadline.js';
import { JOB_KINDS } from '../jobs/kinds.js';
import type { Registered } from './registered.js';
import type { Sources } from './sources.js';

const STATEMENTS_MS = 1000;
const KINDS = Object.keys(JOB_KINDS);

export function createLookUps({ gauge, counter }: Registered) {
  const workers = gauge('slotkey_workers');
  const [running, waiting] = [gauge('slotkey_requests_running'), gauge('slotkey_requests_waiting')];
  const turnedAway = counter('slotkey_requests_turned_away_total');
  const connections = gauge('db_client_connection_count');
  const connectionsMax = gauge('db_client_connection_max');
  const connectionsAwaited = gauge('db_client_connection_pending_requests');
  const due = gauge('slotkey_jobs_due');
  const oldest = gauge('slotkey_job_oldest_due_seconds');
  const dead = gauge('slotkey_jobs_dead');
  const reviews = gauge('slotkey_clients_waiting_for_review');
  const incomplete = gauge('slotkey_metrics_incomplete');
  return {
    own(sources: Sources): void {
      workers.set(1);
      const load = sources.load();
      running.set(load.running);
      waiting.set(load.waiting);
      turnedAway.reset();
      turnedAway.inc(load.turnedAway);
      const pool = sources.connections();
      connections.labels('used').set(pool.used);
      connections.labels('idle').set(pool.idle);
      connectionsMax.set(pool.max);
      connectionsAwaited.set(pool.waiting);
    },
    async shared(sources: Sources): Promise<void> {
      const late = () => new Error('the database did not answer in time');
      const read = Promise.all([sources.jobs(), sources.reviews()]);
      const [jobs, clients] = await within(STATEMENTS_MS, read, late);
      for (const kind of KINDS) {
        const counts = jobs.find((one) => one.kind === kind);
        due.labels(kind).set(counts?.due ?? 0);
        oldest.labels(kind).set(counts?.oldestSeconds ?? 0);
        dead.labels(kind).set(counts?.dead ?? 0);
      }
      reviews.set(clients);
    },
    /** What is not known is left out. */
    forget(isIncomplete: boolean): void {
      for (const one of [due, oldest, dead, reviews]) one.reset();
      incomplete.set(isIncomplete ? 1 : 0);
    },
  };
}
