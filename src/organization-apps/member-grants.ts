/*
 * The port of members' grants, as their organization sees them: what they permit in teams and organizations and how far
 * they go, nothing of what else the person allowed. The authorization server hands it in
 * (authorization/grants/organization-grants.ts).
 */
import type { Actor } from '../events/audit-log.js';
import type { GrantedIds } from '../scopes/granted-resources.js';

export interface MemberGrant {
  readonly id: string;
  /** Of teams and organizations, a sentence each; none at all for what may do everything. */
  readonly words: readonly string[];
  /** Through team scopes; no ids where there are none. */
  readonly teams: GrantedIds;
  readonly organizations: GrantedIds;
  readonly since: Date;
  readonly lastActive: Date;
}

export interface MemberGrants {
  /** `gone`: it has ended, or permits no team and no organization. `unused`: no tokens were issued yet. */
  read(id: string): Promise<MemberGrant | 'gone' | 'unused'>;
  /** False when it was gone before. */
  end(id: string, organizationId: number, actor: Actor): Promise<boolean>;
}
