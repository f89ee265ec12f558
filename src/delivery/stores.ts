/* Stores of the deliveries of webhooks, and of the outbox. */
import type { OutboxStore } from './message-ports.js';
import type { DeliveryStore, WebhookWatch } from './webhook-delivery-store.js';

export interface DeliveryStores {
  readonly outbox: OutboxStore;
  readonly pendingDeliveries: DeliveryStore;
  readonly webhookWatch: WebhookWatch;
}
