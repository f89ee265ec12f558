/* Presents memberships and invitations. Pure. */
import type { InvitationProps } from '../../../views/teams/invitation.js';
import { type MembershipView, TEAMS_TEXT } from '../../../views/teams/my-teams.js';
import type { OwnMembership } from '../../scheduling/memberships/own-store.js';
import type { LastOwner } from '../../scheduling/memberships/store.js';
import { JOIN_PATH, organizationAppsPath } from './deps.js';
import { groupPath } from './member-of.js';

export type InvitationView = Omit<InvitationProps, 'user' | 'csrf' | 'action'>;

/** Managers of an organization find its applications here. */
export function presentMembership(own: OwnMembership): MembershipView {
  const { id, groupId, group, role, accepted, agreed } = own;
  const manages = group.organization && agreed && role !== 'member';
  return {
    ...{ id, group, role, accepted, agreed },
    to: `${JOIN_PATH}/${id}`,
    page: accepted ? groupPath(group.organization ? 'org' : 'team', groupId) : undefined,
    apps: manages ? organizationAppsPath(groupId) : undefined,
  };
}

export const presentInvitation = ({ group, inviter, role, accepted }: OwnMembership): InvitationView => ({
  group,
  inviter,
  role,
  accepted,
  declinable: true,
});

export const isLastOwner = (left: OwnMembership | LastOwner): left is LastOwner =>
  typeof left === 'string' || 'lastOwnerOf' in left;

export const lastOwnerText = (left: LastOwner): string =>
  typeof left === 'string' ? TEAMS_TEXT.lastOwner : TEAMS_TEXT.lastOwnerOf(left.lastOwnerOf);
