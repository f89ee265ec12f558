/*
 * `/event-types/:eventTypeId/private-links` of a user and of a team: URLs at which an event type can be booked until a
 * time or a number of times, also when it is hidden. Owns their limits; the event type itself belongs to event-types/.
 */
import { z } from 'zod';
import { defineMountedRoute, mount, singular } from '../../api/mount.js';
import type { Mount } from '../../api/mount.js';
import type { CallerMembership } from '../../api/role.js';
import type { Route } from '../../api/route.js';
import { actorOf } from '../actor.js';
import { USER_AND_TEAM_MOUNTS } from '../mounts.js';
import type { ResourceOwner } from '../mounts.js';
import { createPrivateLinkUseCases } from './use-cases.js';
import type { PrivateLinkUseCases, PrivateLinkDeps } from './use-cases.js';
import { linkChange, linkInput, linkReply, ofEventType, ofLink, removedLinkReply } from './schemas.js';

type LinkOwner = Mount<ResourceOwner, CallerMembership | undefined>;

const LIST = '/event-types/:eventTypeId/private-links';
const ONE = `${LIST}/:linkId` as const;

const collectionRoutes = (useCases: PrivateLinkUseCases, mounted: LinkOwner): readonly Route[] => [
  defineMountedRoute(mounted, {
    method: 'GET',
    path: LIST,
    summary: `List ${mounted.adjective}private links of an event type`,
    access: 'EVENT_TYPE_READ',
    role: 'admin',
    params: ofEventType,
    reply: z.array(linkReply),
    handle: ({ owner, params: { eventTypeId } }) => useCases.list({ ...owner, eventTypeId }),
  }),
  defineMountedRoute(mounted, {
    method: 'POST',
    path: LIST,
    summary: `Add ${singular(mounted, 'private link')}`,
    access: 'EVENT_TYPE_WRITE',
    role: 'admin',
    status: 201,
    params: ofEventType,
    body: linkInput,
    reply: linkReply,
    handle: ({ owner, principal, params: { eventTypeId }, body, clientIp }) =>
      useCases.create({ ...owner, eventTypeId }, body, actorOf(principal, clientIp)),
  }),
];

const linkRoutes = (useCases: PrivateLinkUseCases, mounted: LinkOwner): readonly Route[] => [
  defineMountedRoute(mounted, {
    method: 'PATCH',
    path: ONE,
    summary: `Change the limits of ${singular(mounted, 'private link')}`,
    access: 'EVENT_TYPE_WRITE',
    role: 'admin',
    params: ofLink,
    body: linkChange,
    reply: linkReply,
    handle: ({ owner, principal, params: { eventTypeId, linkId }, body, clientIp }) =>
      useCases.change({ group: { ...owner, eventTypeId }, linkId }, body, actorOf(principal, clientIp)),
  }),
  defineMountedRoute(mounted, {
    method: 'DELETE',
    path: ONE,
    summary: `Delete ${singular(mounted, 'private link')}`,
    access: 'EVENT_TYPE_WRITE',
    role: 'admin',
    params: ofLink,
    reply: removedLinkReply,
    handle: ({ owner, principal, params: { eventTypeId, linkId }, clientIp }) =>
      useCases.remove({ group: { ...owner, eventTypeId }, linkId }, actorOf(principal, clientIp)),
  }),
];

export function createPrivateLinkRoutes(deps: PrivateLinkDeps): readonly Route[] {
  const useCases = createPrivateLinkUseCases(deps);
  return mount(USER_AND_TEAM_MOUNTS, (owner) => [
    ...collectionRoutes(useCases, owner),
    ...linkRoutes(useCases, owner),
  ]);
}
