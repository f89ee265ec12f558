/* The stores of clients. */
import type { LogoStore } from './logo/logo-store.js';
import type { ClientRecordStore } from './record-store.js';
import type { BlocklistStore, ClientStore } from './store.js';
import type { UsageStore } from './usage/usage-store.js';
import type { ClientWebhookStore } from './webhook-store.js';

export interface ClientStores {
  readonly clients: ClientStore;
  readonly records: ClientRecordStore;
  readonly logos: LogoStore;
  readonly usage: UsageStore;
  readonly clientWebhooks: ClientWebhookStore;
  readonly blocklists: BlocklistStore;
  /** How many changes of clients this process has made. */
  readonly registryChanges: () => number;
}
