/* Who may do what to whose membership. Pure; decided under the lock of the team on what stands there then. */
import { outranks } from '../../api/role.js';
import type { Role } from '../../api/role.js';
import type { LastOwner, Membership, MembershipChange, Refusal } from './store.js';
import type { Owner } from '../owner.js';

/** Each is a mail to somebody who may never have heard of the caller. */
export const ADDITIONS_PER_ACCOUNT = { attempts: 100, windowSeconds: 3_600 } as const;

export const accountOf = (owner: Owner): number => (typeof owner === 'number' ? owner : owner.accountId);

/** Nobody gives a role above the own one; a member gives none. */
export const mayGive = (own: Role, role: Role): boolean => outranks(own, 'admin') && outranks(own, role);

export interface Facts {
  readonly own: Role;
  readonly target: Pick<Membership, 'role' | 'agreed'>;
  /** Others who own the place by their own word, and can act. */
  readonly otherOwners: number;
  /** Of an organization: its teams that nobody else owns like that, by name. Who leaves it leaves them too. */
  readonly teamsOwnedAlone: readonly string[];
}

/** An ownership that its person has not agreed to is a name; who agreed holds the place. */
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
  if (!mayGive(own, target.role) || !mayGive(own, role)) return 'above';
  if (change.accepted === false) return lastOwnerRefusal(facts);
  return role === 'owner' ? undefined : lastOwnerRefusal({ ...facts, teamsOwnedAlone: [] });
}

/** `self`: who leaves needs no role for it. */
export const removalRefusal = (facts: Facts, { self }: { readonly self: boolean }): Refusal | undefined =>
  !self && !mayGive(facts.own, facts.target.role) ? 'above' : lastOwnerRefusal(facts);
