/*
 * Collects requests in memory and stores them once a second, so that no request waits for the log and none fails with it.
 * What one client or the whole service may take is bounded here and, for all replicas together, in the store: beyond it
 * requests are counted, and at last not even that.
 */
import { DAY } from '../durations.js';
import { AppError } from '../errors.js';
import type { Log } from '../ops/log.js';
import { keepable } from './entry.js';
import {
  type DayCount,
  KEPT_PER_DAY,
  type NewRequest,
  type RequestBatch,
  type RequestLogStore,
} from './store.js';

export interface RequestLog {
  note(request: NewRequest): void;
  /** Stores what was noted, once; resolves also when that failed. */
  flush(): Promise<void>;
  /** The last flush. */
  stop(): Promise<void>;
}

export interface RequestLogDeps {
  readonly requests: Pick<RequestLogStore, 'add'>;
  readonly log: Log;
  readonly flushAfterMs?: number;
}

const FLUSH_AFTER_MS = 1000;
/** Requests of one flush: about a megabyte. */
const MAX_HELD = 1_000;
/** Clients and days of one flush, of which anybody can invent some. */
const MAX_COUNTS = 5_000;

type Kind = 'refused' | 'succeeded';
type Count = Record<Kind, number> & Pick<DayCount, 'clientId' | 'day'>;

const dayOf = (at: number): string => new Date(Math.floor(at / DAY) * DAY).toISOString().slice(0, 10);

function createHeld() {
  let requests: NewRequest[] = [];
  let counts = new Map<string, Count>();
  /** Totals of all replicas, as the store last said. */
  let totals = new Map<string, DayCount>();
  let today = 0;
  let dayName = '';

  function dayAt(at: number): string {
    const day = Math.floor(at / DAY);
    if (day !== today) [today, dayName, totals] = [day, dayOf(at), new Map<string, DayCount>()];
    return dayName;
  }

  function counted(clientId: string, at: number): Count | undefined {
    const day = dayAt(at);
    const key = `${day} ${clientId}`;
    const known = counts.get(key);
    if (known !== undefined) return known;
    if (counts.size >= MAX_COUNTS) return undefined;
    const count = { clientId, day, refused: 0, succeeded: 0 };
    counts.set(key, count);
    return count;
  }

  return {
    isEmpty: () => counts.size === 0,
    add(request: NewRequest): void {
      const count = counted(request.clientId, request.at);
      if (count === undefined) return;
      const kind: Kind = request.error === undefined ? 'succeeded' : 'refused';
      count[kind] += 1;
      const total = (totals.get(request.clientId)?.[kind] ?? 0) + count[kind];
      if (total <= KEPT_PER_DAY && requests.length < MAX_HELD) requests.push(keepable(request));
    },
    take(): RequestBatch {
      const batch = { requests, counts: [...counts.values()] };
      [requests, counts] = [[], new Map<string, Count>()];
      return batch;
    },
    know(counts: readonly DayCount[]): void {
      if (totals.size >= MAX_COUNTS) totals = new Map();
      for (const count of counts) if (count.day === dayName) totals.set(count.clientId, count);
    },
  };
}

const isOutage = (error: unknown): boolean => error instanceof AppError && error.status === 503;

export function createRequestLog({
  requests,
  log,
  flushAfterMs = FLUSH_AFTER_MS,
}: RequestLogDeps): RequestLog {
  const held = createHeld();
  /** Waits for a store that did not answer. */
  let batch: RequestBatch | undefined;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function send(): Promise<void> {
    if (batch === undefined && held.isEmpty()) return;
    const sent = (batch ??= held.take());
    try {
      held.know(await requests.add(sent));
    } catch (err) {
      if (isOutage(err)) return;
      log.error({ count: sent.requests.length, err }, 'entries of the request log could not be stored');
    }
    batch = undefined;
  }

  function flush(): Promise<void> {
    running = running.then(send);
    return running;
  }

  function soon(): void {
    timer ??= setTimeout(() => {
      void flush().then(() => {
        timer = undefined;
        if (batch !== undefined || !held.isEmpty()) soon();
      });
    }, flushAfterMs).unref();
  }

  return {
    note(request) {
      held.add(request);
      soon();
    },
    flush,
    async stop() {
      clearTimeout(timer);
      await flush();
      // The first one may have sent an older batch.
      await flush();
      clearTimeout(timer);
    },
  };
}
