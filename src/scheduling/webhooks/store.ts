/*
 * The port of webhooks as records. Each belongs to a person, to a team or organization, or to one event type of either;
 * every method takes whose it is, and what is not theirs is not found. What is sent to them is enqueued where it
 * happens, and delivered by src/delivery. Adapter: adapters/knex/webhooks/webhooks.ts.
 */
import type { Actor } from '../../events/audit-log.js';
import type { Trigger } from '../../events/triggers.js';

/** A person or a place; with an event type, that one of theirs. */
export type WebhookGroup = { readonly eventTypeId?: number } & (
  { readonly accountId: number } | { readonly teamId: number }
);

export interface WebhookTerms {
  readonly subscriberUrl: string;
  readonly triggers: readonly Trigger[];
  readonly active: boolean;
  /** What is sent in the place of the usual body. */
  readonly payloadTemplate: string | null;
  /** Sealed by the key ring, since it has to be read again. */
  readonly sealedSecret: string | null;
}

/** `active`: its owner wants it, and it was not disabled for its failures. */
export interface Webhook extends WebhookTerms {
  readonly id: number;
}

export interface WebhookPage {
  readonly take: number;
  readonly skip: number;
}

/** How many webhooks a person, place or event type may have with it. */
export type NewWebhook = WebhookTerms & { readonly most: number };

/** Only what is named changes. `active: true` also ends what failures had brought about. */
export type WebhookChange = Partial<WebhookTerms>;

export interface WebhookStore {
  /** Oldest first; undefined when they have no such event type. */
  list(group: WebhookGroup, page: WebhookPage): Promise<readonly Webhook[] | undefined>;
  find(group: WebhookGroup, id: number): Promise<Webhook | undefined>;
  /** Undefined when they have no such event type. `url_taken`: by another webhook of the same owner. */
  create(
    group: WebhookGroup,
    input: NewWebhook,
    actor: Actor,
  ): Promise<Webhook | 'url_taken' | 'too_many' | undefined>;
  change(
    group: WebhookGroup,
    id: number,
    change: WebhookChange,
    actor: Actor,
  ): Promise<Webhook | 'url_taken' | undefined>;
  /** With what it was still to be told. Gives what was removed. */
  remove(group: WebhookGroup, id: number, actor: Actor): Promise<Webhook | undefined>;
  /** How many there were; undefined when they have no such event type. */
  removeAll(group: WebhookGroup, actor: Actor): Promise<number | undefined>;
}
