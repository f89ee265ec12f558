/*
 * The port of event types. The owner is a condition of every statement that changes something: what is not theirs is
 * not found. Adapter: adapters/knex/event-types.ts.
 */
import type { Cause } from '../../audit.js';
import type { EventType, EventTypeTerms } from './event-type.js';

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

export interface EventTypeQuestion {
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

/** How the public names an event type: by its number, or by its owner and its slug. */
export type EventTypeName = number | { readonly username: string; readonly slug: string };

/** What a write found in its way. */
export type EventTypeRefusal = 'slug_taken' | 'unknown_schedule' | 'too_many';

export interface EventTypeStore {
  list(question: EventTypeQuestion): Promise<readonly PersonalEventType[]>;
  find(ownerId: number, id: number): Promise<PersonalEventType | undefined>;
  /** Also a hidden one; undefined when its owner is disabled. */
  bookable(name: EventTypeName): Promise<PersonalEventType | undefined>;
  /** Undefined when there is no such person. */
  create(
    ownerId: number,
    /** `most`: how many event types the person may have with it. */
    input: { readonly terms: EventTypeTerms; readonly most: number },
    cause: Cause,
  ): Promise<PersonalEventType | EventTypeRefusal | undefined>;
  /**
   * `revise` gets what stands, while nobody else can change it, and may be called again; what it throws ends the change
   * without a trace.
   */
  change(
    ownerId: number,
    id: number,
    revise: (standing: EventTypeTerms) => EventTypeTerms,
    cause: Cause,
  ): Promise<PersonalEventType | Exclude<EventTypeRefusal, 'too_many'> | undefined>;
  /** With its private links and holds; bookings stay. Gives what was removed. */
  remove(ownerId: number, id: number, cause: Cause): Promise<PersonalEventType | undefined>;
}
