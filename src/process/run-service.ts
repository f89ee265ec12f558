/* The service as a process: its exit code, its signals and its output. */
import { ConfigError, readConfig } from '../config/config.js';
import type { Environment } from '../config/config.js';
import { errorSummary } from './error-summary.js';
import { announce } from './inspection.js';
import type { RunningService } from './serve.js';

export interface ProcessOutput {
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
}

/** EX_CONFIG of sysexits.h: a restart would not help. */
const EXIT_CONFIG = 78;
const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** A second signal does not wait for running requests. */
const stopSignal = (): Promise<undefined> =>
  new Promise((resolve) => {
    const stop = (): void => {
      for (const signal of SIGNALS) process.off(signal, stop);
      resolve(undefined);
    };
    for (const signal of SIGNALS) process.on(signal, stop);
  });

async function start(env: Environment, print: ProcessOutput['print']): Promise<RunningService> {
  const config = readConfig(env);
  // Loaded after the configuration was read, so that its faults are reported at once.
  const { serve } = await import('./serve.js');
  const service = await serve(config, { print });
  announce(service, print);
  return service;
}

/** Resolves to the exit code once the service has stopped. */
export async function runService(env: Environment, { print, complain }: ProcessOutput): Promise<number> {
  const stopped = stopSignal();
  try {
    const service = await Promise.race([start(env, print), stopped]);
    // Nothing was promised yet, and a start that is killed can be repeated: neither a store nor a migration is waited for.
    if (service === undefined) return process.exit(0);
    await stopped;
    await service.close();
    return 0;
  } catch (error) {
    complain(error instanceof ConfigError ? error.report : `slotkey: ${errorSummary(error)}`);
    return error instanceof ConfigError ? EXIT_CONFIG : 1;
  }
}
