/* Private links of event types of teams, at both doors of a team. */
import { z } from 'zod';
import { defineTeamRoutes } from '../../api/role-route.js';
import type { Route } from '../../api/route.js';
import { actorOf } from '../actor.js';
import { teamOf } from '../event-types/team-routes.js';
import { createPrivateLinkUseCases } from './use-cases.js';
import type { PrivateLinkUseCases, PrivateLinkDeps } from './use-cases.js';
import { linkChange, linkInput, linkReply, ofEventType, ofLink, removedLinkReply } from './schemas.js';

const collectionRoutes = (desk: PrivateLinkUseCases): readonly Route[] => [
  ...defineTeamRoutes({
    method: 'GET',
    path: '/event-types/:eventTypeId/private-links',
    summary: 'List the private links of an event type of a team',
    access: 'TEAM_EVENT_TYPE_READ',
    role: 'team admin',
    params: ofEventType,
    reply: z.array(linkReply),
    handle: ({ standing, params: { eventTypeId } }) =>
      desk.list({ teamId: teamOf(standing).teamId, eventTypeId }),
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
    handle: ({ standing, principal, params: { eventTypeId }, body, network }) =>
      desk.create({ teamId: teamOf(standing).teamId, eventTypeId }, body, actorOf(principal, network)),
  }),
];

const memberRoutes = (desk: PrivateLinkUseCases): readonly Route[] => [
  ...defineTeamRoutes({
    method: 'PATCH',
    path: '/event-types/:eventTypeId/private-links/:linkId',
    summary: 'Change how long a private link of an event type of a team is good',
    access: 'TEAM_EVENT_TYPE_WRITE',
    role: 'team admin',
    params: ofLink,
    body: linkChange,
    reply: linkReply,
    handle: ({ standing, principal, params: { eventTypeId, linkId }, body, network }) => {
      const place = { teamId: teamOf(standing).teamId, eventTypeId };
      return desk.change({ place, linkId }, body, actorOf(principal, network));
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
    handle: ({ standing, principal, params: { eventTypeId, linkId }, network }) => {
      const place = { teamId: teamOf(standing).teamId, eventTypeId };
      return desk.remove({ place, linkId }, actorOf(principal, network));
    },
  }),
];

export function createTeamPrivateLinkRoutes(parts: PrivateLinkDeps): readonly Route[] {
  const desk = createPrivateLinkUseCases(parts);
  return [...collectionRoutes(desk), ...memberRoutes(desk)];
}
