/*
 * The port of memberships. A group is a team or an organization, named by its id. Every change checks the membership of
 * the caller again, because it may have been removed meanwhile. Adapter: adapters/knex/memberships/memberships.ts.
 */
import type { Role } from '../../api/role.js';
import type { Actor } from '../../events/audit-log.js';
import type { ListPage } from '../list-page.js';

export interface Member {
  readonly name: string;
  readonly username: string;
  readonly email: string;
  readonly avatarUrl: string | null;
  readonly bio: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface Membership {
  readonly id: number;
  readonly groupId: number;
  readonly accountId: number;
  readonly role: Role;
  /** Without it the membership is an invitation and allows nothing. */
  readonly accepted: boolean;
  /**
   * The users accepted themselves, not an administrator for them. Only then may the group read and change their data,
   * and only then does the role count for more than a member's. Never without `accepted`.
   */
  readonly agreed: boolean;
  readonly disableImpersonation: boolean;
  /** The address that an administrator invited, until the user accepts. */
  readonly invitedAs?: string;
  readonly user: Member;
}

export type NewMembership = Pick<
  Membership,
  'accountId' | 'role' | 'accepted' | 'disableImpersonation' | 'invitedAs'
>;

/** Absent members stay unchanged. */
export type MembershipChange = Partial<Pick<Membership, 'role' | 'accepted' | 'disableImpersonation'>>;

/** The group would be left without an owner; or, of an organization, the named teams. */
export type LastOwner = 'last_owner' | { readonly lastOwnerOf: readonly string[] };

/** `above`: needs a higher role than the caller's. */
export type Refusal = 'above' | LastOwner;

/** The team belongs to an organization that the user is not in. */
export type Outside = 'outside';

export type AddRefusal = 'above' | 'unknown_account' | 'member_already' | Outside;

export interface MembershipQuery extends ListPage {
  /** Finds only members who accepted themselves: addresses are private before. */
  readonly emails?: readonly string[];
  /** Is part of the name, the username or the address of such a member, or of the address that was invited. */
  readonly search?: string;
}

export interface MembershipTarget {
  readonly groupId: number;
  readonly id: number;
  /** Account id of the caller. */
  readonly by: number;
}

/** Not removed: the member still hosts bookings of the group. */
export interface StillHosts {
  readonly accountId: number;
  /** Uids of upcoming bookings, the next ones first; not always all. */
  readonly stillHosts: readonly string[];
}

export interface MembershipStore {
  /** Oldest first. */
  list(groupId: number, query: MembershipQuery): Promise<readonly Membership[]>;
  find(groupId: number, id: number): Promise<Membership | undefined>;
  /**
   * `accepted` holds for users who have accepted the organization of the team, and, in a team on its own, for
   * colleagues of the caller in an organization; others are invited. Undefined when the group does not exist, or the
   * caller is not in it any more.
   */
  add(
    groupId: number,
    by: number,
    input: NewMembership,
    actor: Actor,
  ): Promise<Membership | AddRefusal | undefined>;
  change(
    target: MembershipTarget,
    change: MembershipChange,
    actor: Actor,
  ): Promise<Membership | Refusal | Outside | undefined>;
  /**
   * Leaving an organization means leaving its teams too, and ends the member's booking limits. With `unlessHosting`, in
   * milliseconds since the epoch, only if they host no booking of the group that ends later.
   */
  remove(
    target: MembershipTarget,
    actor: Actor,
    unlessHosting?: number,
  ): Promise<Membership | Refusal | StillHosts | undefined>;
}
