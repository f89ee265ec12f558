/* Stores of the deliveries of webhooks, of the outbox, and of jobs that were given up. */
import type { DeadJobStore } from '../jobs/dead-job-store.js';
import type { OutboxStore } from './message-ports.js';
import type { FailingWebhooks } from './failing-webhook-store.js';
import type { DeliveryStore, WebhookWatch } from './webhook-delivery-store.js';

export interface DeliveryStores {
  readonly outbox: OutboxStore;
  readonly pendingDeliveries: DeliveryStore;
  readonly webhookWatch: WebhookWatch;
  readonly failingWebhooks: FailingWebhooks;
  readonly deadJobs: DeadJobStore;
}
