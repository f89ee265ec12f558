/* What those webhooks hear that asked for its trigger. */
import type { Trigger } from '../../events/triggers.js';

export interface WebhookEvent {
  readonly trigger: Trigger;
  /** What has to arrive in order. */
  readonly lane: string;
  readonly payload: object;
  readonly createdAt: Date;
  /** At once when absent. */
  readonly dueAt?: Date;
}
