/*
 * The port of webhooks whose deliveries fail, for administrators. Only the host of a receiver is named: its path may be a
 * secret. Adapter: adapters/knex/webhooks/failing-webhooks.ts.
 */

export interface FailingWebhook {
  readonly id: string;
  readonly host: string;
  /** Every attempt has failed since; after a day it is switched off. */
  readonly since: Date;
  readonly owner:
    | { readonly kind: 'user'; readonly id: number; readonly name: string }
    | { readonly kind: 'team'; readonly name: string }
    | { readonly kind: 'client'; readonly id: string; readonly name: string };
}

export interface FailingWebhooks {
  /** Those that have failed longest, at most `most`. Webhooks that are switched off are not among them. */
  list(most: number): Promise<readonly FailingWebhook[]>;
  /** Stops counting at `most`. */
  count(most: number): Promise<number>;
}
