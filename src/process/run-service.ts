/* The service as a process: its exit code, its signals and its output. */
import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { ConfigError, readConfig } from '../config/config.js';
import type { Config, Environment } from '../config/config.js';
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

async function start(config: Config, print: ProcessOutput['print']): Promise<RunningService> {
  // Loaded after the configuration was read, so that its faults are reported at once.
  const { serve } = await import('./serve.js');
  const service = await serve(config, { print });
  announce(service, print);
  return service;
}

async function runAlone(config: Config, { print, stopped }: RunOptions): Promise<number> {
  const service = await Promise.race([start(config, print), stopped]);
  // Nothing was promised yet, and a start that is killed can be repeated: neither a store nor a migration is waited for.
  if (service === undefined) return process.exit(0);
  await stopped;
  await service.close();
  return 0;
}

interface RunOptions {
  readonly print: ProcessOutput['print'];
  readonly stopped: Promise<undefined>;
}

/** The embedded database serves one process. */
function countOf({ workers, databaseUrl }: Config): number {
  if (workers !== 'auto') return workers;
  return databaseUrl === undefined ? 1 : availableParallelism();
}

async function run(config: Config, options: RunOptions): Promise<number> {
  if (cluster.isWorker) {
    const { runWorker } = await import('./workers/worker.js');
    return runWorker(config, options);
  }
  const count = countOf(config);
  if (count === 1) return runAlone(config, options);
  const { runPrimary } = await import('./workers/primary.js');
  return runPrimary(config, { ...options, count });
}

async function runToEnd(env: Environment, { print, complain }: ProcessOutput): Promise<number> {
  const stopped = stopSignal();
  try {
    return await run(readConfig(env), { print, stopped });
  } catch (error) {
    complain(error instanceof ConfigError ? error.report : `slotkey: ${errorSummary(error)}`);
    return error instanceof ConfigError ? EXIT_CONFIG : 1;
  }
}

/** Resolves to the exit code once the service has stopped. A worker ends there: its primary process would keep it. */
export async function runService(env: Environment, output: ProcessOutput): Promise<number> {
  const code = await runToEnd(env, output);
  return cluster.isWorker ? process.exit(code) : code;
}
