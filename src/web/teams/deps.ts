/* The dependencies and paths of the pages of teams and organizations. */
import type { KeyRing } from '../../keys/key-ring.js';
import type { AppsInUseDeps } from '../../organization-apps/apps-in-use.js';
import type { InviteStore } from '../../scheduling/memberships/invite-store.js';
import type { OwnMembershipStore } from '../../scheduling/memberships/own-store.js';
import type { BookingStore } from '../../scheduling/bookings/store.js';
import type { TeamDeps, TeamUseCases } from '../../scheduling/teams/use-cases.js';

export type GroupKind = 'team' | 'org';

/** Of the pages of one team or organization. */
export interface GroupPagesDeps extends TeamDeps {
  readonly bookings: Pick<BookingStore, 'listIn'>;
  readonly appUrl: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

export interface GroupPages extends GroupPagesDeps {
  readonly kind: GroupKind;
  readonly useCases: TeamUseCases;
}

export interface TeamPagesDeps extends AppsInUseDeps, GroupPagesDeps {
  readonly ownMemberships: OwnMembershipStore;
  readonly invites: InviteStore;
  readonly keys: KeyRing;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

export const TEAMS_PATH = '/settings/teams';
export const LEAVE_PATH = `${TEAMS_PATH}/departures`;
export const NEW_TEAM_PATH = `${TEAMS_PATH}/new`;
export const JOIN_PATH = '/teams/join';
export const ORGANIZATIONS_PATH = '/settings/organizations';
export const ORGANIZATION_APPS_PATH = `${ORGANIZATIONS_PATH}/:id/apps`;

export const organizationAppsPath = (id: number): string => ORGANIZATION_APPS_PATH.replace(':id', String(id));
