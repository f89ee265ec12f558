/* Deletes expired records in the background. After a failure the next sweep tries again. */
import { MINUTE } from '../src/durations.js';

export interface Sweeper {
  /** Waits for a running sweep. */
  stop(): Promise<void>;
}

export function startSweeping(
  sweep: () => Promise<unknown>,
  onError: (error: unknown) => void,
  everyMs = MINUTE,
): Sweeper {
  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(sweep).catch(onError);
  }, everyMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
