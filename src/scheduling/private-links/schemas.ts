/* What goes into and comes out of the routes of private links, in the names and types of the public API. */
import { z } from 'zod';
import { momentInUtc } from '../instants.js';
import { idInPath, whole } from '../../api/values.js';

const MAX_USES = 1_000_000;
const uses = whole(1, MAX_USES);
const expiry = momentInUtc('last');

export const linkInput = z.object({
  expiresAt: expiry.exactOptional(),
  maxUsageCount: uses.exactOptional(),
});

/** Null takes a limit away. */
export const linkChange = z.object({
  expiresAt: expiry.nullable().exactOptional(),
  maxUsageCount: uses.nullable().exactOptional(),
});

export const ofEventType = z.object({ eventTypeId: idInPath });
export const ofLink = z.object({ eventTypeId: idInPath, linkId: z.string() });

export const linkReply = z.object({
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

export const removedLinkReply = z.object({ linkId: z.string(), message: z.string() });

export type LinkInput = z.output<typeof linkInput>;
export type LinkChange = z.output<typeof linkChange>;
