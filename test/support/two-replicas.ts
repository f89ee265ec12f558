/* A second replica in front of the same databases: with connections of its own, where the stores are not one process's. */
import { type ProcessClocks, readTime, startStoreClock } from '../../adapters/store-clock.js';
import { openStores } from '../../adapters/stores.js';
import { readConfig } from '../../src/config/config.js';
import { backendName, LOOPBACK } from './backend.js';
import type { Backend } from './backend.js';
import type { Service } from './service.js';

export interface TwoReplicas {
  /** Addresses of the service and of its replica. */
  readonly urls: readonly string[];
  /** After the service. */
  close(): Promise<void>;
}

async function ownStores({ stores, db, env }: Backend, clocks: ProcessClocks | undefined) {
  if (backendName !== 'embedded') {
    const config = readConfig({ NODE_ENV: 'test', OUTBOUND_ALLOW: LOOPBACK, ...env });
    return openStores(config, undefined, { clocks });
  }
  if (clocks === undefined) return undefined;
  const { now, warnings, stop } = await startStoreClock(() => readTime(db), clocks);
  function close(): Promise<void> {
    stop();
    return Promise.resolve();
  }
  return { ...stores, now, warnings: () => Promise.resolve(warnings()), close };
}

/** `clocks`: of the machine of the second one. */
export async function openTwoReplicas(service: Service, clocks?: ProcessClocks): Promise<TwoReplicas> {
  const { backend } = service;
  const own = await ownStores(backend, clocks);
  const replica = await service.replica(own && { ...backend, stores: own });
  return { urls: [service.url, replica.url], close: async () => own?.close() };
}
