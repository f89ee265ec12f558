/*
 * The port of event types of users. Every write filters by owner: an event type of another owner is not found. Those of
 * teams are in team-store.ts. Adapter: adapters/knex/event-types/event-types.ts.
 */
import type { Actor } from '../../events/audit-log.js';
import type { Owner } from '../owner.js';
import type { EventType, EventTypeHost, EventTypeTerms } from './event-type.js';

export interface EventTypeOwner {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly timeZone: string;
}

/** An event type of a user, who is its only host. */
export interface PersonalEventType {
  readonly eventType: EventType;
  readonly owner: EventTypeOwner;
}

export interface EventTypeQuery {
  /** Sees their own hidden event types too, and public ones of others. Absent for a call without a token. */
  readonly viewerId?: number;
  /** Of these users; the viewer's own when absent, and none without a viewer. */
  readonly usernames?: readonly string[];
  readonly slug?: string;
  /** A part of the title or of the slug, in any case. */
  readonly search?: string;
  /** Only of its members. */
  readonly organization?: { readonly id?: number; readonly slug?: string };
  /** Oldest first when absent. */
  readonly sortCreatedAt?: 'asc' | 'desc';
  readonly take: number;
  readonly skip: number;
}

/** An event type that can be booked, with its hosts. */
export interface BookableEventType {
  readonly eventType: EventType;
  /** Of the owner, or of the team. */
  readonly hostName: string;
  /**
   * Enabled accounts, of a team members who have accepted; in the order of importance. Empty without hosts. `name`: of
   * hosts of a team.
   */
  readonly hosts: readonly (EventTypeHost & { readonly name?: string })[];
}

/** How callers name an event type: by its id, or by the name of its owner, a user or a team, and its slug. */
export type EventTypeName =
  | number
  | {
      readonly username: string;
      readonly slug: string;
      /** To which the user belongs. */
      readonly organizationSlug?: string;
    }
  | {
      readonly teamSlug: string;
      readonly slug: string;
      /** Of the team; without it a team on its own is meant. */
      readonly organizationSlug?: string;
    };

/** Why a write was refused. */
export type EventTypeRefusal = 'slug_taken' | 'unknown_schedule' | 'unknown_calendar' | 'too_many';

export interface EventTypeStore {
  list(query: EventTypeQuery): Promise<readonly PersonalEventType[]>;
  find(owner: Owner, id: number): Promise<PersonalEventType | undefined>;
  /** Also a hidden one, of a user or of a team; undefined when its owner is disabled. */
  bookable(name: EventTypeName): Promise<BookableEventType | undefined>;
  /** Undefined when there is no such account. */
  create(
    owner: Owner,
    /** `most`: how many event types the owner may have, this one included. */
    input: { readonly terms: EventTypeTerms; readonly most: number },
    actor: Actor,
  ): Promise<PersonalEventType | EventTypeRefusal | undefined>;
  /**
   * `revise` gets the current terms, locked, and whether a team manages the event type. It may be called again; an error
   * that it throws rolls the change back.
   */
  change(
    owner: Owner,
    id: number,
    revise: (current: EventTypeTerms, managed: boolean) => EventTypeTerms,
    actor: Actor,
  ): Promise<PersonalEventType | Exclude<EventTypeRefusal, 'too_many'> | undefined>;
  /** With its private links and holds; bookings stay. Returns the removed event type. `managed`: only its team can remove it. */
  remove(owner: Owner, id: number, actor: Actor): Promise<PersonalEventType | 'managed' | undefined>;
}
