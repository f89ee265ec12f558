/*
 * Expands calendar files in threads: few at once, each file with a limit of time and memory after which its thread is
 * ended. A file that was made to be endless costs its owner an answer and nobody else anything.
 */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { CalendarFault } from '../../src/scheduling/calendars/fault.js';
import { createPool } from '../../src/rate-limits/work-pool.js';
import { errorCode } from '../error-code.js';
import type { Expanded, Expansion } from './expansion.js';

export type Expander = (expansion: Expansion) => Promise<Expanded>;

const CONCURRENCY = { concurrency: 2, waiting: 100 };
const MAX_MS = 10_000;
const LIMITS = { maxOldGenerationSizeMb: 256 };
/** A thread without work is kept so long for the next file. */
const IDLE_MS = 5_000;

/** The thread is written in the same language as this file: compiled beside the compiled, and read by tsx before that. */
const EXTENSION = extname(import.meta.url);
const THREAD = new URL(`./expansion-thread${EXTENSION}`, import.meta.url);
/** Node.js 20 does not hand on to threads what `--import` names. */
const BY_TSX = `import('tsx/esm/api').then(({ register }) => {
  register();
  return import(require('node:worker_threads').workerData);
});`;

const newThread = (): Worker =>
  EXTENSION === '.ts'
    ? new Worker(BY_TSX, { eval: true, workerData: THREAD.href, resourceLimits: LIMITS })
    : new Worker(THREAD, { resourceLimits: LIMITS });

interface Answer {
  readonly expanded?: Expanded;
  readonly fault?: string;
}

const unreadable = (message: string): CalendarFault => new CalendarFault('unreadable', message);

/** What the file did; anything else is ours. */
const failureOf = (error: Error): Error =>
  errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? unreadable('it is too much to read') : error;

async function answerOf(thread: Worker, expansion: Expansion, maxMs: number): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  thread.ref();
  try {
    return await new Promise<Answer>((resolve, reject) => {
      thread.once('message', resolve);
      thread.once('error', (error: Error) => reject(failureOf(error)));
      thread.once('exit', () => reject(unreadable('it cannot be read')));
      timer = setTimeout(() => reject(unreadable('it takes too long to read')), maxMs);
      thread.postMessage(expansion);
    });
  } catch (error) {
    void thread.terminate();
    throw error;
  } finally {
    clearTimeout(timer);
    for (const name of ['message', 'error', 'exit']) thread.removeAllListeners(name);
    // Ending it while it works makes it tell of an error that nobody waits for.
    thread.on('error', () => undefined);
  }
}

interface Threads {
  take(): Worker;
  giveBack(thread: Worker): void;
}

function createThreads(): Threads {
  const idle = new Map<Worker, NodeJS.Timeout>();
  return {
    take() {
      const [waiting] = idle;
      if (waiting === undefined) return newThread();
      const [thread, end] = waiting;
      clearTimeout(end);
      idle.delete(thread);
      return thread;
    },
    giveBack(thread) {
      thread.unref();
      const end = setTimeout(() => {
        idle.delete(thread);
        void thread.terminate();
      }, IDLE_MS);
      end.unref();
      idle.set(thread, end);
    },
  };
}

export function createExpander(maxMs = MAX_MS): Expander {
  const [inPool, threads] = [createPool(CONCURRENCY), createThreads()];
  return (expansion) =>
    inPool(async () => {
      const thread = threads.take();
      const { expanded, fault } = await answerOf(thread, expansion, maxMs);
      threads.giveBack(thread);
      if (expanded === undefined) throw unreadable(fault ?? 'it cannot be read');
      return expanded;
    });
}
