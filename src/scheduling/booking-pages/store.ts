/*
 * The port of the pages where people book: what everybody may know of who offers event types. Adapter:
 * adapters/knex/event-types/public-owners.ts.
 */
import type { PublicOwner } from '../event-types/public-url.js';
import type { PrivateLink } from '../private-links/store.js';
import type { WeekDay } from '../profile/store.js';

export interface PublicProfile {
  /** As the addresses of the pages name them. */
  readonly owner: PublicOwner;
  /** Of the team; absent for a user. */
  readonly teamId?: number;
  readonly name: string;
  readonly pictureUrl: string | null;
  readonly bio: string | null;
  readonly timeZone: string;
  readonly weekStart: WeekDay;
  /** A team that does not name its members to others. */
  readonly hidesMembers: boolean;
}

/** What a private link leads to. */
export interface LinkedEventType extends Pick<PrivateLink, 'slug' | 'expiresAt' | 'maxUses' | 'uses'> {
  readonly owner: PublicOwner;
}

export interface PublicOwnerStore {
  /** Undefined when there is none, or the account is disabled. */
  find(owner: PublicOwner): Promise<PublicProfile | undefined>;
  /** Also of a link that has expired. */
  findLinked(linkId: string): Promise<LinkedEventType | undefined>;
}
