/*
 * Those who book one host stand in line here, before they do so in the database: there, each that waits for the host's
 * lock would keep a connection from everybody else. The line is of this process alone; what counts is the lock.
 */
import { createPool } from '../../rate-limits/work-pool.js';
import type { InPool } from '../../rate-limits/work-pool.js';

const WAITING = 200;

export type PerKeyQueue = <T>(hostId: number, work: () => Promise<T>) => Promise<T>;

interface Line {
  readonly inPool: InPool;
  current: number;
}

/** Throws 429 when a line is full. */
export function createPerKeyQueue(): PerKeyQueue {
  const lines = new Map<number, Line>();
  return async (hostId, work) => {
    const line = lines.get(hostId) ?? {
      inPool: createPool({ concurrency: 1, waiting: WAITING }),
      current: 0,
    };
    lines.set(hostId, line);
    line.current += 1;
    try {
      return await line.inPool(work);
    } finally {
      line.current -= 1;
      if (line.current === 0) lines.delete(hostId);
    }
  };
}
