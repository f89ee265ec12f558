/*
 * The ports of webhooks on their way: what a receiver is told and when, what came of it, and who may look at it.
 * Adapters: adapters/knex/jobs/webhook-deliveries.ts, adapters/knex/webhooks/delivery-attempts.ts, adapters/knex/webhooks/webhook-watch.ts.
 */
import type { Actor } from '../events/audit-log.js';

/** What happened, before it is anything to be sent. */
export interface NewDelivery {
  readonly webhookId: string;
  /** `BOOKING_CREATED` */
  readonly trigger: string;
  /** What has to arrive in order: of one lane of one webhook a later delivery waits for the earlier ones. */
  readonly lane: string;
  readonly payload: object;
  readonly createdAt: Date;
  /** When it may first be sent; at once when absent. */
  readonly dueAt?: Date;
}

export type DeliveryState = 'waiting' | 'delivered' | 'dead';

/** What is sent, and where to; read anew at every try. */
export interface Delivery {
  /** UUID; the same at every try. */
  readonly id: string;
  readonly state: DeliveryState;
  readonly trigger: string;
  /** To the byte what is sent and signed. */
  readonly body: string;
  readonly url: string;
  /** Sealed by the key ring; absent where the owner set none. */
  readonly secretSealed?: string;
  /** False when it was switched off or disabled. */
  readonly active: boolean;
}

/** What came of one try. */
export interface Attempt {
  readonly at: Date;
  readonly durationMs: number;
  /** Absent when there was no answer. */
  readonly status?: number;
  /** The beginning of the answer. */
  readonly answer?: string;
  /** Why it does not count as delivered, in words for the owner. */
  readonly failure?: string;
}

/** `retryAt` absent: it was the last try. */
export type Settlement =
  { readonly state: 'delivered' } | { readonly state: 'failed'; readonly retryAt?: Date };

/** The lease that the try is made under (store.ts). */
export interface HeldDelivery {
  readonly id: string;
  readonly lease: string;
}

export interface DeliveryStore {
  /** Undefined when the webhook is gone, and its deliveries with it. */
  find(id: string): Promise<Delivery | undefined>;
  /**
   * The try and the end or delay of its job, both or neither; nothing when the lease is somebody else's by now. Marks
   * the webhook as failing or sound.
   */
  settle(held: HeldDelivery, attempt: Attempt, settlement: Settlement): Promise<void>;
  /** Not sent and never to be: the webhook was switched off meanwhile. */
  drop(held: HeldDelivery, reason: string): Promise<void>;
}

/** A webhook as its owners see it beside its deliveries. */
export interface WatchedWebhook {
  readonly id: string;
  readonly url: string;
  readonly triggers: readonly string[];
  /** What it belongs to, by name; absent for the person's own. */
  readonly of?: { readonly kind: 'team' | 'organization' | 'event type' | 'client'; readonly name: string };
  /** Its owner wants it; `disabledAt` says that its receiver failed for too long. */
  readonly active: boolean;
  readonly signed: boolean;
  /** Of the webhook of a client. */
  readonly clientId?: string;
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
  /** How often it was tried. */
  readonly tries: number;
  /** When it is tried next, while it waits. */
  readonly dueAt?: Date;
  readonly last?: Attempt;
  /** Why it never will be sent, where it never was. */
  readonly dropped?: string;
}

/** Newest first. `behind`: the id of the last one seen. */
export interface DeliveryPage {
  readonly behind?: string | undefined;
  readonly limit: number;
}

/** Every statement asks whether the person manages the webhook; what they do not is not there. */
export interface WebhookWatch {
  ofPerson(accountId: number): Promise<readonly WatchedWebhook[]>;
  find(accountId: number, webhookId: string): Promise<WatchedWebhook | undefined>;
  deliveries(accountId: number, webhookId: string, page: DeliveryPage): Promise<readonly WatchedDelivery[]>;
  /** Switching on also ends what failures had brought about. False when it is not there. */
  setActive(accountId: number, webhookId: string, active: boolean, actor: Actor): Promise<boolean>;
  /** Sends it at once, as often as a new one. `switched_off`: the webhook has to be switched on first. */
  sendAgain(
    accountId: number,
    webhookId: string,
    deliveryId: string,
    actor: Actor,
  ): Promise<'waiting' | 'switched_off' | 'not_found'>;
}
