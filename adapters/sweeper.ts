/* Deletes what has expired, in the background. A failed turn is left to the next one. */
import { MINUTE } from '../src/durations.js';

export interface Sweeper {
  /** Waits for a turn that is under way. */
  stop(): Promise<void>;
}

export function startSweeping(
  sweep: () => Promise<unknown>,
  onError: (error: unknown) => void,
  everyMs = MINUTE,
): Sweeper {
  let turn: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    turn = turn.then(sweep).catch(onError);
  }, everyMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await turn;
    },
  };
}
