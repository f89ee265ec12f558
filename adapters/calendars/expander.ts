/*
 * Expands calendar files in threads: few at once, each file with a limit of time and memory after which its thread is
 * terminated. A file that is made to be endless only delays its owner.
 */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createPool } from '../../src/rate-limits/work-pool.js';
import { errorCode } from '../error-code.js';
import { unreadable } from './calls.js';
import type { Expanded, Expansion } from './expansion.js';

export type Expander = (expansion: Expansion) => Promise<Expanded>;

const CONCURRENCY = { concurrency: 2, waiting: 100 };
const MAX_MS = 10_000;
const LIMITS = { maxOldGenerationSizeMb: 256 };
/** An idle thread is kept this long for the next file. */
const IDLE_MS = 5_000;

/** Of this file and of the thread: `.js` when compiled, `.ts` under tsx. */
const EXTENSION = extname(import.meta.url);
const THREAD = new URL(`./expansion-thread${EXTENSION}`, import.meta.url);
/** Node.js 20 does not pass `--import` on to threads. */
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

/** Running out of memory is the fault of the file, any other error is ours. */
const failureOf = (error: Error): Error =>
  errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? unreadable('it is too large') : error;

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
    // Terminating a thread that works emits an error that nothing waits for.
    thread.on('error', () => undefined);
  }
}

function createThreads() {
  const idle = new Map<Worker, NodeJS.Timeout>();
  return {
    acquire(): Worker {
      const [waiting] = idle;
      if (waiting === undefined) return newThread();
      const [thread, end] = waiting;
      clearTimeout(end);
      idle.delete(thread);
      return thread;
    },
    release(thread: Worker): void {
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
      const thread = threads.acquire();
      const { expanded, fault } = await answerOf(thread, expansion, maxMs);
      threads.release(thread);
      if (expanded === undefined) throw unreadable(fault ?? 'it cannot be read');
      return expanded;
    });
}
