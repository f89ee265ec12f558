/* The queue, and what is shown instead of sent where nothing can be sent. */
import type { JobStore, OutboxStore } from './store.js';

export interface JobStores {
  readonly jobs: JobStore;
  readonly outbox: OutboxStore;
}
