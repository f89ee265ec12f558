/* The metrics of the table in a registry of their own: nothing is global. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { MetricRow } from './row.js';
import { type MetricName, METRICS } from './table.js';

export interface Registered {
  readonly registry: Registry;
  counter(name: MetricName): Counter;
  gauge(name: MetricName): Gauge;
  histogram(name: MetricName): Histogram;
}

const rowOf = (name: MetricName): MetricRow => METRICS[name];

function configurationOf(name: MetricName, registry: Registry) {
  const { help, labels, processes } = rowOf(name);
  return { name, help, labelNames: labels, aggregator: processes, registers: [registry] };
}

/** Of Node.js and of the system, for as long as the process runs; those that are not in the table are left out. */
function addDefaults(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  for (const { name } of registry.getMetricsAsArray())
    if (!Object.hasOwn(METRICS, name)) registry.removeSingleMetric(name);
}

export function createRegistered(): Registered {
  const registry = new Registry();
  addDefaults(registry);
  return {
    registry,
    counter: (name) => new Counter(configurationOf(name, registry)),
    gauge: (name) => new Gauge(configurationOf(name, registry)),
    histogram: (name) =>
      new Histogram({ ...configurationOf(name, registry), buckets: [...(rowOf(name).buckets ?? [])] }),
  };
}
