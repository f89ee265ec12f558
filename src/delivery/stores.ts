/* Deliveries of webhooks, and the outbox that shows messages where none can be sent. */
import type { OutboxStore } from './message-ports.js';
import type { DeliveryStore, WebhookWatch } from './webhook-delivery-store.js';

export interface DeliveryStores {
  readonly outbox: OutboxStore;
  readonly pendingDeliveries: DeliveryStore;
  readonly webhookWatch: WebhookWatch;
}
