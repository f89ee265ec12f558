/*
 * Keeps a number of workers running: one that ends is replaced, after a pause that grows while it happens again; all are
 * replaced one after the other on request. Of each place there is at least one worker that answers while it is replaced.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE, SECOND } from '../../durations.js';
import type { Log } from '../../ops/log.js';
import type { WorkerProcess } from './worker-process.js';

export interface WorkerSetDeps {
  readonly count: number;
  readonly start: () => WorkerProcess;
  readonly log: Log;
  readonly onCrash: () => void;
}

export interface WorkerSet {
  /** Starts one, then the others. `exitCode`: of the first one, which ended before it answered. */
  start(): Promise<{ readonly url: string } | { readonly exitCode: number }>;
  /** Of each place, the worker that has it. */
  current(): readonly WorkerProcess[];
  /** Once more when it is called meanwhile. */
  replaceAll(): void;
  stop(): Promise<void>;
}

interface Place {
  worker: WorkerProcess;
  /** Since the last one that lived for a while. */
  crashes: number;
}

const FIRST_PAUSE_MS = SECOND / 4;
const MAX_PAUSE_MS = 30 * SECOND;
const LIVED_MS = MINUTE;

/** Milliseconds. `crashes`: one after the other, at least one. */
export const pauseAfter = (crashes: number): number =>
  Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (crashes - 1));

export function createWorkerSet({ count, start, log, onCrash }: WorkerSetDeps): WorkerSet {
  const [places, living] = [new Set<Place>(), new Set<WorkerProcess>()];
  const stopping = new AbortController();
  const { signal } = stopping;
  const replacing = { isAsked: false, isUnderWay: false };

  function begin(): WorkerProcess {
    const worker = start();
    living.add(worker);
    void worker.ended.then(() => living.delete(worker));
    return worker;
  }

  /** One that was replaced, or that ends with the service, did not crash. */
  async function watch(place: Place): Promise<void> {
    while (!signal.aborted) {
      const { worker } = place;
      const since = performance.now();
      const { reason } = await worker.ended;
      if (signal.aborted || place.worker !== worker) continue;
      place.crashes = performance.now() - since > LIVED_MS ? 1 : place.crashes + 1;
      onCrash();
      log.error({ reason, count: place.crashes }, 'worker ended, another one is started');
      await sleep(pauseAfter(place.crashes), undefined, { signal }).catch(() => undefined);
      if (!signal.aborted && place.worker === worker) place.worker = begin();
    }
  }

  function occupy(worker: WorkerProcess): void {
    const place = { worker, crashes: 0 };
    places.add(place);
    void watch(place);
  }

  /** False when the new worker did not get so far as to answer: then the old ones go on. */
  async function replace(place: Place): Promise<boolean> {
    const next = begin();
    if ((await next.serving) === undefined) return false;
    const { worker } = place;
    place.worker = next;
    worker.tell('retire');
    await worker.ended;
    return true;
  }

  async function replaceEach(): Promise<void> {
    for (const place of places) {
      if (signal.aborted) return;
      if (await replace(place)) continue;
      if (!signal.aborted) log.error({}, 'a new worker did not start, the others were not replaced');
      return;
    }
    log.info({ count }, 'workers replaced');
  }

  async function replaceWhileAsked(): Promise<void> {
    replacing.isUnderWay = true;
    while (replacing.isAsked && !signal.aborted) {
      replacing.isAsked = false;
      await replaceEach();
    }
    replacing.isUnderWay = false;
  }

  return {
    async start() {
      const first = begin();
      const url = await first.serving;
      if (url === undefined) return { exitCode: (await first.ended).code };
      occupy(first);
      while (places.size < count) occupy(begin());
      return { url };
    },
    current: () => [...places].map(({ worker }) => worker),
    replaceAll() {
      replacing.isAsked = true;
      if (!replacing.isUnderWay) void replaceWhileAsked();
    },
    async stop() {
      stopping.abort();
      for (const worker of living) worker.tell('stop');
      await Promise.all([...living].map(({ ended }) => ended));
    },
  };
}
