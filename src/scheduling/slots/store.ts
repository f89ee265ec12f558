/*
 * The ports of slots: what can be booked under a name, what its free time is computed from, and the holds on it.
 * Whether a time can be held is decided by the caller's pure function; the store calls it inside the transaction that
 * has locked the hosts, on what stands then. It may run again from the start. Adapters: adapters/knex/slots/slots.ts,
 * slot-holds.ts. Instants are milliseconds since the epoch.
 */
import type { SlotRules } from '../event-types/event-type.js';
import type { Host, Slot, SlotQuery, Span } from './slot.js';

/** How the public names what it wants to book. A slug is one of a person or of a team. */
export type BookableName =
  | { readonly kind: 'id'; readonly eventTypeId: number }
  | {
      readonly kind: 'personal' | 'team';
      /** Username, or the slug of the team. */
      readonly owner: string;
      readonly eventTypeSlug: string;
      /** Of the organization that the person or the team belongs to. */
      readonly organizationSlug?: string;
    };

export interface Bookable {
  readonly eventType: SlotRules & {
    readonly id: number;
    readonly scheduleId: number | null;
    readonly bookingRequiresAuthentication: boolean;
    /** Whose hours its schedule may say for all hosts. */
    readonly teamId?: number | null;
    readonly rescheduleWithSameRoundRobinHost?: boolean;
  };
  /** Enabled; the first one's clock counts. Empty when nobody hosts it. */
  readonly hostIds: readonly number[];
  readonly need: SlotQuery['need'];
  readonly mandatoryIds?: readonly number[];
}

export interface FreeTimeQuery {
  readonly bookable: Bookable;
  /** Where slots may start. */
  readonly range: Span;
  readonly now: number;
  /** Its time counts as free. */
  readonly exceptBookingUid?: string;
}

/** What stands; without a host who was disabled meanwhile. */
export interface FreeTimeFacts {
  readonly hosts: readonly Host[];
  /** By anybody. */
  readonly held: readonly Span[];
}

export interface SlotStore {
  /** Also a hidden event type; undefined when there is none, or its owner is disabled. */
  find(name: BookableName): Promise<Bookable | undefined>;
  /** Enabled people by username, in the order of the names; those that are unknown are left out. */
  people(usernames: readonly string[], organizationSlug?: string): Promise<readonly number[]>;
  /** Whether both are in one team or organization, which the other one has accepted. */
  share(accountId: number, otherId: number): Promise<boolean>;
  facts(query: FreeTimeQuery): Promise<FreeTimeFacts>;
}

export interface SlotHold {
  readonly uid: string;
  readonly eventTypeId: number;
  readonly start: number;
  readonly end: number;
  readonly until: number;
}

export interface HoldOrder {
  readonly bookable: Bookable;
  readonly hold: SlotHold;
  /** Under each key of the ring, newest first. */
  readonly holders: readonly string[];
  /** How many live holds one holder may have, this one included. */
  readonly most: number;
  readonly now: number;
}

export type HoldRefusal = { readonly kind: 'too_many'; readonly until: number } | { readonly kind: 'gone' };

/** Throws what ends the transaction, and gives the slot otherwise. */
export type DecideHold = (facts: FreeTimeFacts) => Slot;

export interface SlotHoldStore {
  /** `until` of a refusal: when the next of the holder's holds ends. `gone`: the event type. */
  hold(order: HoldOrder, decide: DecideHold): Promise<SlotHold | HoldRefusal>;
  /** Undefined when there is none, or it has expired. */
  find(uid: string, now: number): Promise<SlotHold | undefined>;
  /** Moves or prolongs a live hold; its own time is free for it. */
  change(
    order: Omit<HoldOrder, 'holders' | 'most'>,
    decide: DecideHold,
  ): Promise<SlotHold | { readonly kind: 'gone' } | undefined>;
  /** False when there was none, or it had expired. */
  release(uid: string, now: number): Promise<boolean>;
}
