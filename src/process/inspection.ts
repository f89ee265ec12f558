/* How a process is looked at: the ports of its own for health and for metrics, each where it is configured. */
import type { App } from '../app.js';
import type { Config } from '../config/config.js';
import type { Metrics } from '../metrics/metrics.js';
import type { Observers } from '../metrics/observers.js';
import type { HealthDeps } from '../ops/health.js';
import { present } from '../present.js';
import { VERSION } from '../version.js';
import { openHealthListener } from './health-listener.js';
import { openMetricsListener } from './metrics-listener.js';

interface OwnUrls {
  /** Of the probes on HEALTH_PORT. */
  readonly healthUrl?: string;
  /** On METRICS_PORT. */
  readonly metricsUrl?: string;
}

export interface OwnPorts extends OwnUrls {
  /** From now on the probes answer what it says. */
  follow(health: HealthDeps): void;
  close(): Promise<void>;
}

export interface Inspection extends OwnUrls {
  /** Absent where nothing is measured. */
  readonly observers?: Observers;
  /** From now on health and metrics are those of the application. */
  follow(app: Pick<App, 'health' | 'sources'>): void;
  close(): Promise<void>;
}

/** Undefined without METRICS_PORT: then not even the modules are loaded. */
export async function metricsFor({ metricsPort }: Pick<Config, 'metricsPort'>): Promise<Metrics | undefined> {
  if (metricsPort === undefined) return undefined;
  const { createMetrics } = await import('../metrics/metrics.js');
  return createMetrics(VERSION);
}

/** `metrics`: the text; absent without METRICS_PORT. */
export async function openOwnPorts(
  { host, healthPort, metricsPort }: Pick<Config, 'host' | 'healthPort' | 'metricsPort'>,
  metrics: (() => Promise<string>) | undefined,
): Promise<OwnPorts> {
  const health = await openHealthListener({ host, ...present({ healthPort }) });
  try {
    const listener =
      metricsPort === undefined || metrics === undefined
        ? undefined
        : await openMetricsListener({ host, metricsPort }, metrics);
    return {
      ...present({ healthUrl: health.url, metricsUrl: listener?.url }),
      follow: health.follow,
      async close() {
        await health.close();
        await listener?.close();
      },
    };
  } catch (error) {
    await health.close();
    throw error;
  }
}

/** Answers from before the stores are open until after they are closed. */
export async function openInspection(config: Config): Promise<Inspection> {
  const metrics = await metricsFor(config);
  const { follow, ...ports } = await openOwnPorts(config, metrics?.text);
  return {
    ...ports,
    ...present({ observers: metrics?.observers }),
    follow({ health, sources }) {
      follow(health);
      metrics?.follow(sources);
    },
  };
}

/** For the operator. */
export function announce(
  { url, healthUrl, metricsUrl }: OwnUrls & { readonly url: string },
  print: (text: string) => void,
): void {
  print(`Slotkey listens at ${url}`);
  if (healthUrl !== undefined) print(`Health checks are answered at ${healthUrl}`);
  if (metricsUrl !== undefined) print(`Metrics are answered at ${metricsUrl}`);
}
