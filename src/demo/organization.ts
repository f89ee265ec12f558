/*
 * The organization of the demonstration world with its team. Who joins it says so, as people do: an invitation that is
 * accepted.
 */
import type { Actor } from '../events/audit-log.js';
import { newTerms } from '../scheduling/event-types/rules.js';
import type { TeamEventTypeStore } from '../scheduling/event-types/team-store.js';
import type { OwnMembershipStore } from '../scheduling/memberships/own-store.js';
import type { MembershipStore, NewMembership } from '../scheduling/memberships/store.js';
import { TEAMS_PER_ORGANIZATION } from '../scheduling/teams/rules.js';
import type { TeamStore } from '../scheduling/teams/store.js';
import type { CastOrganization } from './people.js';

export interface OrganizationWorkshop {
  readonly teams: TeamStore;
  readonly memberships: MembershipStore;
  readonly ownMemberships: OwnMembershipStore;
  readonly teamEventTypes: TeamEventTypeStore;
}

export interface MadeOrganization extends CastOrganization {
  readonly id: number;
  readonly teamId: number;
}

const ONE_AMONG_EQUALS = { mandatory: false, priority: 'medium', weight: 100 } as const;

interface Joining {
  readonly groupId: number;
  readonly by: number;
  readonly accountId: number;
  readonly role: NewMembership['role'];
}

async function joins(
  { memberships, ownMemberships }: OrganizationWorkshop,
  { groupId, by, accountId, role }: Joining,
  actor: Actor,
): Promise<void> {
  const terms = { accountId, role, accepted: false, disableImpersonation: false };
  const invited = await memberships.add(groupId, by, terms, actor);
  if (typeof invited === 'object') await ownMemberships.agree(accountId, invited.id, actor);
}

async function makeEventTypes(
  { teamEventTypes }: OrganizationWorkshop,
  { eventTypes, id: organizationId, teamId }: MadeOrganization,
  accountIds: readonly number[],
  actor: Actor,
): Promise<void> {
  const hosts = accountIds.map((accountId) => ({ accountId, ...ONE_AMONG_EQUALS }));
  for (const { schedulingType, ...eventType } of eventTypes) {
    const assignment = { schedulingType, assignAllTeamMembers: false, hosts };
    const input = { terms: newTerms(eventType), ...assignment, most: eventTypes.length };
    await teamEventTypes.create({ teamId, organizationId }, input, actor);
  }
}

/** Account ids by address. Undefined when a name is taken. */
export async function makeOrganization(
  workshop: OrganizationWorkshop,
  { people, organization }: { people: ReadonlyMap<string, number>; organization: CastOrganization },
  actor: Actor,
): Promise<MadeOrganization | undefined> {
  const [by = 0, accountId = 0] = [people.get(organization.owner), people.get(organization.member)];
  const made = await workshop.teams.createOrganization(by, organization, actor);
  if (typeof made !== 'object') return undefined;
  const { name, slug } = organization.team;
  const terms = { settings: {}, accepted: true, most: TEAMS_PER_ORGANIZATION };
  const input = { organizationId: made.id, name, slugs: [slug], ...terms };
  const team = await workshop.teams.create(by, input, actor);
  if (typeof team !== 'object') return undefined;
  await joins(workshop, { groupId: made.id, by, accountId, role: 'member' }, actor);
  await joins(workshop, { groupId: team.id, by, accountId, role: 'admin' }, actor);
  const fixture = { ...organization, id: made.id, teamId: team.id };
  await makeEventTypes(workshop, fixture, [by, accountId], actor);
  return fixture;
}
