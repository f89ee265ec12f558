/*
 * The port of a client's webhook, which receives events of its grants and secrets. Every query filters by manager.
 * Adapter: adapters/knex/clients/client-webhooks.ts.
 */
import type { Actor } from '../events/audit-log.js';

export interface ClientWebhook {
  /** UUID; names its deliveries. */
  readonly id: string;
  readonly url: string;
  readonly active: boolean;
  readonly disabledReason?: string;
}

export interface ClientWebhookStore {
  find(clientId: string, managerId: number): Promise<ClientWebhook | undefined>;
  /** False when the client has one already, or is not found. */
  add(
    clientId: string,
    managerId: number,
    webhook: { readonly url: string; readonly secretSealed: string },
    actor: Actor,
  ): Promise<boolean>;
  /** Its secret and pending deliveries remain; switches it on. False when there is none. */
  move(clientId: string, managerId: number, url: string, actor: Actor): Promise<boolean>;
  /** From now on every attempt is signed with the new one. False when there is none. */
  replaceSecret(clientId: string, managerId: number, secretSealed: string, actor: Actor): Promise<boolean>;
  /** With its deliveries. False when there is none. */
  remove(clientId: string, managerId: number, actor: Actor): Promise<boolean>;
}
