/* What is kept of teams, organizations and who belongs to them. */
import type { InviteStore } from '../memberships/invite-store.js';
import type { OwnMembershipStore } from '../memberships/own-store.js';
import type { MembershipStore } from '../memberships/store.js';
import type { OrganizationRegister } from '../organizations/register-store.js';
import type { OrganizationUserStore } from '../organizations/store.js';
import type { TeamStore } from './store.js';

export interface TeamStores {
  readonly teams: TeamStore;
  readonly memberships: MembershipStore;
  readonly ownMemberships: OwnMembershipStore;
  readonly invites: InviteStore;
  readonly organizations: OrganizationRegister;
  readonly organizationUsers: OrganizationUserStore;
}
