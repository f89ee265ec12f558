/* Creates the organization of the demonstration data with its team; its member accepts an invitation, as users do. */
import type { Actor } from '../events/audit-log.js';
import { newTerms } from '../scheduling/event-types/rules.js';
import type { TeamEventTypeStore } from '../scheduling/event-types/team-store.js';
import type { OwnMembershipStore } from '../scheduling/memberships/own-store.js';
import type { MembershipStore, NewMembership } from '../scheduling/memberships/store.js';
import { TEAMS_PER_ORGANIZATION } from '../scheduling/teams/rules.js';
import type { TeamStore } from '../scheduling/teams/store.js';
import type { OrganizationTemplate } from './people.js';

export interface OrganizationDeps {
  readonly teams: TeamStore;
  readonly memberships: MembershipStore;
  readonly ownMemberships: OwnMembershipStore;
  readonly teamEventTypes: TeamEventTypeStore;
}

export interface DemoOrganization extends OrganizationTemplate {
  readonly id: number;
  readonly teamId: number;
}

const DEFAULT_HOST = { mandatory: false, priority: 'medium', weight: 100 } as const;

interface NewMember {
  readonly groupId: number;
  readonly by: number;
  readonly accountId: number;
  readonly role: NewMembership['role'];
}

async function addMember(
  { memberships, ownMemberships }: OrganizationDeps,
  { groupId, by, accountId, role }: NewMember,
  actor: Actor,
): Promise<void> {
  const terms = { accountId, role, accepted: false, disableImpersonation: false };
  const invited = await memberships.add(groupId, by, terms, actor);
  if (typeof invited === 'object') await ownMemberships.agree(accountId, invited.id, actor);
}

async function createEventTypes(
  { teamEventTypes }: OrganizationDeps,
  { eventTypes, id: organizationId, teamId }: DemoOrganization,
  accountIds: readonly number[],
  actor: Actor,
): Promise<void> {
  const hosts = accountIds.map((accountId) => ({ accountId, ...DEFAULT_HOST }));
  for (const { schedulingType, ...eventType } of eventTypes) {
    const assignment = { schedulingType, assignAllTeamMembers: false, hosts };
    const input = { terms: newTerms(eventType), ...assignment, most: eventTypes.length };
    await teamEventTypes.create({ teamId, organizationId }, input, actor);
  }
}

/** `accountIds`: by e-mail address. Undefined when a slug is taken. */
export async function createOrganization(
  deps: OrganizationDeps,
  template: OrganizationTemplate,
  accountIds: ReadonlyMap<string, number>,
  actor: Actor,
): Promise<DemoOrganization | undefined> {
  const [by = 0, accountId = 0] = [accountIds.get(template.owner), accountIds.get(template.member)];
  const created = await deps.teams.createOrganization(by, template, actor);
  if (typeof created !== 'object') return undefined;
  const { name, slug } = template.team;
  const terms = { settings: {}, accepted: true, most: TEAMS_PER_ORGANIZATION };
  const team = await deps.teams.create(
    by,
    { organizationId: created.id, name, slugs: [slug], ...terms },
    actor,
  );
  if (typeof team !== 'object') return undefined;
  await addMember(deps, { groupId: created.id, by, accountId, role: 'member' }, actor);
  await addMember(deps, { groupId: team.id, by, accountId, role: 'admin' }, actor);
  const organization = { ...template, id: created.id, teamId: team.id };
  await createEventTypes(deps, organization, [by, accountId], actor);
  return organization;
}
