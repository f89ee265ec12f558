/*
 * `/v2/event-types/:eventTypeId/private-links`: addresses at which an event type can be booked until a time or for so
 * many times, also when it is hidden. Owns their limits; the event type itself belongs to event-types/.
 */
import { z } from 'zod';
import { defineRoute } from '../../api/route.js';
import type { Route } from '../../api/route.js';
import { idInPath, instant } from '../../api/values.js';
import type { AppError } from '../../errors.js';
import { conflict, invalidInput, notFound } from '../../errors.js';
import { causeOf } from '../cause.js';
import { noEventType } from '../event-types/routes.js';
import { isExpired, limitsOf, saysNothing } from './rules.js';
import type { LinkPlace, PrivateLink, PrivateLinkStore } from './store.js';

export interface PrivateLinkParts {
  readonly privateLinks: PrivateLinkStore;
  readonly appUrl: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly random: (bytes: number) => Buffer;
}

const LINKS_PER_EVENT_TYPE = 250;
const ID_BYTES = 32;
const MOST_USES = 1_000_000;
const USES_RULE = `must be a whole number from 1 to ${MOST_USES}`;

const input = z.object({
  expiresAt: instant.exactOptional(),
  maxUsageCount: z
    .number(USES_RULE)
    .int(USES_RULE)
    .min(1, USES_RULE)
    .max(MOST_USES, USES_RULE)
    .exactOptional(),
});

const ofEventType = z.object({ eventTypeId: idInPath });
const ofLink = z.object({ eventTypeId: idInPath, linkId: z.string() });

const linkReply = z.object({
  linkId: z.string(),
  eventTypeId: z.number(),
  isExpired: z.boolean(),
  bookingUrl: z.url(),
  /** Of a link with a last moment. */
  expiresAt: z.iso.datetime().exactOptional(),
  /** Of a link with a limited number of uses. */
  maxUsageCount: z.number().exactOptional(),
  usageCount: z.number().exactOptional(),
});

const removedReply = z.object({ linkId: z.string(), message: z.string() });

const noLink = (): AppError => notFound('This event type of yours has no private link with this id.');
const tooMany = (): AppError =>
  conflict(`This event type has ${LINKS_PER_EVENT_TYPE} private links, which is the most. Remove one first.`);
const usedMore = (): AppError =>
  conflict('This link was used more often than that already. Give a higher limit, or delete the link.', {
    property: 'maxUsageCount',
  });

function refusePast({ expiresAt }: z.output<typeof input>, now: number): void {
  if (expiresAt === undefined || expiresAt > now) return;
  throw invalidInput([{ property: 'expiresAt', message: 'must be in the future' }]);
}

const shown =
  ({ appUrl, clock }: PrivateLinkParts) =>
  (link: PrivateLink): z.input<typeof linkReply> => ({
    linkId: link.id,
    eventTypeId: link.eventTypeId,
    isExpired: isExpired(link, clock()),
    bookingUrl: `${appUrl}/d/${link.id}/${link.slug}`,
    ...(link.expiresAt === null ? {} : { expiresAt: new Date(link.expiresAt).toISOString() }),
    ...(link.maxUses === null ? {} : { maxUsageCount: link.maxUses, usageCount: link.uses }),
  });

function found<T>(answer: T | undefined, missing: () => AppError): T {
  if (answer === undefined) throw missing();
  return answer;
}

const collectionRoutes = (parts: PrivateLinkParts): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/v2/event-types/:eventTypeId/private-links',
    summary: 'List the private links of an event type',
    access: 'EVENT_TYPE_READ',
    params: ofEventType,
    reply: z.array(linkReply),
    handle: async ({ principal, params }) => {
      const place: LinkPlace = { ownerId: principal.accountId, ...params };
      return found(await parts.privateLinks.list(place), noEventType).map(shown(parts));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/v2/event-types/:eventTypeId/private-links',
    summary: 'Make a private link, good until a time or for so many bookings',
    access: 'EVENT_TYPE_WRITE',
    status: 201,
    params: ofEventType,
    body: input,
    reply: linkReply,
    handle: async ({ principal, params, body, network }) => {
      refusePast(body, parts.clock());
      const place: LinkPlace = { ownerId: principal.accountId, ...params };
      const id = parts.random(ID_BYTES).toString('base64url');
      const link = { id, most: LINKS_PER_EVENT_TYPE, ...limitsOf(body) };
      const made = await parts.privateLinks.create(place, link, causeOf(principal, network));
      if (made === 'too_many') throw tooMany();
      return shown(parts)(found(made, noEventType));
    },
  }),
];

const memberRoutes = (parts: PrivateLinkParts): readonly Route[] => [
  defineRoute({
    method: 'PATCH',
    path: '/v2/event-types/:eventTypeId/private-links/:linkId',
    summary: 'Change how long a private link is good',
    access: 'EVENT_TYPE_WRITE',
    params: ofLink,
    body: input,
    reply: linkReply,
    handle: async ({ principal, params: { eventTypeId, linkId }, body, network }) => {
      refusePast(body, parts.clock());
      const place: LinkPlace = { ownerId: principal.accountId, eventTypeId };
      const cause = causeOf(principal, network);
      const changed = saysNothing(body)
        ? await parts.privateLinks.find(place, linkId)
        : await parts.privateLinks.change(place, linkId, limitsOf(body), cause);
      if (changed === 'used_more') throw usedMore();
      return shown(parts)(found(changed, noLink));
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/v2/event-types/:eventTypeId/private-links/:linkId',
    summary: 'Delete a private link; nobody books with it any more',
    access: 'EVENT_TYPE_WRITE',
    params: ofLink,
    reply: removedReply,
    handle: async ({ principal, params: { eventTypeId, linkId }, network }) => {
      const place: LinkPlace = { ownerId: principal.accountId, eventTypeId };
      const answer = await parts.privateLinks.remove(place, linkId, causeOf(principal, network));
      if (answer === 'not_found') throw noLink();
      return { linkId, message: 'The private link is gone. Nobody can book with it any more.' };
    },
  }),
];

export const createPrivateLinkRoutes = (parts: PrivateLinkParts): readonly Route[] => [
  ...collectionRoutes(parts),
  ...memberRoutes(parts),
];
