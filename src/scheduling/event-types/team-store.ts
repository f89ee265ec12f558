/*
 * The port of event types of teams, and of all event types of an organization. The team, and its organization where the
 * call names one, are conditions of every statement. A managed event type carries its members' own along. Adapter:
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
  /** Of a managed one: what its members have of it. */
  readonly children: readonly EventType[];
}

/** What is written of it beside its terms. */
export interface Assignment {
  readonly schedulingType: SchedulingType;
  readonly assignAllTeamMembers: boolean;
  /** In the order of importance; those that stand when absent. */
  readonly hosts?: readonly EventTypeHost[];
}

export interface NewTeamEventType extends Assignment {
  readonly terms: EventTypeTerms;
  /** How many event types the team may have with it. */
  readonly most: number;
}

export type TeamEventTypeChange = Assignment & Pick<NewTeamEventType, 'terms'>;

/** `accountIds`: of hosts who are not in the team by their own word. */
export type TeamEventTypeRefusal =
  EventTypeRefusal | { readonly kind: 'not_members'; readonly accountIds: readonly number[] };

export interface TeamEventTypeQuery {
  /** Whether those that are hidden are shown. */
  readonly hidden: boolean;
  readonly slug?: string;
  /** Oldest first when absent. */
  readonly sortCreatedAt?: 'asc' | 'desc';
  readonly take: number;
  readonly skip: number;
}

export interface TeamEventTypeStore {
  /** Undefined when there is no such team. */
  list(group: TeamGroup, query: TeamEventTypeQuery): Promise<readonly TeamEventType[] | undefined>;
  /** Of all teams of an organization; `personal`: and of those who are in it by their own word. */
  listIn(
    organizationId: number,
    query: TeamEventTypeQuery & { readonly personal: boolean },
  ): Promise<readonly (TeamEventType | PersonalEventType)[]>;
  /** To whom in an organization an event type belongs. */
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
  /** With what its members have of it; bookings stay. Gives what was removed. */
  remove(group: TeamGroup, id: number, actor: Actor): Promise<TeamEventType | undefined>;
}
