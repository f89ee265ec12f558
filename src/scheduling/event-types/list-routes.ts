/* Lists of event types: those of users, of a team, and of all an organization's teams and members. */
import { z } from 'zod';
import { defineMountedRoute, mount } from '../../api/mount.js';
import { defineRoute } from '../../api/route.js';
import type { Route } from '../../api/route.js';
import { notFound } from '../../errors.js';
import { present } from '../../present.js';
import { ORGANIZATION_MOUNT, TEAM_GROUP_MOUNTS } from '../mounts.js';
import { eventTypeReply, presentEventType } from './presenter.js';
import { eventTypesQuery } from './schemas.js';
import type { EventTypeQuery, PersonalEventType } from './store.js';
import { anyEventTypeReply, presentTeamEventType, teamEventTypeReply } from './team-presenter.js';
import { organizationEventTypesQuery, teamEventTypesQuery } from './team-schemas.js';
import type { TeamEventType, TeamEventTypeStore } from './team-store.js';
import type { EventTypeDeps } from './use-cases.js';

export type ListDeps = EventTypeDeps & { readonly teamEventTypes: TeamEventTypeStore };

function toQuery(viewerId: number, query: z.output<typeof eventTypesQuery>): EventTypeQuery {
  const { username, usernames = [], eventSlug: slug, orgId, orgSlug, ...page } = query;
  const named = [...(username === undefined ? [] : [username]), ...usernames];
  const organization = present({ id: orgId, slug: orgSlug });
  return {
    viewerId,
    ...page,
    ...present({
      slug,
      usernames: named.length === 0 ? undefined : named,
      organization: Object.keys(organization).length === 0 ? undefined : organization,
    }),
  };
}

export const createListRoute = ({ eventTypes, appUrl }: EventTypeDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v2/event-types',
    summary: 'List own or public event types',
    access: 'EVENT_TYPE_READ',
    query: eventTypesQuery,
    reply: z.array(eventTypeReply),
    handle: async ({ principal, query }) => {
      const found = await eventTypes.list(toQuery(principal.accountId, query));
      return found.map((eventType) => presentEventType(eventType, appUrl));
    },
  });

const teamListReply = z.array(teamEventTypeReply);

/** Callers outside the team see neither its hidden event types nor, if it is private, its members. */
export const createTeamListRoutes = (store: TeamEventTypeStore): readonly Route[] =>
  mount(TEAM_GROUP_MOUNTS, (team) => [
    defineMountedRoute(team, {
      method: 'GET',
      path: '/event-types',
      summary: 'List event types of a team',
      access: 'EVENT_TYPE_READ',
      role: 'anyone',
      query: teamEventTypesQuery,
      reply: teamListReply,
      handle: async ({ owner, membership, query: { eventSlug: slug, hostsLimit, ...page } }) => {
        const isMember = membership !== undefined;
        const found = await store.list(owner, { hidden: isMember, ...page, ...present({ slug }) });
        if (found === undefined) throw notFound('There is no such team.');
        return found.map((eventType) => {
          const hidesHosts = !isMember && eventType.team.settings.isPrivate === true;
          return presentTeamEventType(eventType, hidesHosts ? 0 : hostsLimit);
        });
      },
    }),
  ]);

const isOfTeam = (eventType: TeamEventType | PersonalEventType): eventType is TeamEventType =>
  'team' in eventType;

export const createOrganizationListRoutes = ({ teamEventTypes, appUrl }: ListDeps): readonly Route[] => [
  defineMountedRoute(ORGANIZATION_MOUNT, {
    method: 'GET',
    path: '/teams/event-types',
    summary: 'List event types of an organization’s teams',
    access: 'EVENT_TYPE_READ',
    role: 'admin',
    query: organizationEventTypesQuery,
    reply: z.array(teamEventTypeReply),
    handle: async ({ owner: { teamId: organizationId }, query }) => {
      const found = await teamEventTypes.listIn(organizationId, { ...query, hidden: true, personal: false });
      return found.filter(isOfTeam).map((eventType) => presentTeamEventType(eventType));
    },
  }),
  defineMountedRoute(ORGANIZATION_MOUNT, {
    method: 'GET',
    path: '/event-types',
    summary: 'List every event type of an organization',
    access: 'EVENT_TYPE_READ',
    role: 'admin',
    query: organizationEventTypesQuery,
    reply: z.array(anyEventTypeReply),
    handle: async ({ owner: { teamId: organizationId }, query }) => {
      const found = await teamEventTypes.listIn(organizationId, { ...query, hidden: true, personal: true });
      return found.map((eventType) =>
        isOfTeam(eventType) ? presentTeamEventType(eventType) : presentEventType(eventType, appUrl),
      );
    },
  }),
];
