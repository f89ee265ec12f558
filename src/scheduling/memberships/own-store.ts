/*
 * The port of a user's own memberships and invitations, and their answers to these. Adapter:
 * adapters/knex/memberships/own-memberships.ts.
 */
import type { Role } from '../../api/role.js';
import type { Actor } from '../../events/audit-log.js';
import type { LastOwner, Membership, Outside } from './store.js';

/** A team or organization, as an invited user sees it. */
export interface GroupView {
  readonly name: string;
  readonly organization: boolean;
  /** Of a team inside one. */
  readonly organizationName?: string;
}

export interface OwnMembership extends Pick<Membership, 'id' | 'groupId' | 'accepted' | 'agreed'> {
  readonly role: Role;
  readonly group: GroupView;
  /** Absent for a user who joined without one, and when that account is deleted. */
  readonly inviter?: string;
}

export interface OwnMembershipStore {
  /** Open invitations first. */
  list(accountId: number): Promise<readonly OwnMembership[]>;
  find(accountId: number, id: number): Promise<OwnMembership | undefined>;
  /** Accepts the membership. */
  agree(accountId: number, id: number, actor: Actor): Promise<OwnMembership | Outside | undefined>;
  /** Also declines an invitation. */
  leave(accountId: number, id: number, actor: Actor): Promise<OwnMembership | LastOwner | undefined>;
}
