/* A second replica in front of the same databases: with connections of its own, where the stores are not one process's. */
import { openStores } from '../../adapters/stores.js';
import { readConfig } from '../../src/config/config.js';
import { backendName, LOOPBACK } from './backend.js';
import type { Service } from './service.js';

export interface TwoReplicas {
  /** Addresses of the service and of its replica. */
  readonly urls: readonly string[];
  /** After the service. */
  close(): Promise<void>;
}

export async function openTwoReplicas(service: Service): Promise<TwoReplicas> {
  const { backend } = service;
  const own =
    backendName === 'embedded'
      ? undefined
      : await openStores(readConfig({ NODE_ENV: 'test', OUTBOUND_ALLOW: LOOPBACK, ...backend.env }));
  const replica = await service.replica(own && { ...backend, stores: own });
  return { urls: [service.url, replica.url], close: async () => own?.close() };
}
