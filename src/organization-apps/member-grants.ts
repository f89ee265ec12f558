/*
 * The port of members' grants, as their organization sees them: what they permit in which teams and organizations, and
 * nothing else that the member allowed. Implemented by the authorization server
 * (authorization/grants/organization-grants.ts).
 */
import type { Actor } from '../events/audit-log.js';
import type { GrantedIds } from '../scopes/granted-resources.js';

export interface MemberGrant {
  readonly id: string;
  /** What it permits in teams and organizations, a sentence each; empty for full access. */
  readonly permissions: readonly string[];
  /** By team scopes; empty without any. */
  readonly teams: GrantedIds;
  readonly organizations: GrantedIds;
  readonly since: Date;
  /** The application has not exchanged its code for tokens yet. */
  readonly waiting: boolean;
  readonly lastActive: Date;
}

export interface MemberGrants {
  /**
   * `ended`: also when it permits no team and no organization. `administers`: whether the member is an owner or
   * administrator of the organization or of a team of it, so that their bookings contain those of teams.
   */
  read(id: string, administers: boolean): Promise<MemberGrant | 'ended'>;
  /** False when it had ended before. */
  end(id: string, organizationId: number, actor: Actor): Promise<boolean>;
}
