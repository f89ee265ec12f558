/*
 * The ports of webhook deliveries: what is sent and when, the outcome of each attempt, and who may see them.
 * Adapters: adapters/knex/jobs/webhook-deliveries.ts, adapters/knex/webhooks/delivery-attempts.ts, adapters/knex/webhooks/webhook-watch.ts.
 */
import type { Actor } from '../events/audit-log.js';
import type { WebhookOwner } from '../scheduling/webhooks/store.js';

/** An event for one webhook; its body is written when it is enqueued. */
export interface NewDelivery {
  readonly webhookId: string;
  /** `BOOKING_CREATED` */
  readonly trigger: string;
  /** Deliveries of one lane of one webhook are sent in order. */
  readonly lane: string;
  readonly payload: object;
  readonly createdAt: Date;
  /** When it may first be sent; at once when absent. */
  readonly dueAt?: Date;
}

export type DeliveryState = 'waiting' | 'delivered' | 'dead';

/** Read again at every attempt. */
export interface Delivery {
  /** UUID; the same at every attempt. */
  readonly id: string;
  readonly state: DeliveryState;
  readonly trigger: string;
  /** Exactly what is signed and sent. */
  readonly body: string;
  readonly url: string;
  /** Sealed by the key ring; absent without a secret. */
  readonly secretSealed?: string;
  /** False when it was switched off or disabled. */
  readonly active: boolean;
}

/** The outcome of one attempt. */
export interface Attempt {
  readonly at: Date;
  readonly durationMs: number;
  /** Absent when there was no answer. */
  readonly status?: number;
  /** The beginning of the answer. */
  readonly answer?: string;
  /** Why it does not count as delivered, as a sentence for the owner. */
  readonly failure?: string;
}

/** `retryAt` absent: it was the last attempt. */
export type Settlement =
  { readonly state: 'delivered' } | { readonly state: 'failed'; readonly retryAt?: Date };

/** A job and the lease that this attempt holds. */
export interface HeldDelivery {
  readonly id: string;
  readonly lease: string;
}

export interface DeliveryStore {
  /** Schedules start and end of existing bookings, those after the id `after`, and enqueues the next part. */
  planMore(webhookId: string, after: number): Promise<void>;
  /** Undefined when the webhook is gone, and its deliveries with it. */
  find(id: string): Promise<Delivery | undefined>;
  /**
   * Records the attempt and ends or delays its job, both or neither; nothing when another replica has the lease by now.
   * Marks the webhook as failing or healthy.
   */
  settle(held: HeldDelivery, attempt: Attempt, settlement: Settlement): Promise<void>;
  /** Ends a delivery without sending it: the webhook was switched off. */
  drop(held: HeldDelivery, reason: string): Promise<void>;
}

/** A webhook as its owners see it with its deliveries. */
export interface WatchedWebhook {
  readonly id: string;
  readonly url: string;
  readonly triggers: readonly string[];
  /** Its owner, by name; absent for the user's own. */
  readonly of?: { readonly kind: 'team' | 'organization' | 'event type' | 'client'; readonly name: string };
  /** Switched on by its owner; `disabledAt` is set when its receiver failed for too long. */
  readonly active: boolean;
  readonly signed: boolean;
  /** Present for the webhook of a client. */
  readonly clientId?: string;
  /** How the use cases of webhooks name it; absent for the webhook of a client. */
  readonly record?: { readonly owner: WebhookOwner; readonly id: number };
  readonly disabledAt?: Date;
  readonly disabledReason?: string;
  readonly failingSince?: Date;
}

export interface WatchedDelivery {
  readonly id: string;
  readonly trigger: string;
  readonly body: string;
  readonly state: DeliveryState;
  readonly createdAt: Date;
  readonly attempts: number;
  /** Time of the next attempt, while it waits. */
  readonly dueAt?: Date;
  readonly last?: Attempt;
  /** Why it was ended without being sent. */
  readonly dropped?: string;
}

/** Newest first. `behind`: the id of the last one seen. */
export interface DeliveryPage {
  readonly behind?: string | undefined;
  readonly limit: number;
}

/** Who can own a new webhook: the account itself, and what it manages. */
export interface WebhookOwnerChoice {
  readonly owner: WebhookOwner;
  readonly kind: 'user' | 'organization' | 'event type';
  /** Of the organization or the event type; empty for the user. */
  readonly name: string;
  /** The team of the event type. */
  readonly team?: string;
}

/** Every query filters by the webhooks that the account manages. */
export interface WebhookWatch {
  /** The account first, then organizations and event types by name; at most `most`. */
  owners(accountId: number, most: number): Promise<readonly WebhookOwnerChoice[]>;
  list(accountId: number): Promise<readonly WatchedWebhook[]>;
  find(accountId: number, webhookId: string): Promise<WatchedWebhook | undefined>;
  deliveries(accountId: number, webhookId: string, page: DeliveryPage): Promise<readonly WatchedDelivery[]>;
  /** Switching on also clears `disabledAt`. False when there is no such webhook. */
  setActive(accountId: number, webhookId: string, active: boolean, actor: Actor): Promise<boolean>;
  /** Enqueues an event of no booking, for this webhook alone. Not for webhooks of clients: `not_found`. */
  sendTest(
    accountId: number,
    webhookId: string,
    actor: Actor,
  ): Promise<'waiting' | 'switched_off' | 'not_found'>;
  /** Sends it at once, with as many attempts as a new one. `switched_off`: switch the webhook on first. */
  sendAgain(
    accountId: number,
    webhookId: string,
    deliveryId: string,
    actor: Actor,
  ): Promise<'waiting' | 'switched_off' | 'not_found'>;
}
