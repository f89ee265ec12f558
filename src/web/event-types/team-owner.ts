/* The event types of a team, for its administrators. */
import { present } from '../../present.js';
import { publicEventTypeUrl } from '../../scheduling/event-types/public-url.js';
import { noTeamEventType } from '../../scheduling/event-types/refusals.js';
import { teamEventTypeChangeInput, teamEventTypeInput } from '../../scheduling/event-types/team-schemas.js';
import type { TeamEventType, TeamEventTypeStore } from '../../scheduling/event-types/team-store.js';
import { createTeamEventTypeUseCases } from '../../scheduling/event-types/team-use-cases.js';
import type { MembershipStore } from '../../scheduling/memberships/store.js';
import type { Team } from '../../scheduling/teams/store.js';
import type { UserRequest } from '../page.js';
import { groupCrumbs, type GroupMember, memberOf, teamGroup } from '../teams/member-of.js';
import type { GroupPages } from '../teams/deps.js';
import type { EventTypePagesDeps } from './own-event-type.js';
import { type EventTypesOwner, type OwnedEventType, validated } from './owner.js';

export type TeamOwnerDeps = EventTypePagesDeps &
  Pick<GroupPages, 'teams'> & {
    readonly teamEventTypes: TeamEventTypeStore;
    readonly memberships: Pick<MembershipStore, 'list'>;
  };

const MAX_MEMBERS = 250;

async function urlsOf({ teams, appUrl }: TeamOwnerDeps, { slug, organizationId }: Team) {
  const organization =
    organizationId === undefined ? undefined : await teams.findOrganization(organizationId);
  const team = { teamSlug: slug, ...present({ organizationSlug: organization?.slug }) };
  return (eventTypeSlug: string): string => publicEventTypeUrl(appUrl, team, eventTypeSlug);
}

function ownerFor(
  deps: TeamOwnerDeps,
  member: GroupMember,
  urlOf: (slug: string) => string,
  { actor }: UserRequest,
): EventTypesOwner {
  const { teamEventTypes: store, bookings, clock } = deps;
  const [useCases, team] = [createTeamEventTypeUseCases(store), teamGroup(member)];
  const { id, name, settings } = member.group;
  const toOwned = ({ eventType, hosts }: TeamEventType): OwnedEventType => ({
    ...{ eventType, hosts },
    publicUrl: eventType.schedulingType === 'managed' ? undefined : urlOf(eventType.slug),
  });
  return {
    ...{ owner: { teamId: id }, team: { id, name }, path: `${member.path}/event-types` },
    above: groupCrumbs(member),
    timeZone: settings.timeZone ?? 'UTC',
    list: async (query) => ((await store.list(team, { hidden: true, ...query })) ?? []).map(toOwned),
    async find(eventTypeId) {
      const found = eventTypeId === 0 ? undefined : await store.find(team, eventTypeId);
      if (found === undefined) throw noTeamEventType();
      return toOwned(found);
    },
    async create(input) {
      const created = await useCases.create(team, validated(teamEventTypeInput, input), actor);
      const [first] = Array.isArray(created) ? created : [created];
      if (first === undefined) throw noTeamEventType();
      return first.id;
    },
    async change(eventTypeId, change, version) {
      await useCases.change(team, eventTypeId, validated(teamEventTypeChangeInput, change), actor, version);
    },
    async remove(eventTypeId) {
      await useCases.remove(team, eventTypeId, actor);
    },
    async countUpcoming(eventTypeId) {
      const filter = { statuses: ['upcoming'], eventTypeIds: [eventTypeId] } as const;
      return (await bookings.listIn({ group: team, filter, sort: [], now: clock(), take: 1, skip: 0 })).total;
    },
    async members() {
      const all = await deps.memberships.list(id, { take: MAX_MEMBERS, skip: 0 });
      const agreed = all.filter((one) => one.agreed);
      return agreed.map(({ accountId, user }) => ({ id: accountId, name: user.name, email: user.email }));
    },
  };
}

export const teamOwner =
  (deps: TeamOwnerDeps) =>
  async (request: UserRequest): Promise<EventTypesOwner> => {
    const member = await memberOf({ ...deps, kind: 'team' }, request, 'admin');
    return ownerFor(deps, member, await urlsOf(deps, member.group), request);
  };
