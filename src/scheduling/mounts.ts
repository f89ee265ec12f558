/*
 * The mounts: the caller's own resources, those of a team, of a team inside an organization, of an organization, and
 * those of a member of either, whom the caller manages.
 */
import { z } from 'zod';
import { present } from '../present.js';
import { invalidToken } from '../api/guard.js';
import type { AnonymousCall, Mount, Owned, OwnedCall } from '../api/mount.js';
import type { CallerMembership } from '../api/role.js';
import { idInPath } from '../api/values.js';
import type { AppError } from '../errors.js';
import { notFound } from '../errors.js';
import type { MemberOf, Owner } from './owner.js';
import type { TeamGroup } from './teams/store.js';

/** Organizations are teams too: `teamId` is then the id of the organization. */
export type ResourceOwner = { readonly accountId: number } | { readonly teamId: number };

/** The team of the path, or else its organization. */
export function groupIdOf({ teamId, organizationId }: CallerMembership): number {
  const groupId = teamId ?? organizationId;
  if (groupId === undefined) throw notFound();
  return groupId;
}

const teamParams = z.object({ teamId: idInPath });
const orgParams = z.object({ orgId: idInPath });

/** The guard has found the membership. */
function membershipOf({ membership }: OwnedCall): CallerMembership {
  if (membership === undefined) throw new Error('called without a membership');
  return membership;
}

function ownedByGroup(call: OwnedCall) {
  const membership = membershipOf(call);
  return { owner: { teamId: groupIdOf(membership) }, membership };
}

export const USER_MOUNT: Mount<{ readonly accountId: number }, undefined> = {
  path: '/v2',
  params: z.object({}),
  level: 'user',
  adjective: '',
  ownedBy: ({ principal: { accountId } }) => ({ owner: { accountId }, membership: undefined }),
};

const TEAM_MOUNT: Mount<{ readonly teamId: number }> = {
  path: '/v2/teams/:teamId',
  params: teamParams,
  level: 'team',
  adjective: 'team ',
  ownedBy: ownedByGroup,
};

/** A team has two paths; one that is not in the organization of the path is not found. */
export const TEAM_MOUNTS = [
  TEAM_MOUNT,
  {
    ...TEAM_MOUNT,
    path: '/v2/organizations/:orgId/teams/:teamId',
    params: orgParams.extend(teamParams.shape),
  },
] as const satisfies readonly Mount<unknown>[];

interface TeamPath {
  readonly teamId: number;
  readonly orgId?: number;
}

interface TeamGroupMount extends Mount<TeamGroup, undefined | CallerMembership> {
  readonly ownedBy: (call: AnonymousCall) => Owned<TeamGroup, undefined | CallerMembership>;
}

/** Teams as the path names them, also for callers who are not in them and for calls without a token. */
export const TEAM_GROUP_MOUNTS = TEAM_MOUNTS.map((team: Mount<unknown>): TeamGroupMount => ({
  ...team,
  ownedBy({ membership, params }) {
    const { teamId, orgId: organizationId } = params as TeamPath;
    return { owner: { teamId, ...present({ organizationId }) }, membership };
  },
}));

export const ORGANIZATION_MOUNT: Mount<{ readonly teamId: number }> = {
  path: '/v2/organizations/:orgId',
  params: orgParams,
  level: 'org',
  adjective: 'organization ',
  ownedBy: ownedByGroup,
};

export const GROUP_MOUNTS = [...TEAM_MOUNTS, ORGANIZATION_MOUNT] as const;

type AnyOwner = readonly Mount<ResourceOwner, CallerMembership | undefined>[];
export const USER_AND_TEAM_MOUNTS: AnyOwner = [USER_MOUNT, ...TEAM_MOUNTS];
export const USER_AND_ORGANIZATION_MOUNTS: AnyOwner = [USER_MOUNT, ORGANIZATION_MOUNT];

const ofMember = z.object({ userId: idInPath });

/** The resources of one member, for those who manage the group. */
const memberMount = (group: Mount<unknown>): Mount<MemberOf> => ({
  ...group,
  path: `${group.path}/users/:userId`,
  params: group.params.extend(ofMember.shape),
  adjective: `${group.adjective}member’s `,
  ownedBy(call) {
    const membership = membershipOf(call);
    const { userId } = call.params as z.output<typeof ofMember>;
    return { owner: { groupId: groupIdOf(membership), accountId: userId }, membership };
  },
});

export const ORGANIZATION_MEMBER_MOUNT = memberMount(ORGANIZATION_MOUNT);
export const MEMBER_MOUNTS = GROUP_MOUNTS.map(memberMount);

/** A user's own, for the use cases that members' resources share. */
export const OWN_MOUNT: Mount<Owner, undefined> = {
  ...USER_MOUNT,
  ownedBy: ({ principal: { accountId } }) => ({ owner: accountId, membership: undefined }),
};

export const noMember = (): AppError =>
  notFound(
    'No member with this id has accepted this team or organization: a membership with "accepted": false waits for its user.',
  );

/** An account that was deleted while its token is used, or an account that is not a member. */
export const noOwner = (owner: Owner): AppError => (typeof owner === 'number' ? invalidToken() : noMember());
