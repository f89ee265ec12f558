/*
 * Keeps a number of workers running: one that ends is replaced, after a pause that grows while it happens again; all are
 * replaced one after the other on request. The new worker answers before the old one stops.
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
  /** Of each member of the set. */
  current(): readonly WorkerProcess[];
  /** Once more when it is called meanwhile. */
  replaceAll(): void;
  stop(): Promise<void>;
}

interface Member {
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
  readonly members: Set<Member>;
  /** Ended with the service. */
  readonly isOver: () => boolean;
  begin(): WorkerProcess;
  /** To the set: it is replaced when it ends. */
  add(worker: WorkerProcess): void;
  end(): Promise<void>;
}

function createWatch({ start, log, onCrash }: WorkerSetDeps): Watch {
  const [members, living] = [new Set<Member>(), new Set<WorkerProcess>()];
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
  async function watch(member: Member): Promise<void> {
    while (!isOver()) {
      const { worker } = member;
      const isReplaced = (): boolean => member.worker !== worker;
      const since = performance.now();
      const { reason } = await worker.ended;
      if (isOver() || isReplaced()) continue;
      member.crashes = performance.now() - since > LIVED_MS ? 1 : member.crashes + 1;
      onCrash();
      log.error({ reason, count: member.crashes }, 'worker ended, another one is started');
      await sleep(pauseAfter(member.crashes), undefined, { signal }).catch(() => undefined);
      if (!isOver() && !isReplaced()) member.worker = begin();
    }
  }

  return {
    members,
    isOver,
    begin,
    add(worker) {
      const member = { worker, crashes: 0 };
      members.add(member);
      void watch(member);
    },
    async end() {
      stopping.abort();
      for (const worker of living) worker.tell('stop');
      await Promise.all([...living].map(({ ended }) => ended));
    },
  };
}

/** False when the new worker did not get so far as to answer: then the old ones go on. */
async function replace({ begin }: Watch, member: Member): Promise<boolean> {
  const next = begin();
  if ((await next.serving) === undefined) return false;
  const { worker } = member;
  member.worker = next;
  worker.tell('retire');
  await worker.ended;
  return true;
}

async function replaceEach(watch: Watch, log: Log): Promise<void> {
  for (const member of watch.members) {
    if (watch.isOver()) return;
    if (await replace(watch, member)) continue;
    if (!watch.isOver()) log.error({}, 'a new worker did not start, the others were not replaced');
    return;
  }
  log.info({ count: watch.members.size }, 'workers replaced');
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
      watch.add(first);
      while (watch.members.size < deps.count) watch.add(watch.begin());
      return { url };
    },
    current: () => [...watch.members].map(({ worker }) => worker),
    replaceAll() {
      replacing.isAsked = true;
      if (!replacing.isUnderWay) void replaceWhileAsked();
    },
    stop: () => watch.end(),
  };
}
