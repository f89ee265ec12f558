/* Who may do what to whose membership. Pure; decided under the lock of the team on what stands there then. */
import { outranks } from '../../api/role.js';
import type { Role } from '../../api/role.js';
import type { Membership, MembershipChange, Owner, Refusal } from './store.js';

export const accountOf = (owner: Owner): number => (typeof owner === 'number' ? owner : owner.accountId);

/** Nobody gives a role above the own one; a member gives none. */
export const mayGive = (own: Role, role: Role): boolean => outranks(own, 'admin') && outranks(own, role);

export interface Facts {
  readonly own: Role;
  readonly target: Pick<Membership, 'role' | 'accepted'>;
  /** Others who own the place, have accepted, and can act. */
  readonly otherOwners: number;
}

const endsOwnership = ({ role, accepted }: Facts['target'], change: MembershipChange): boolean =>
  role === 'owner' && accepted && ((change.role ?? role) !== 'owner' || change.accepted === false);

export function changeRefusal(facts: Facts, change: MembershipChange): Refusal | undefined {
  const { own, target, otherOwners } = facts;
  if (!mayGive(own, target.role) || !mayGive(own, change.role ?? target.role)) return 'above';
  return endsOwnership(target, change) && otherOwners === 0 ? 'last_owner' : undefined;
}

/** `self`: who leaves needs no role for it. */
export function removalRefusal(
  { own, target, otherOwners }: Facts,
  { self }: { readonly self: boolean },
): Refusal | undefined {
  if (!self && !mayGive(own, target.role)) return 'above';
  return target.role === 'owner' && target.accepted && otherOwners === 0 ? 'last_owner' : undefined;
}
