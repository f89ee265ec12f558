/* The queue. */
import type { JobStore } from './store.js';

export interface JobStores {
  readonly jobs: JobStore;
}
