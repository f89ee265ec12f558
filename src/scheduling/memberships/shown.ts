/* A membership as the API shows it. */
import type { z } from 'zod';
import { ROLE_WORDS } from './schemas.js';
import type { membershipReply } from './schemas.js';
import type { Member, Membership } from './store.js';

/** `m…@…`: enough to see that there is an address, for those who may not know it yet. */
export const hiddenEmail = (email: string): string => `${email.slice(0, 1)}…@…`;

/** Who has not agreed shows what everybody may see of them, and no more. */
const shownMember = (
  { name, username, email, avatarUrl, bio, metadata }: Member,
  agreed: boolean,
): z.input<typeof membershipReply>['user'] => ({
  email: agreed ? email : hiddenEmail(email),
  name,
  username,
  ...(avatarUrl === null ? {} : { avatarUrl }),
  ...(bio === null || !agreed ? {} : { bio }),
  ...(agreed ? { metadata } : {}),
});

export const shownMembership = (membership: Membership): z.input<typeof membershipReply> => ({
  id: membership.id,
  userId: membership.accountId,
  teamId: membership.placeId,
  accepted: membership.accepted,
  role: ROLE_WORDS[membership.role],
  disableImpersonation: membership.disableImpersonation,
  user: shownMember(membership.user, membership.agreed),
});
