/*
 * The port of what a grant can reach: where a person has a part, what places are called, and the note of each grant that
 * reaches any, which tells organizations where to look for it. Adapter: adapters/knex/authorization/granted-resources.ts.
 */
import type { GrantedIds } from '../../scopes/granted-resources.js';

/** A team or organization in which a person has a part. */
export interface GrantableGroup {
  readonly id: number;
  readonly name: string;
  readonly organization: boolean;
  /** Of a team inside one. */
  readonly organizationName?: string;
  /** The person is its owner or administrator; of an organization. */
  readonly manages: boolean;
  /** Its organization admits only listed applications, and this is none of them. */
  readonly closed: boolean;
}

export interface IndexedGrant {
  readonly familyId: string;
  readonly accountId: number;
  readonly clientId: string;
  /** Through team scopes; no ids when it has none of them. */
  readonly teams: GrantedIds;
  readonly organizations: GrantedIds;
  readonly endsAt: Date;
}

export interface GrantedResourcesStore {
  /** Accepted memberships, and the teams of organizations that the person manages; organizations first, by name. */
  placesOf(accountId: number, clientId: string): Promise<readonly GrantableGroup[]>;
  /** Of those that are still there. */
  namesOf(ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  note(grant: IndexedGrant): Promise<void>;
  /** To what the note says and this too; in any order, and as often as you like. One that reaches nothing is gone. */
  narrow(familyId: string, resources: Pick<IndexedGrant, 'teams' | 'organizations'>): Promise<void>;
}
