/* The dependencies and paths of the pages of teams and organizations. */
import type { AccountStore } from '../../accounts/store.js';
import type { CallerMembership } from '../../api/role.js';
import type { AppsInUseDeps } from '../../organization-apps/apps-in-use.js';
import type { InviteDeps } from '../../scheduling/memberships/open-invite.js';
import type { Call, MembershipDeps, MembershipUseCases } from '../../scheduling/memberships/use-cases.js';
import type { OwnMembershipStore } from '../../scheduling/memberships/own-store.js';
import type { BookingStore } from '../../scheduling/bookings/store.js';
import type { UserRequest } from '../page.js';
import type { TeamDeps, TeamUseCases } from '../../scheduling/teams/use-cases.js';

export type GroupKind = 'team' | 'org';

/** Of the pages of one team or organization. */
export interface GroupPagesDeps extends TeamDeps, MembershipDeps, InviteDeps {
  readonly bookings: BookingStore;
  readonly accounts: Pick<AccountStore, 'findByEmail'>;
}

export interface GroupPages extends GroupPagesDeps {
  readonly kind: GroupKind;
  readonly useCases: TeamUseCases;
  readonly members: MembershipUseCases;
}

/** For the use cases of memberships. */
export const callOf = (
  { membership }: { readonly membership: CallerMembership },
  { user, clientIp }: UserRequest,
): Call => ({ membership, principal: { accountId: user.account.id }, clientIp });

export interface TeamPagesDeps extends AppsInUseDeps, GroupPagesDeps {
  readonly ownMemberships: OwnMembershipStore;
}

export const TEAMS_PATH = '/settings/teams';
export const LEAVE_PATH = `${TEAMS_PATH}/departures`;
export const NEW_TEAM_PATH = `${TEAMS_PATH}/new`;
export const JOIN_PATH = '/teams/join';
export const ORGANIZATIONS_PATH = '/settings/organizations';
export const ORGANIZATION_APPS_PATH = `${ORGANIZATIONS_PATH}/:id/apps`;

export const organizationAppsPath = (id: number): string => ORGANIZATION_APPS_PATH.replace(':id', String(id));
