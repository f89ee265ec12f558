/*
 * The port of a person's own memberships: what they are in or invited to, and their word about it. Adapter:
 * adapters/knex/memberships/own-memberships.ts.
 */
import type { Role } from '../../api/role.js';
import type { Actor } from '../../events/audit-log.js';
import type { LastOwner, Membership, Outside } from './store.js';

/** A team or organization, as somebody sees it who is invited. */
export interface GroupView {
  readonly name: string;
  readonly organization: boolean;
  /** Of a team inside one. */
  readonly organizationName?: string;
}

export interface OwnMembership extends Pick<Membership, 'id' | 'groupId' | 'accepted' | 'agreed'> {
  readonly role: Role;
  readonly place: GroupView;
  /** Absent for who came by themself, and when the other one is gone. */
  readonly inviter?: string;
}

export interface OwnMembershipStore {
  /** What waits for the person's word first. */
  list(accountId: number): Promise<readonly OwnMembership[]>;
  find(accountId: number, id: number): Promise<OwnMembership | undefined>;
  /** From then on they are a member by their own word. */
  agree(accountId: number, id: number, actor: Actor): Promise<OwnMembership | Outside | undefined>;
  /** Also says no to an invitation. */
  leave(accountId: number, id: number, actor: Actor): Promise<OwnMembership | LastOwner | undefined>;
}
