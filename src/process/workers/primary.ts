/*
 * The primary process of several workers (WORKERS): it shares the port among them, keeps them running, and answers for all
 * of them on HEALTH_PORT and METRICS_PORT. It handles no request and opens no store.
 */
import type { Config } from '../../config/config.js';
import type { Metrics, MetricValues } from '../../metrics/metrics.js';
import { createLog, sharedOutput } from '../../ops/log.js';
import type { StoreVerdict } from '../../ops/store-watch.js';
import { announce, metricsFor, openOwnPorts } from '../inspection.js';
import { healthOfAll } from './health-of-all.js';
import { startWorker } from './worker-process.js';
import { createWorkerSet, type WorkerSet } from './worker-set.js';

export interface PrimaryOptions {
  readonly count: number;
  readonly print: (text: string) => void;
  /** Resolves to undefined with the signal to stop. */
  readonly stopped: Promise<undefined>;
}

async function textOf(workers: WorkerSet, own: Metrics): Promise<string> {
  const { textOfAll } = await import('../../metrics/metrics.js');
  const asked = workers.current().map((one, at) => one.ask(at === 0 ? 'all_metrics' : 'metrics'));
  const answers = (await Promise.all(asked)) as readonly (MetricValues | undefined)[];
  return textOfAll([...answers.filter((one) => one !== undefined), await own.values(false)]);
}

async function healthOf(workers: WorkerSet): Promise<StoreVerdict> {
  const answers = await Promise.all(workers.current().map((one) => one.ask('health')));
  return healthOfAll(answers as readonly (StoreVerdict | undefined)[]);
}

/** Resolves to the exit code. */
export async function runPrimary(config: Config, { count, print, stopped }: PrimaryOptions): Promise<number> {
  const metrics = await metricsFor(config);
  const log = createLog(config.logLevel, sharedOutput());
  const onCrash = (): void => metrics?.observers.workerCrash();
  const workers = createWorkerSet({ count, start: startWorker, log, onCrash });
  const ports = await openOwnPorts(config, metrics && (() => textOf(workers, metrics)));
  const begun = await Promise.race([workers.start(), stopped]);
  // Workers end with the process that started them.
  if (begun === undefined) return process.exit(0);
  if ('exitCode' in begun) {
    await ports.close();
    return begun.exitCode;
  }
  announce({ ...ports, url: begun.url }, print);
  let draining = false;
  ports.follow({ examine: () => healthOf(workers), draining: () => draining });
  process.on('SIGHUP', workers.replaceAll);
  await stopped;
  draining = true;
  await workers.stop();
  await ports.close();
  return 0;
}
