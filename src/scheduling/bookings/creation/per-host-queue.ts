/*
 * Bookings of one host wait here, before they wait for the host's lock in the database, where each would occupy a
 * connection. The queue is of this process alone; only the lock decides.
 */
import { createPool } from '../../../rate-limits/work-pool.js';
import type { InPool } from '../../../rate-limits/work-pool.js';

const MAX_WAITING = 200;

export type PerHostQueue = <T>(hostId: number, work: () => Promise<T>) => Promise<T>;

interface HostQueue {
  readonly inPool: InPool;
  current: number;
}

/** Throws 429 when a queue is full. */
export function createPerHostQueue(): PerHostQueue {
  const queues = new Map<number, HostQueue>();
  return async (hostId, work) => {
    const queue = queues.get(hostId) ?? {
      inPool: createPool({ concurrency: 1, waiting: MAX_WAITING }),
      current: 0,
    };
    queues.set(hostId, queue);
    queue.current += 1;
    try {
      return await queue.inPool(work);
    } finally {
      queue.current -= 1;
      if (queue.current === 0) queues.delete(hostId);
    }
  };
}
