/* Memberships in the shape of the public API, where `accepted` means that the users themselves have consented. */
import type { z } from 'zod';
import { present } from '../../present.js';
import { ROLE_LABELS } from './schemas.js';
import type { membershipReply } from './schemas.js';
import type { Member, Membership } from './store.js';

/** Stands for personal data until the user accepts: before that a group knows only their id. */
export const UNKNOWN = { email: '…@…', name: '…', username: '…' } as const;

const presentMember = ({ avatarUrl, bio, ...member }: Member): z.input<typeof membershipReply>['user'] => ({
  ...member,
  ...present({ avatarUrl: avatarUrl ?? undefined, bio: bio ?? undefined }),
});

export const presentMembership = (membership: Membership): z.input<typeof membershipReply> => ({
  id: membership.id,
  userId: membership.accountId,
  teamId: membership.groupId,
  accepted: membership.agreed,
  role: ROLE_LABELS[membership.role],
  disableImpersonation: membership.disableImpersonation,
  user: membership.agreed ? presentMember(membership.user) : UNKNOWN,
});
