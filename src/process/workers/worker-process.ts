/* One worker, as the primary process sees it. */
import cluster from 'node:cluster';
import type { FromWorker, Order, Question, ToWorker } from './messages.js';

export interface WorkerProcess {
  /** Where it answers; undefined when it ended before. */
  readonly serving: Promise<string | undefined>;
  /** Why: `exit code 1`, `SIGKILL`. */
  readonly ended: Promise<{ readonly code: number; readonly reason: string }>;
  tell(order: Order): void;
  /** Undefined when it does not answer in time. */
  ask(question: Question): Promise<unknown>;
}

const ANSWER_MS = 2000;

export function startWorker(): WorkerProcess {
  const worker = cluster.fork();
  const questions = new Map<number, (answer: unknown) => void>();
  let count = 0;
  const ended = new Promise<Awaited<WorkerProcess['ended']>>((resolve) => {
    worker.once('exit', (code: number | null, signal: string | null) =>
      resolve({ code: code ?? 1, reason: signal ?? `exit code ${String(code)}` }),
    );
  });
  const serving = new Promise<string | undefined>((resolve) => {
    void ended.then(() => resolve(undefined));
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'serving') resolve(message.url);
      else questions.get(message.id)?.(message.answer);
    });
  });
  // A message to a worker that has just ended is no failure: its end is seen.
  const send = (message: ToWorker): void =>
    void (worker.isConnected() && worker.process.send(message, () => undefined));

  return {
    serving,
    ended,
    tell: (order) => send({ kind: 'order', order }),
    ask(question) {
      const id = (count += 1);
      return new Promise((resolve) => {
        const end = (answer: unknown): void => {
          clearTimeout(timer);
          questions.delete(id);
          resolve(answer);
        };
        const timer = setTimeout(() => end(undefined), ANSWER_MS);
        questions.set(id, end);
        void ended.then(() => end(undefined));
        send({ kind: 'question', id, question });
      });
    },
  };
}
