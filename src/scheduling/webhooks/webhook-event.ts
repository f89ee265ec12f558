/* An event for webhooks that subscribe to its trigger. */
import type { Trigger } from '../../events/triggers.js';

/** Of the payloads; there is only one. */
export const WEBHOOK_VERSION = '2021-10-20';

export interface WebhookEvent {
  readonly trigger: Trigger;
  /** Events of one lane arrive in order. */
  readonly lane: string;
  readonly payload: object;
  readonly createdAt: Date;
  /** When absent, at once. */
  readonly dueAt?: Date;
}
