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

interface Watch {
  readonly places: Set<Place>;
  /** Ended with the service. */
  readonly isOver: () => boolean;
  begin(): WorkerProcess;
  /** Gives a worker a place, in which it is replaced when it ends. */
  occupy(worker: WorkerProcess): void;
  end(): Promise<void>;
}

function createWatch({ start, log, onCrash }: WorkerSetDeps): Watch {
  const [places, living] = [new Set<Place>(), new Set<WorkerProcess>()];
  const stopping = new AbortController();
  const { signal } = stopping;
  const isOver = (): boolean => signal.aborted;

  function begin(): WorkerProcess {
    const worker = start();
    living.add(worker);
    void worker.ended.then(() => living.delete(worker));
    return worker;
  }

  /** One that was replaced, or that ends with the service, did not crash. */
  async function watch(place: Place): Promise<void> {
    while (!isOver()) {
      const { worker } = place;
      const isReplaced = (): boolean => place.worker !== worker;
      const since = performance.now();
      const { reason } = await worker.ended;
      if (isOver() || isReplaced()) continue;
      place.crashes = performance.now() - since > LIVED_MS ? 1 : place.crashes + 1;
      onCrash();
      log.error({ reason, count: place.crashes }, 'worker ended, another one is started');
      await sleep(pauseAfter(place.crashes), undefined, { signal }).catch(() => undefined);
      if (!isOver() && !isReplaced()) place.worker = begin();
    }
  }

  return {
    places,
    isOver,
    begin,
    occupy(worker) {
      const place = { worker, crashes: 0 };
      places.add(place);
      void watch(place);
    },
    async end() {
      stopping.abort();
      for (const worker of living) worker.tell('stop');
      await Promise.all([...living].map(({ ended }) => ended));
    },
  };
}

/** False when the new worker did not get so far as to answer: then the old ones go on. */
async function replace({ begin }: Watch, place: Place): Promise<boolean> {
  const next = begin();
  if ((await next.serving) === undefined) return false;
  const { worker } = place;
  place.worker = next;
  worker.tell('retire');
  await worker.ended;
  return true;
}

async function replaceEach(watch: Watch, log: Log): Promise<void> {
  for (const place of watch.places) {
    if (watch.isOver()) return;
    if (await replace(watch, place)) continue;
    if (!watch.isOver()) log.error({}, 'a new worker did not start, the others were not replaced');
    return;
  }
  log.info({ count: watch.places.size }, 'workers replaced');
}

export function createWorkerSet(deps: WorkerSetDeps): WorkerSet {
  const watch = createWatch(deps);
  const replacing = { isAsked: false, isUnderWay: false };

  async function replaceWhileAsked(): Promise<void> {
    replacing.isUnderWay = true;
    while (replacing.isAsked && !watch.isOver()) {
      replacing.isAsked = false;
      await replaceEach(watch, deps.log);
    }
    replacing.isUnderWay = false;
  }

  return {
    async start() {
      const first = watch.begin();
      const url = await first.serving;
      if (url === undefined) return { exitCode: (await first.ended).code };
      watch.occupy(first);
      while (watch.places.size < deps.count) watch.occupy(watch.begin());
      return { url };
    },
    current: () => [...watch.places].map(({ worker }) => worker),
    replaceAll() {
      replacing.isAsked = true;
      if (!replacing.isUnderWay) void replaceWhileAsked();
    },
    stop: () => watch.end(),
  };
}
