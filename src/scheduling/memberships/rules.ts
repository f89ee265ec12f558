/* Which changes of memberships a role allows. Pure; the store decides under the lock of the group. */
import { outranks } from '../../api/role.js';
import type { Role } from '../../api/role.js';
import type { LastOwner, Membership, MembershipChange, Refusal } from './store.js';
import type { Owner } from '../owner.js';

/** Each sends a mail to a user who may not know the caller. */
export const ADDITIONS_PER_ACCOUNT = { attempts: 100, windowSeconds: 3_600 } as const;

export const accountOf = (owner: Owner): number => (typeof owner === 'number' ? owner : owner.accountId);

/** Owners and administrators assign roles up to their own; members assign none. */
export const mayAssign = (own: Role, role: Role): boolean => outranks(own, 'admin') && outranks(own, role);

export interface Facts {
  readonly own: Role;
  readonly target: Pick<Membership, 'role' | 'agreed'>;
  /** Other owners who have accepted and whose accounts are active. */
  readonly otherOwners: number;
  /** Of an organization: its teams without another such owner, by name. Leaving it means leaving them too. */
  readonly teamsOwnedAlone: readonly string[];
}

/** Only owners who have accepted count. */
export function lastOwnerRefusal({
  target: { role, agreed },
  otherOwners,
  teamsOwnedAlone,
}: Omit<Facts, 'own'>): LastOwner | undefined {
  if (role === 'owner' && agreed && otherOwners === 0) return 'last_owner';
  return teamsOwnedAlone.length > 0 ? { lastOwnerOf: teamsOwnedAlone } : undefined;
}

export function changeRefusal(facts: Facts, change: MembershipChange): Refusal | undefined {
  const { own, target } = facts;
  const role = change.role ?? target.role;
  if (!mayAssign(own, target.role) || !mayAssign(own, role)) return 'above';
  if (change.accepted === false) return lastOwnerRefusal(facts);
  return role === 'owner' ? undefined : lastOwnerRefusal({ ...facts, teamsOwnedAlone: [] });
}

/** `self`: leaving needs no role. */
export const removalRefusal = (facts: Facts, { self }: { readonly self: boolean }): Refusal | undefined =>
  !self && !mayAssign(facts.own, facts.target.role) ? 'above' : lastOwnerRefusal(facts);
