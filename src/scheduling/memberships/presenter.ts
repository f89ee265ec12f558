/* A membership as the API shows it. */
import type { z } from 'zod';
import { present } from '../../present.js';
import { ROLE_LABELS } from './schemas.js';
import type { membershipReply } from './schemas.js';
import type { Member, Membership } from './store.js';

/** In the place of what tells who somebody is, until they agree: a number is all that a place knows of them. */
export const UNKNOWN = { email: '…@…', name: '…', username: '…' } as const;

const presentMember = ({
  name,
  username,
  email,
  avatarUrl,
  bio,
  metadata,
}: Member): z.input<typeof membershipReply>['user'] => ({
  email,
  name,
  username,
  ...present({ avatarUrl: avatarUrl ?? undefined, bio: bio ?? undefined }),
  metadata,
});

export const presentMembership = (membership: Membership): z.input<typeof membershipReply> => ({
  id: membership.id,
  userId: membership.accountId,
  teamId: membership.groupId,
  accepted: membership.accepted,
  role: ROLE_LABELS[membership.role],
  disableImpersonation: membership.disableImpersonation,
  user: membership.agreed ? presentMember(membership.user) : UNKNOWN,
});
