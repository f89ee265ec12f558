/* Members of a group in words, and the roles that one user may give to others. Pure. */
import type { MemberView } from '../../../views/teams/members.js';
import { ROLE_LABELS } from '../../../views/teams/role-labels.js';
import type { Choice } from '../../../views/parts/forms/field.js';
import type { Role } from '../../api/role.js';
import { mayAssign } from '../../scheduling/memberships/rules.js';
import type { Membership } from '../../scheduling/memberships/store.js';

const ROLES: readonly Role[] = ['member', 'admin', 'owner'];

export const isRole = (text: string): text is Role => ROLES.some((role) => role === text);

export const assignableRoles = (own: Role): readonly Choice[] =>
  ROLES.filter((role) => mayAssign(own, role)).map((role) => ({ value: role, label: ROLE_LABELS[role] }));

/** Of users who have not accepted, what an administrator typed is known, and else their number. */
export function presentMember(membership: Membership, viewerId: number): MemberView {
  const { accountId, accepted, agreed, role, user, invitedAs = `User ${accountId}` } = membership;
  return {
    name: agreed ? user.name : invitedAs,
    email: agreed ? user.email : undefined,
    role,
    state: agreed ? 'member' : accepted ? 'unconfirmed' : 'invited',
    isYou: accountId === viewerId,
  };
}
