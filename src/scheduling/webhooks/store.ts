/*
 * The port of webhooks as records. Each belongs to a user, to a team or organization, or to one event type of either;
 * every method filters by owner. Deliveries are enqueued with their events and sent by src/delivery. Adapter:
 * adapters/knex/webhooks/webhooks.ts.
 */
import type { Actor } from '../../events/audit-log.js';
import type { Trigger } from '../../events/triggers.js';
import type { ListPage } from '../list-page.js';
import type { ResourceOwner } from '../mounts.js';

/** A user or a group, or one of their event types. */
export type WebhookOwner = ResourceOwner & { readonly eventTypeId?: number };

export interface WebhookTerms {
  readonly subscriberUrl: string;
  readonly triggers: readonly Trigger[];
  readonly active: boolean;
  /** Replaces the default body. */
  readonly payloadTemplate: string | null;
  /** Sealed by the key ring; deliveries are signed with it. */
  readonly sealedSecret: string | null;
}

/** `active`: enabled by its owner, and not disabled for its failures. */
export interface Webhook extends WebhookTerms {
  readonly id: number;
}

/** `most`: how many webhooks the owner may have, including this one. */
export type NewWebhook = WebhookTerms & { readonly most: number };

/** Absent members stay unchanged. `active: true` also resets failures. */
export type WebhookChange = Partial<WebhookTerms>;

export interface WebhookStore {
  /** Oldest first; undefined when the owner has no such event type. */
  list(owner: WebhookOwner, page: ListPage): Promise<readonly Webhook[] | undefined>;
  find(owner: WebhookOwner, id: number): Promise<Webhook | undefined>;
  /** Undefined when the owner has no such event type. `url_taken`: by another webhook of the same owner. */
  create(
    owner: WebhookOwner,
    input: NewWebhook,
    actor: Actor,
  ): Promise<Webhook | 'url_taken' | 'too_many' | undefined>;
  change(
    owner: WebhookOwner,
    id: number,
    change: WebhookChange,
    actor: Actor,
  ): Promise<Webhook | 'url_taken' | undefined>;
  /** With its pending deliveries. */
  remove(owner: WebhookOwner, id: number, actor: Actor): Promise<Webhook | undefined>;
  /** Returns their number; undefined when the owner has no such event type. */
  removeAll(owner: WebhookOwner, actor: Actor): Promise<number | undefined>;
}
