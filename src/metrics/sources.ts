/* Where the values come from that are looked up when the metrics are read. */
import { MAX_ATTEMPTS } from '../jobs/retries.js';
import type { JobStore } from '../jobs/store.js';

export interface Sources {
  /** Requests of this process. */
  load(): { readonly running: number; readonly waiting: number; readonly turnedAway: number };
  /** Connections of this process to the database. */
  connections(): {
    readonly used: number;
    readonly idle: number;
    readonly waiting: number;
    readonly max: number;
  };
  /** A statement; one row for each kind that has any. `oldestSeconds`: since when the oldest has been due. */
  jobs(): Promise<
    readonly {
      readonly kind: string;
      readonly due: number;
      readonly oldestSeconds: number;
      readonly dead: number;
    }[]
  >;
  /** A statement. */
  reviews(): Promise<number>;
}

/** Beyond these nothing is counted. */
const MAX_JOBS = 10_000;
const MAX_REVIEWS = 1_000;

interface SourceDeps extends Pick<Sources, 'load' | 'connections'> {
  readonly store: Pick<JobStore, 'count'>;
  readonly countWaiting: (most: number) => Promise<number>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

export const createSources = ({ load, connections, store, countWaiting, clock }: SourceDeps): Sources => ({
  load,
  connections,
  reviews: () => countWaiting(MAX_REVIEWS),
  async jobs() {
    const now = clock();
    const counts = await store.count(new Date(now), { most: MAX_JOBS, maxAttempts: MAX_ATTEMPTS });
    return counts.map(({ kind, due, dead, oldestDueAt }) => ({
      ...{ kind, due, dead },
      oldestSeconds: oldestDueAt === undefined ? 0 : Math.max(0, now - oldestDueAt.getTime()) / 1000,
    }));
  },
});
