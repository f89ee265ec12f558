/*
 * The port of granted resources: the groups a user can grant, their names, and the index by which an organization finds
 * the grants that cover it or its teams. Adapter: adapters/knex/authorization/granted-resources.ts.
 */
import type { GrantedIds } from '../../scopes/granted-resources.js';

/** A team or organization of which a user is a member. */
export interface GrantableGroup {
  readonly id: number;
  readonly name: string;
  readonly organization: boolean;
  /** Of a team inside one. */
  readonly organizationName?: string;
  /** The user is its owner or administrator; of an organization. */
  readonly manages: boolean;
  /** Its organization admits only listed applications, and not this one. */
  readonly closed: boolean;
}

export interface IndexedGrant {
  readonly familyId: string;
  readonly accountId: number;
  readonly clientId: string;
  /** Through team scopes; no ids without one. */
  readonly teams: GrantedIds;
  readonly organizations: GrantedIds;
  /** Through user scopes instead: only where the user administers a group. */
  readonly administratorsOnly?: true;
  readonly endsAt: Date;
}

export interface GrantedResourcesStore {
  /** Accepted memberships, and the teams of organizations that the user manages; organizations first, by name. */
  grantableGroups(accountId: number, clientId: string): Promise<readonly GrantableGroup[]>;
  /** By id; groups that no longer exist are left out. */
  namesOf(ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  index(grant: IndexedGrant): Promise<void>;
  /** Intersects the index with these groups; idempotent and in any order. An entry without any group is removed. */
  narrow(familyId: string, resources: Pick<IndexedGrant, 'teams' | 'organizations'>): Promise<void>;
}
