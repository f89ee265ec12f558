/*
 * The port of event types of people. The owner is a condition of every statement that changes something: what is not
 * theirs is not found. Those of teams are in team-store.ts. Adapter: adapters/knex/event-types/event-types.ts.
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

/** An event type of a person, who is its only host. */
export interface PersonalEventType {
  readonly eventType: EventType;
  readonly owner: EventTypeOwner;
}

export interface EventTypeQuery {
  /** Sees their own hidden ones too, and of others those that everybody sees. */
  readonly viewerId: number;
  /** Whose; the viewer's own when absent. */
  readonly usernames?: readonly string[];
  readonly slug?: string;
  /** Only of people who have joined it. */
  readonly organization?: { readonly id?: number; readonly slug?: string };
  /** Oldest first when absent. */
  readonly sortCreatedAt?: 'asc' | 'desc';
  readonly take: number;
  readonly skip: number;
}

/** What somebody may book, and who would come. */
export interface BookableEventType {
  readonly eventType: EventType;
  /** Of the owner, or of the team. */
  readonly hostName: string;
  /** Enabled, and of a team by their own word; in the order of importance. Empty when nobody hosts it. */
  readonly hosts: readonly EventTypeHost[];
}

/** How the public names an event type: by its number, or by its owner, a person or a team, and its slug. */
export type EventTypeName =
  | number
  | {
      readonly username: string;
      readonly slug: string;
      /** To which the person belongs. */
      readonly organizationSlug?: string;
    }
  | {
      readonly teamSlug: string;
      readonly slug: string;
      /** Of the team; without it a team on its own is meant. */
      readonly organizationSlug?: string;
    };

/** What a write found in its way. */
export type EventTypeRefusal = 'slug_taken' | 'unknown_schedule' | 'unknown_calendar' | 'too_many';

export interface EventTypeStore {
  list(query: EventTypeQuery): Promise<readonly PersonalEventType[]>;
  find(owner: Owner, id: number): Promise<PersonalEventType | undefined>;
  /** Also a hidden one, of a person or of a team; undefined when its owner is disabled. */
  bookable(name: EventTypeName): Promise<BookableEventType | undefined>;
  /** Undefined when there is no such person. */
  create(
    owner: Owner,
    /** `most`: how many event types the person may have with it. */
    input: { readonly terms: EventTypeTerms; readonly most: number },
    actor: Actor,
  ): Promise<PersonalEventType | EventTypeRefusal | undefined>;
  /**
   * `revise` gets what stands, while nobody else can change it, and whether a team manages it; it may be called again,
   * and what it throws ends the change without a trace.
   */
  change(
    owner: Owner,
    id: number,
    revise: (current: EventTypeTerms, managed: boolean) => EventTypeTerms,
    actor: Actor,
  ): Promise<PersonalEventType | Exclude<EventTypeRefusal, 'too_many'> | undefined>;
  /** With its private links and holds; bookings stay. Gives what was removed. `managed`: its team removes it. */
  remove(owner: Owner, id: number, actor: Actor): Promise<PersonalEventType | 'managed' | undefined>;
}
