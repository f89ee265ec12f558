/*
 * The probes on a port of their own (HEALTH_PORT). It has its own queue of new connections, so a probe does not wait
 * behind those of clients, and it answers from before the stores are open until after they are closed.
 */
import type { Config } from '../config/config.js';
import { type HealthDeps, probesOnly } from '../ops/health.js';
import { listen, newServer } from './listener.js';
import { ownUrl } from './own-url.js';

export interface HealthListener {
  /** Absent without HEALTH_PORT. */
  readonly url?: string;
  /** From now on `/readyz` answers what the application says. */
  follow(health: HealthDeps): void;
  close(): Promise<void>;
}

const STARTING: HealthDeps = {
  examine: () =>
    Promise.resolve({ faults: [{ store: 'process', reason: 'The process is starting.' }], warnings: [] }),
  draining: () => false,
};

const NONE: HealthListener = { follow: () => undefined, close: () => Promise.resolve() };

export async function openHealthListener({
  host,
  healthPort,
}: Pick<Config, 'host' | 'healthPort'>): Promise<HealthListener> {
  if (healthPort === undefined) return NONE;
  let current = STARTING;
  const probes = probesOnly({ examine: () => current.examine(), draining: () => current.draining() });
  const server = newServer().on('request', probes);
  const { port, close } = await listen(server, { host, port: healthPort, variable: 'HEALTH_PORT' });
  return {
    url: ownUrl(host, port),
    follow: (health) => void (current = health),
    close,
  };
}
