/*
 * The port of event types of teams, and of all event types of an organization. The team, and its organization where the
 * call names one, are conditions of every statement. Members' copies of a managed event type follow it. Adapter:
 * adapters/knex/event-types/team-event-types.ts.
 */
import type { Actor } from '../../events/audit-log.js';
import type { MemberOf } from '../owner.js';
import type { Team, TeamGroup } from '../teams/store.js';
import type { EventType, EventTypeHost, EventTypeTerms, SchedulingType } from './event-type.js';
import type { EventTypeRefusal, PersonalEventType } from './store.js';

export interface NamedHost extends EventTypeHost {
  readonly name: string;
  readonly username: string;
  readonly avatarUrl: string | null;
}

export interface TeamEventType {
  readonly eventType: EventType & { readonly teamId: number; readonly schedulingType: SchedulingType };
  readonly team: Team;
  /** As in BookableEventType. */
  readonly hosts: readonly NamedHost[];
  /** Of a managed one: the copies of its members. */
  readonly children: readonly EventType[];
}

/** Its hosts, and how they come together. */
export interface Assignment {
  readonly schedulingType: SchedulingType;
  readonly assignAllTeamMembers: boolean;
  /** In the order of importance; unchanged when absent. */
  readonly hosts?: readonly EventTypeHost[];
}

export interface NewTeamEventType extends Assignment {
  readonly terms: EventTypeTerms;
  /** How many event types the team may have with it. */
  readonly most: number;
}

export type TeamEventTypeChange = Assignment & Pick<NewTeamEventType, 'terms'>;

/** `accountIds`: of hosts who have not accepted a membership of the team. */
export type TeamEventTypeRefusal =
  EventTypeRefusal | { readonly kind: 'not_members'; readonly accountIds: readonly number[] };

export interface TeamEventTypeQuery {
  /** Whether to list hidden ones too. */
  readonly hidden: boolean;
  readonly slug?: string;
  /** As in EventTypeQuery. */
  readonly search?: string;
  /** Oldest first when absent. */
  readonly sortCreatedAt?: 'asc' | 'desc';
  readonly take: number;
  readonly skip: number;
}

export interface TeamEventTypeStore {
  /** Undefined when there is no such team. */
  list(group: TeamGroup, query: TeamEventTypeQuery): Promise<readonly TeamEventType[] | undefined>;
  /** Of all teams of an organization; `personal`: and of its members. */
  listIn(
    organizationId: number,
    query: TeamEventTypeQuery & { readonly personal: boolean },
  ): Promise<readonly (TeamEventType | PersonalEventType)[]>;
  /** The team or member of an organization that owns an event type. */
  ownerOf(organizationId: number, id: number): Promise<TeamGroup | MemberOf | undefined>;
  find(group: TeamGroup, id: number): Promise<TeamEventType | undefined>;
  /** Undefined when there is no such team. `slug_taken`: in the team, or by a member who would get a managed one. */
  create(
    group: TeamGroup,
    input: NewTeamEventType,
    actor: Actor,
  ): Promise<TeamEventType | TeamEventTypeRefusal | undefined>;
  /** `revise` as in EventTypeStore. */
  change(
    group: TeamGroup,
    id: number,
    revise: (current: TeamEventTypeChange) => TeamEventTypeChange,
    actor: Actor,
  ): Promise<TeamEventType | Exclude<TeamEventTypeRefusal, 'too_many'> | undefined>;
  /** Together with its members' copies; bookings stay. Returns the removed event type. */
  remove(group: TeamGroup, id: number, actor: Actor): Promise<TeamEventType | undefined>;
}
