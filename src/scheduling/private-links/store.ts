/*
 * The port of private links. A link belongs to an event type of a user or a team, whose id every method takes: links of
 * other owners are not found. Uses are counted where bookings are made. Adapter: adapters/knex/event-types/private-links.ts.
 */
import type { Actor } from '../../events/audit-log.js';

/** Each limit is absent when it is null; at least one is there. */
export interface LinkLimits {
  /** Milliseconds since the epoch. */
  readonly expiresAt: number | null;
  readonly maxUses: number | null;
}

export interface PrivateLink extends LinkLimits {
  readonly id: string;
  readonly eventTypeId: number;
  readonly slug: string;
  readonly uses: number;
}

export interface NewPrivateLink extends LinkLimits {
  readonly id: string;
  /** How many links the event type may have with it. */
  readonly most: number;
}

/** An event type of a user or of a team. */
export type LinkGroup = { readonly eventTypeId: number } & (
  { readonly accountId: number } | { readonly teamId: number }
);

export interface PrivateLinkStore {
  /** Oldest first; undefined when they have no such event type. */
  list(group: LinkGroup): Promise<readonly PrivateLink[] | undefined>;
  /** Undefined when they have no such event type. */
  create(
    group: LinkGroup,
    input: NewPrivateLink,
    actor: Actor,
  ): Promise<PrivateLink | 'too_many' | undefined>;
  /**
   * A limit that is not named stays. `used_more`: it was used more often than the new limit allows; `unlimited`: no limit
   * would be left; nothing has changed.
   */
  change(
    group: LinkGroup,
    linkId: string,
    limits: Partial<LinkLimits>,
    actor: Actor,
  ): Promise<PrivateLink | 'used_more' | 'unlimited' | undefined>;
  find(group: LinkGroup, linkId: string): Promise<PrivateLink | undefined>;
  remove(group: LinkGroup, linkId: string, actor: Actor): Promise<'removed' | 'not_found'>;
}
