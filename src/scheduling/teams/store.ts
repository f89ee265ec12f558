/*
 * The port of teams and organizations. An organization is a team that other teams belong to. Adapter:
 * adapters/knex/teams/teams.ts.
 */
import type { ReadMembership } from '../../api/role.js';
import type { Actor } from '../../events/audit-log.js';
import type { Bounds } from '../../scopes/granted-resources.js';
import type { WeekDay } from '../profile/store.js';

/** Shown as they were sent, in the names of the public API. */
export interface TeamSettings {
  readonly logoUrl?: string;
  readonly calVideoLogo?: string;
  readonly appLogo?: string;
  readonly appIconLogo?: string;
  readonly bannerUrl?: string;
  readonly bio?: string;
  readonly theme?: string;
  readonly brandColor?: string;
  readonly darkBrandColor?: string;
  readonly hideBranding?: boolean;
  readonly isPrivate?: boolean;
  readonly hideBookATeamMember?: boolean;
  readonly metadata?: Readonly<Record<string, string | number | boolean>>;
  readonly timeFormat?: 12 | 24;
  readonly timeZone?: string;
  readonly weekStart?: WeekDay;
}

export interface Team {
  readonly id: number;
  /** Absent for an organization, and for a team on its own. */
  readonly organizationId: number | undefined;
  readonly name: string;
  /** Taken once in an organization, and once outside of all. */
  readonly slug: string;
  readonly settings: TeamSettings;
}

export interface NewTeam {
  /** Undefined for a team on its own. */
  readonly organizationId: number | undefined;
  readonly name: string;
  /** The first that is free is taken. */
  readonly slugs: readonly string[];
  readonly settings: TeamSettings;
  /** Who makes it becomes its owner, with `accepted` at once. */
  readonly accepted: boolean;
  /** How many teams there may be with it: of the organization, or of those on their own that the person owns. */
  readonly most: number;
}

/** Only what is named changes; null takes a setting away. */
export interface TeamChange {
  readonly name?: string;
  readonly slug?: string;
  readonly settings: { readonly [Name in keyof TeamSettings]?: TeamSettings[Name] | null };
}

/** A team; with an organization it is found in that one alone. */
export interface TeamGroup {
  readonly teamId: number;
  readonly organizationId?: number;
}

export interface TeamQuery {
  /** Of which this person is a member, by their own membership. */
  readonly memberId?: number;
  readonly organizationId?: number;
  /** Not in an organization that does not admit this application. */
  readonly clientId?: string;
  /** Only what the application was given. */
  readonly bounds?: 'all' | Bounds;
  readonly take: number;
  readonly skip: number;
}

/** Clients that a team owns, by name: they keep it from being deleted. */
export interface OwningClients {
  readonly clients: readonly string[];
}

export interface TeamStore {
  readonly readMembership: ReadMembership;
  /** Teams alone, no organizations; oldest first. */
  list(query: TeamQuery): Promise<readonly Team[]>;
  find(group: TeamGroup): Promise<Team | undefined>;
  /** Undefined when the person or the organization is gone. */
  create(
    accountId: number,
    input: NewTeam,
    actor: Actor,
  ): Promise<Team | 'slug_taken' | 'too_many' | undefined>;
  change(group: TeamGroup, change: TeamChange, actor: Actor): Promise<Team | 'slug_taken' | undefined>;
  /** With its memberships, invites and event types; bookings stay. Gives what was removed, or what is in the way. */
  remove(group: TeamGroup, actor: Actor): Promise<Team | OwningClients | undefined>;
  /** The person becomes its owner. Undefined when there is no such person. */
  createOrganization(
    ownerId: number,
    input: Pick<Team, 'name' | 'slug'>,
    actor: Actor,
  ): Promise<Team | 'slug_taken' | undefined>;
}
