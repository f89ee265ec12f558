/*
 * The port of memberships. A place is a team or an organization, named by its number; whether the caller stands in it is
 * looked at again where something changes, because they may have been removed meanwhile. Adapter:
 * adapters/knex/memberships/memberships.ts.
 */
import type { Role } from '../../api/role.js';
import type { Actor } from '../../events/audit-log.js';

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
  /** Without it the membership is an invitation, and gives nothing. */
  readonly accepted: boolean;
  /**
   * The person said so, and not somebody else for them: only then may the place read and change what is theirs, and
   * only then does the role count for more than a member's. Never without `accepted`.
   */
  readonly agreed: boolean;
  readonly disableImpersonation: boolean;
  readonly user: Member;
}

export type NewMembership = Pick<Membership, 'accountId' | 'role' | 'accepted' | 'disableImpersonation'>;

/** Only what is named changes. */
export type MembershipChange = Partial<Pick<Membership, 'role' | 'accepted' | 'disableImpersonation'>>;

/** Nobody would be left who owns the place; or, of an organization, the teams that are named. */
export type LastOwner = 'last_owner' | { readonly lastOwnerOf: readonly string[] };

/** `above`: it takes a higher role than the caller's own. */
export type Refusal = 'above' | LastOwner;

/** Of a team of an organization, for somebody who is not in the organization. */
export type Outside = 'outside';

export type AddRefusal = 'above' | 'unknown_person' | 'member_already' | Outside;

export interface MembershipQuery {
  /** Of those who agreed alone: an address is nobody's business before. */
  readonly emails?: readonly string[];
  readonly take: number;
  readonly skip: number;
}

export interface MembershipTarget {
  readonly groupId: number;
  readonly id: number;
  /** Who does it. */
  readonly by: number;
}

/** Of the place, as yet; the membership stands. */
export interface StillHosts {
  readonly accountId: number;
  /** Uids of bookings ahead, the next ones first; not always all. */
  readonly stillHosts: readonly string[];
}

export interface MembershipStore {
  /** Oldest first. */
  list(groupId: number, query: MembershipQuery): Promise<readonly Membership[]>;
  find(groupId: number, id: number): Promise<Membership | undefined>;
  /**
   * `accepted` is kept for those who have said yes to the organization of the team, and, in a team on its own, for
   * colleagues of the caller in an organization; anybody else is invited. Undefined when the place is gone, or the
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
   * Leaving an organization is leaving its teams too, and ends the person's booking limits. With `unlessHosting`, in
   * milliseconds since the epoch, only if they host nothing of the place that ends later.
   */
  remove(
    target: MembershipTarget,
    actor: Actor,
    unlessHosting?: number,
  ): Promise<Membership | Refusal | StillHosts | undefined>;
}
