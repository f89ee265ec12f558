/*
 * The port of teams and organizations. An organization is a team that other teams belong to. Adapter:
 * adapters/knex/teams/teams.ts.
 */
import type { z } from 'zod';
import type { ReadMembership } from '../../api/role.js';
import type { Actor } from '../../events/audit-log.js';
import type { Bounds } from '../../scopes/granted-resources.js';
import type { ListPage } from '../list-page.js';
import type { teamSettings } from './schemas.js';

/** In the names of the public API. */
export type TeamSettings = Readonly<z.output<typeof teamSettings>>;

export interface Team {
  readonly id: number;
  /** Absent for an organization, and for a team on its own. */
  readonly organizationId: number | undefined;
  readonly name: string;
  /** Unique within an organization, and outside of all. */
  readonly slug: string;
  readonly settings: TeamSettings;
}

export interface NewTeam {
  /** Undefined for a team on its own. */
  readonly organizationId: number | undefined;
  readonly name: string;
  /** In order of preference; the first free one is used. */
  readonly slugs: readonly string[];
  readonly settings: TeamSettings;
  /** Whether the creator, who becomes the owner, is a member at once. */
  readonly accepted: boolean;
  /** How many teams there may be, including this one: of the organization, or standalone teams of the user. */
  readonly most: number;
}

/** Absent members stay unchanged; null removes a setting. */
export interface TeamChange {
  readonly name?: string;
  readonly slug?: string;
  readonly settings: { readonly [Name in keyof TeamSettings]?: TeamSettings[Name] | null };
}

/** A team; with an organization it is found only there. */
export interface TeamGroup {
  readonly teamId: number;
  readonly organizationId?: number;
}

export interface TeamQuery extends ListPage {
  /** Account id of a member, by a membership of the team itself. */
  readonly memberId?: number;
  readonly organizationId?: number;
  /** Leaves out teams of organizations that do not admit this application. */
  readonly clientId?: string;
  /** Teams that the application was granted. */
  readonly bounds?: 'all' | Bounds;
}

/** Clients that a team owns, by name: they keep it from being deleted. */
export interface OwningClients {
  readonly clients: readonly string[];
}

export interface GroupSize {
  /** Who have accepted themselves. */
  readonly members: number;
  readonly invited: number;
  /** Of an organization. */
  readonly teams: number;
  /** Of the team itself. */
  readonly eventTypes: number;
}

export interface TeamStore {
  readonly readMembership: ReadMembership;
  /** Teams alone, no organizations; oldest first. */
  list(query: TeamQuery): Promise<readonly Team[]>;
  find(group: TeamGroup): Promise<Team | undefined>;
  findOrganization(id: number): Promise<Team | undefined>;
  /** Of a team or an organization. */
  size(groupId: number): Promise<GroupSize>;
  /** Undefined when the user or the organization does not exist. */
  create(
    accountId: number,
    input: NewTeam,
    actor: Actor,
  ): Promise<Team | 'slug_taken' | 'too_many' | undefined>;
  /** With `from`, only if the team still is like that. */
  change(
    group: TeamGroup,
    change: TeamChange,
    actor: Actor,
    from?: Team,
  ): Promise<Team | 'slug_taken' | 'outdated' | undefined>;
  /** With its memberships, invites and event types; bookings stay. Returns the team, or the clients that block it. */
  remove(group: TeamGroup, actor: Actor): Promise<Team | OwningClients | undefined>;
  /** The user becomes its owner. Undefined when there is no such user. */
  createOrganization(
    ownerId: number,
    input: Pick<Team, 'name' | 'slug'>,
    actor: Actor,
  ): Promise<Team | 'slug_taken' | undefined>;
}
