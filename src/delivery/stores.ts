/* What is kept of webhooks that are sent. */
import type { DeliveryStore, WebhookWatch } from './webhook-delivery-store.js';

export interface DeliveryStores {
  readonly pendingDeliveries: DeliveryStore;
  readonly webhookWatch: WebhookWatch;
}
