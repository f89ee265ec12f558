/* What needs the attention of an administrator, the most urgent first, each with the page where it is handled. Pure. */
import type { AttentionView } from '../../../views/administration/overview.js';
import type { JobsOfKind } from '../../jobs/dead-job-store.js';
import { MINUTE } from '../../durations.js';
import type { StoreFault } from '../../stores.js';

export interface Situation {
  readonly faults: readonly StoreFault[];
  readonly kinds: readonly JobsOfKind[];
  readonly failingWebhooks: number;
  readonly waitingReviews: number;
  readonly now: Date;
}

export interface AttentionPaths {
  readonly jobs: string;
  readonly review: string;
}

/** A job is taken within a second of its time where a process has room for it. */
const LONG_WAIT_MS = 10 * MINUTE;

const sumOf = (kinds: readonly JobsOfKind[], column: 'waiting' | 'dead'): number =>
  kinds.reduce((sum, kind) => sum + kind[column], 0);

/** Undefined where nothing has waited for long. */
function longWait(kinds: readonly JobsOfKind[], now: Date): Date | undefined {
  const times = kinds.flatMap(({ oldest }) => (oldest === undefined ? [] : [oldest.getTime()]));
  const oldest = Math.min(...times);
  return now.getTime() - oldest > LONG_WAIT_MS && times.length > 0 ? new Date(oldest) : undefined;
}

export function attentionOf(situation: Situation, paths: AttentionPaths): readonly AttentionView[] {
  const { faults, kinds, failingWebhooks, waitingReviews, now } = situation;
  const since = longWait(kinds, now);
  const counted = [
    { what: 'dead_jobs', level: 'danger', count: sumOf(kinds, 'dead'), to: paths.jobs },
    { what: 'failing_webhooks', level: 'warning', count: failingWebhooks, to: paths.jobs },
    { what: 'reviews', level: 'info', count: waitingReviews, to: paths.review },
  ] as const;
  return [
    ...faults.map(({ store, reason }) => ({ what: 'fault', level: 'danger', store, reason }) as const),
    ...(since === undefined
      ? []
      : [
          {
            ...({ what: 'long_wait', level: 'warning' } as const),
            ...{ count: sumOf(kinds, 'waiting'), since, to: paths.jobs },
          },
        ]),
    ...counted.filter(({ count }) => count > 0),
  ];
}
