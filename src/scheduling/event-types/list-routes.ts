/* Lists of event types: those of users, of a team, and of all an organization's teams and members. */
import { z } from 'zod';
import { missingToken } from '../../api/guard.js';
import { defineMountedRoute, mount, pathUnder, scopeOf } from '../../api/mount.js';
import { defineRoute } from '../../api/route.js';
import type { Route } from '../../api/route.js';
import { notFound } from '../../errors.js';
import { present } from '../../present.js';
import { ORGANIZATION_MOUNT, TEAM_GROUP_MOUNTS } from '../mounts.js';
import { eventTypeReply, presentEventType, withoutPrivate } from './presenter.js';
import { eventTypesQuery } from './schemas.js';
import type { EventTypeQuery, PersonalEventType } from './store.js';
import { anyEventTypeReply, presentTeamEventType, teamEventTypeReply } from './team-presenter.js';
import type { TeamEventTypeView } from './team-presenter.js';
import { organizationEventTypesQuery, teamEventTypesQuery } from './team-schemas.js';
import type { TeamEventType, TeamEventTypeStore } from './team-store.js';
import type { EventTypeDeps } from './use-cases.js';

/** Booking pages of other sites read these lists, so they answer without a token, as often as `rateLimitReads` allows. */
type PublicReads = { readonly rateLimitReads: (clientIp: string) => Promise<void> };
export type ListDeps = EventTypeDeps & PublicReads & { readonly teamEventTypes: TeamEventTypeStore };

/** Throws 401 for the event types of nobody. */
function toQuery(viewerId: number | undefined, query: z.output<typeof eventTypesQuery>): EventTypeQuery {
  const { username, usernames = [], eventSlug: slug, orgId, orgSlug, ...page } = query;
  const named = [...(username === undefined ? [] : [username]), ...usernames];
  if (viewerId === undefined && named.length === 0) throw missingToken();
  const organization = present({ id: orgId, slug: orgSlug });
  return {
    ...page,
    ...present({
      viewerId,
      slug,
      usernames: named.length === 0 ? undefined : named,
      organization: Object.keys(organization).length === 0 ? undefined : organization,
    }),
  };
}

export const createListRoute = ({ eventTypes, appUrl, rateLimitReads }: ListDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v2/event-types',
    summary: 'List own or public event types',
    access: 'EVENT_TYPE_READ',
    caller: 'optional',
    query: eventTypesQuery,
    reply: z.array(eventTypeReply),
    handle: async ({ principal, query, clientIp }) => {
      const viewerId = principal?.accountId;
      const asked = toQuery(viewerId, query);
      if (viewerId === undefined) await rateLimitReads(clientIp);
      return (await eventTypes.list(asked)).map((found) => {
        const view = presentEventType(found, appUrl);
        return found.owner.id === viewerId ? view : withoutPrivate(view);
      });
    },
  });

const teamListReply = z.array(teamEventTypeReply);

/** Callers outside the team do not see its members if it is private. */
function presentToOthers(found: TeamEventType, hostsLimit?: number): TeamEventTypeView {
  const hidesHosts = found.team.settings.isPrivate === true;
  return withoutPrivate(presentTeamEventType(found, hidesHosts ? 0 : hostsLimit));
}

/** Nor do they see its hidden event types. */
export const createTeamListRoutes = ({ teamEventTypes, rateLimitReads }: ListDeps): readonly Route[] =>
  mount(TEAM_GROUP_MOUNTS, (team) => [
    defineRoute({
      method: 'GET',
      path: pathUnder(team, '/event-types'),
      summary: 'List event types of a team',
      access: scopeOf(team, 'EVENT_TYPE_READ'),
      role: 'anyone',
      caller: 'optional',
      params: team.params,
      query: teamEventTypesQuery,
      reply: teamListReply,
      handle: async ({ principal, clientIp, query: { eventSlug: slug, hostsLimit, ...page }, ...call }) => {
        if (principal === undefined) await rateLimitReads(clientIp);
        const { owner, membership } = team.ownedBy(call);
        const hidden = membership !== undefined;
        const found = await teamEventTypes.list(owner, { hidden, ...page, ...present({ slug }) });
        if (found === undefined) throw notFound('There is no such team.');
        const show = membership === undefined ? presentToOthers : presentTeamEventType;
        return found.map((eventType) => show(eventType, hostsLimit));
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
