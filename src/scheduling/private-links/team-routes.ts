/* Private links of event types of teams, at both doors of a team. */
import { z } from 'zod';
import { defineTeamRoutes } from '../../api/role-route.js';
import type { Route } from '../../api/route.js';
import { actorOf } from '../actor.js';
import { teamOf } from '../event-types/team-routes.js';
import { createPrivateLinkUseCases } from './use-cases.js';
import type { PrivateLinkUseCases, PrivateLinkDeps } from './use-cases.js';
import { linkChange, linkInput, linkReply, ofEventType, ofLink, removedLinkReply } from './schemas.js';

const collectionRoutes = (useCases: PrivateLinkUseCases): readonly Route[] => [
  ...defineTeamRoutes({
    method: 'GET',
    path: '/event-types/:eventTypeId/private-links',
    summary: 'List the private links of an event type of a team',
    access: 'TEAM_EVENT_TYPE_READ',
    role: 'team admin',
    params: ofEventType,
    reply: z.array(linkReply),
    handle: ({ membership, params: { eventTypeId } }) =>
      useCases.list({ teamId: teamOf(membership).teamId, eventTypeId }),
  }),
  ...defineTeamRoutes({
    method: 'POST',
    path: '/event-types/:eventTypeId/private-links',
    summary: 'Make a private link of an event type of a team, good until a time or for so many bookings',
    access: 'TEAM_EVENT_TYPE_WRITE',
    role: 'team admin',
    status: 201,
    params: ofEventType,
    body: linkInput,
    reply: linkReply,
    handle: ({ membership, principal, params: { eventTypeId }, body, clientIp }) =>
      useCases.create({ teamId: teamOf(membership).teamId, eventTypeId }, body, actorOf(principal, clientIp)),
  }),
];

const memberRoutes = (useCases: PrivateLinkUseCases): readonly Route[] => [
  ...defineTeamRoutes({
    method: 'PATCH',
    path: '/event-types/:eventTypeId/private-links/:linkId',
    summary: 'Change how long a private link of an event type of a team is good',
    access: 'TEAM_EVENT_TYPE_WRITE',
    role: 'team admin',
    params: ofLink,
    body: linkChange,
    reply: linkReply,
    handle: ({ membership, principal, params: { eventTypeId, linkId }, body, clientIp }) => {
      const place = { teamId: teamOf(membership).teamId, eventTypeId };
      return useCases.change({ place, linkId }, body, actorOf(principal, clientIp));
    },
  }),
  ...defineTeamRoutes({
    method: 'DELETE',
    path: '/event-types/:eventTypeId/private-links/:linkId',
    summary: 'Delete a private link of an event type of a team; nobody books with it any more',
    access: 'TEAM_EVENT_TYPE_WRITE',
    role: 'team admin',
    params: ofLink,
    reply: removedLinkReply,
    handle: ({ membership, principal, params: { eventTypeId, linkId }, clientIp }) => {
      const place = { teamId: teamOf(membership).teamId, eventTypeId };
      return useCases.remove({ place, linkId }, actorOf(principal, clientIp));
    },
  }),
];

export function createTeamPrivateLinkRoutes(deps: PrivateLinkDeps): readonly Route[] {
  const useCases = createPrivateLinkUseCases(deps);
  return [...collectionRoutes(useCases), ...memberRoutes(useCases)];
}
