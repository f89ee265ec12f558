/*
 * A pool of jobs: so many run at once, and as soon as one ends the next is taken. One that takes long holds up
 * its own place and no other. Not p-queue: that holds what was handed to it, and here the database is the queue.
 */
import type { Log } from '../ops/log.js';
import type { TakenJob } from './store.js';

export interface JobPoolDeps {
  readonly concurrency: number;
  readonly take: (atMost: number) => Promise<readonly TakenJob[]>;
  /** Never rejects. */
  readonly work: (job: TakenJob) => Promise<void>;
  readonly log: Log;
}

export interface JobPool {
  /** Takes what is due and works it, once; how many there were. */
  turn(): Promise<number>;
  start(): void;
  /** Takes no more; resolves when what is under way has ended. */
  stop(): Promise<void>;
}

const IDLE_MS = 500;
const TROUBLED_MS = 5_000;

interface Bell {
  ring(): void;
  /** Until the next ring, or that of the time since the last wait, or for so long. */
  wait(milliseconds: number): Promise<void>;
}

function createBell(): Bell {
  let rung = false;
  let wake = (): void => undefined;
  return {
    ring() {
      rung = true;
      wake();
    },
    async wait(milliseconds) {
      let timer: NodeJS.Timeout | undefined;
      if (!rung)
        await new Promise<void>((resolve) => {
          wake = resolve;
          timer = setTimeout(resolve, milliseconds);
          timer.unref();
        });
      clearTimeout(timer);
      rung = false;
    },
  };
}

export function createJobPool({ concurrency, take, work, log }: JobPoolDeps): JobPool {
  const underWay = new Set<Promise<void>>();
  const bell = createBell();
  let running: Promise<void> = Promise.resolve();
  let stopped = true;

  function begin(job: TakenJob): void {
    const working = work(job).finally(() => {
      underWay.delete(working);
      bell.ring();
    });
    underWay.add(working);
  }

  /** How long nothing more is to be expected. */
  async function fill(): Promise<number> {
    try {
      if (underWay.size < concurrency) (await take(concurrency - underWay.size)).forEach(begin);
      return IDLE_MS;
    } catch (err) {
      log.warn({ err }, 'jobs cannot be taken');
      return TROUBLED_MS;
    }
  }

  async function run(): Promise<void> {
    while (!stopped) await bell.wait(await fill());
    await Promise.all(underWay);
  }

  return {
    async turn() {
      const taken = await take(concurrency);
      await Promise.all(taken.map(work));
      return taken.length;
    },
    start() {
      stopped = false;
      running = run();
    },
    async stop() {
      stopped = true;
      bell.ring();
      await running;
    },
  };
}
