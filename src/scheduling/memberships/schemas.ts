/* Inputs and replies of the membership routes, in the names and types of the public API. */
import { z } from 'zod';
import { flag, idInPath, listInQuery, page, whole } from '../../api/values.js';
import { momentInUtc } from '../instants.js';
import { DEFAULT_USES, MAX_USES } from './invites.js';

const ROLES = ['MEMBER', 'ADMIN', 'OWNER'] as const;
const MAX_EMAILS = 100;

export const USER_ID_RULE = 'must be the id of a user';
const userId = z.number(USER_ID_RULE).int(USER_ID_RULE).min(1, USER_ID_RULE);

const NAMES = { MEMBER: 'member', ADMIN: 'admin', OWNER: 'owner' } as const;
export const ROLE_LABELS = { member: 'MEMBER', admin: 'ADMIN', owner: 'OWNER' } as const;

export const role = z.enum(ROLES, `must be one of ${ROLES.join(', ')}`).transform((label) => NAMES[label]);

export const membershipInput = z.object({
  userId,
  role: role.default('member'),
  accepted: flag.default(false),
  disableImpersonation: flag.default(false),
});

export const membershipChangeInput = z.object({
  role: role.exactOptional(),
  accepted: flag.exactOptional(),
  disableImpersonation: flag.exactOptional(),
});

export const emails = listInQuery()
  .transform((all) => all.map((text) => text.trim()).filter((text) => text !== ''))
  .refine((all) => all.length <= MAX_EMAILS, `must be at most ${MAX_EMAILS} addresses`);

export const membershipsQuery = z.object({ ...page, emails: emails.exactOptional() });
export const membershipParams = z.object({ membershipId: idInPath });

/** Of a link. The body and every member of it are optional. */
export const inviteInput = z
  .object({
    expiresAt: momentInUtc('last').exactOptional(),
    maxUsageCount: whole(1, MAX_USES).default(DEFAULT_USES),
  })
  .prefault({});

const userReply = z.object({
  email: z.string(),
  name: z.string(),
  username: z.string(),
  avatarUrl: z.string().exactOptional(),
  bio: z.string().exactOptional(),
  metadata: z.record(z.string(), z.unknown()).exactOptional(),
});

export const membershipReply = z.object({
  id: z.number(),
  userId: z.number(),
  teamId: z.number(),
  accepted: z.boolean(),
  role: z.enum(ROLES),
  disableImpersonation: z.boolean(),
  user: userReply,
});

/** This service has no attributes; the public API has the member. */
export const organizationMembershipReply = membershipReply.extend({ attributes: z.array(z.never()) });
