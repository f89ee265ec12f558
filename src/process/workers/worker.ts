/* A worker: a whole service on a port that it shares, which the primary process starts, asks and stops. */
import type { Config } from '../../config/config.js';
import type { Metrics } from '../../metrics/metrics.js';
import { createLog, sharedOutput } from '../../ops/log.js';
import type { HealthDeps } from '../../ops/health.js';
import { present } from '../../present.js';
import { type Inspection, metricsFor } from '../inspection.js';
import { serve } from '../serve.js';
import type { FromWorker, Order, Question, ToWorker } from './messages.js';

const tell = (message: FromWorker): void => void process.send?.(message);

interface Sight {
  health?: HealthDeps;
}

async function answer(question: Question, { health }: Sight, metrics: Metrics | undefined): Promise<unknown> {
  if (question === 'health') return health?.examine();
  return metrics?.values(question === 'all_metrics');
}

function inspectedByPrimary(sight: Sight, metrics: Metrics | undefined): Inspection {
  return {
    ...present({ observers: metrics?.observers }),
    follow({ health, sources }) {
      sight.health = health;
      metrics?.follow(sources);
    },
    close: () => Promise.resolve(),
  };
}

function answerPrimary(sight: Sight, metrics: Metrics | undefined): void {
  process.on('message', (message: ToWorker) => {
    if (message.kind !== 'question') return;
    void answer(message.question, sight, metrics)
      .catch(() => undefined)
      .then((answered) => tell({ kind: 'answer', id: message.id, answer: answered }));
  });
}

const ordered = (order: Order): Promise<undefined> =>
  new Promise((resolve) => {
    process.on('message', (message: ToWorker) => {
      if (message.kind === 'order' && message.order === order) resolve(undefined);
    });
  });

export interface WorkerOptions {
  readonly print: (text: string) => void;
  /** Resolves to undefined with the signal to stop. */
  readonly stopped: Promise<undefined>;
}

/** Resolves to the exit code. */
export async function runWorker(config: Config, { print, stopped }: WorkerOptions): Promise<number> {
  const [retire, stop] = [ordered('retire'), Promise.race([ordered('stop'), stopped])];
  // That of a terminal goes to the primary process, too.
  process.on('SIGHUP', () => undefined);
  const metrics = await metricsFor(config);
  const sight: Sight = {};
  answerPrimary(sight, metrics);
  const log = createLog(config.logLevel, sharedOutput());
  const worker = { inspection: inspectedByPrimary(sight, metrics) };
  const service = await Promise.race([serve(config, { log, print, worker }), stop]);
  if (service === undefined) return 0;
  tell({ kind: 'serving', url: service.url });
  const ended = stop.then(() => service.close());
  await Promise.race([ended, retire.then(() => service.retire())]);
  return 0;
}
