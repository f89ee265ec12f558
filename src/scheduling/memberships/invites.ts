/* Limits of invite links, and whether one can be used. Pure. */
import { DAY } from '../../durations.js';
import type { InviteFacts } from './invite-store.js';

export const INVITES_PER_TEAM = 100;
export const MAX_USES = 1_000;
export const DEFAULT_USES = 100;
export const DEFAULT_LIFETIME_MS = 7 * DAY;
export const MAX_LIFETIME_MS = 90 * DAY;

export type InviteVerdict = 'open' | 'member' | 'withdrawn' | 'expired' | 'used_up' | 'outside';

/** A user with an invitation of their own does not count as a use of the link. */
export const countsAsUse = ({ membership }: InviteFacts): boolean => membership === 'none';

export function inviteVerdict(facts: InviteFacts, now: number): InviteVerdict {
  if (facts.membership === 'agreed') return 'member';
  if (!facts.inviterMayInvite) return 'withdrawn';
  if (facts.expiresAt.getTime() <= now) return 'expired';
  if (countsAsUse(facts) && facts.uses >= facts.maxUses) return 'used_up';
  return facts.outside ? 'outside' : 'open';
}
