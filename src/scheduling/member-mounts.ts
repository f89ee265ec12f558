/*
 * Whose schedules and absences a call is about: the caller's own, or those of a member of the team or organization that
 * the caller manages. Owns the doors to members; what is behind them belongs to schedules/ and out-of-office/.
 */
import { z } from 'zod';
import { invalidToken } from '../api/guard.js';
import type { CallerMembership } from '../api/role.js';
import { idInPath } from '../api/values.js';
import type { AppError } from '../errors.js';
import { notFound } from '../errors.js';
import { placeIn } from './memberships/use-cases.js';
import type { MemberOf, Owner } from './memberships/store.js';

/** Where a member's things are changed; all doors open to the same. */
const TEAM_MOUNT = {
  member: '/v2/teams/:teamId/users/:userId',
  role: 'team admin',
  read: 'TEAM_SCHEDULE_READ',
  write: 'TEAM_SCHEDULE_WRITE',
  person: 'a member of a team',
} as const;

const ORGANIZATION_MOUNT = {
  member: '/v2/organizations/:orgId/users/:userId',
  role: 'org admin',
  read: 'ORG_SCHEDULE_READ',
  write: 'ORG_SCHEDULE_WRITE',
  person: 'a user of an organization',
} as const;

const TEAM_IN_ORGANIZATION_MOUNT = {
  ...TEAM_MOUNT,
  member: '/v2/organizations/:orgId/teams/:teamId/users/:userId',
} as const;

export const MEMBER_MOUNTS = [TEAM_MOUNT, TEAM_IN_ORGANIZATION_MOUNT, ORGANIZATION_MOUNT] as const;
export type MemberMount = (typeof MEMBER_MOUNTS)[number];

/** The guard has found the place; named here, its id is a number in the reference. */
export const groupParams = z.object({ orgId: idInPath.exactOptional(), teamId: idInPath.exactOptional() });
export const memberParams = groupParams.extend({ userId: idInPath });

interface MemberCall {
  readonly membership: CallerMembership;
  readonly params: z.output<typeof memberParams>;
}

export const memberOf = ({ membership, params }: MemberCall): MemberOf => ({
  groupId: placeIn(membership),
  accountId: params.userId,
});

export const noMember = (): AppError =>
  notFound('There is nobody with this id here who is a member by their own word.');

/** Of a person: the token outlived its account by a moment. */
export const unreached = (owner: Owner): AppError =>
  typeof owner === 'number' ? invalidToken() : noMember();
