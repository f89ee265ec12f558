/*
 * The metrics of the process (METRICS_PORT): what it observed while it worked, and what is looked up when they are read.
 * Owns the names and their labels; knows nothing of HTTP.
 */
import { AggregatorRegistry } from 'prom-client';
import { createLookUps } from './look-ups.js';
import { createObservers, type Observers } from './observers.js';
import { createRegistered } from './registered.js';
import type { Sources } from './sources.js';
import { isMetric, METRICS } from './table.js';

interface MetricValue {
  readonly name: string;
  /** How the values of several processes become one, as prom-client names it. */
  readonly aggregator: string;
}

/** What one process says, as it is sent to another one. */
export type MetricValues = readonly MetricValue[];

export interface Metrics {
  readonly observers: Observers;
  /** From now on values are looked up there. */
  follow(sources: Sources): void;
  /** In the text format of Prometheus. Those who ask at the same time get the same. */
  text(): Promise<string>;
  /** `shared`: with what every process would say alike, which costs statements. */
  values(shared: boolean): Promise<MetricValues>;
}

export function createMetrics(version: string): Metrics {
  const registered = createRegistered();
  const { registry, gauge } = registered;
  gauge('slotkey_build_info').labels(version, process.version).set(1);
  const observers = createObservers(registered);
  const lookUps = createLookUps(registered);
  let sources: Sources | undefined;
  let reading: Promise<string> | undefined;

  async function lookUp(shared: boolean): Promise<void> {
    if (sources === undefined) return;
    lookUps.own(sources);
    lookUps.forget(false);
    if (shared) await lookUps.shared(sources).catch(() => lookUps.forget(true));
  }

  async function read(): Promise<string> {
    await lookUp(true);
    return registry.metrics();
  }

  return {
    observers,
    follow: (next) => void (sources = next),
    text: () =>
      (reading ??= read().finally(() => {
        reading = undefined;
      })),
    async values(shared) {
      await lookUp(shared);
      return registry.getMetricsAsJSON();
    },
  };
}

/** The text for several processes as one. `values`: of each of them. */
export const textOfAll = (values: readonly MetricValues[]): Promise<string> =>
  AggregatorRegistry.aggregate(values.map((ones) => ones.map(withRule))).metrics();

/** The defaults of prom-client have rules of their own. */
const withRule = (one: MetricValue): MetricValue => ({
  ...one,
  aggregator: isMetric(one.name) ? METRICS[one.name].processes : 'omit',
});
