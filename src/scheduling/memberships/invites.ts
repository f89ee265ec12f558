/* What an invite link is worth, and how long. Pure. */
import { DAY } from '../../durations.js';
import type { InviteFacts } from './invite-store.js';

export const INVITES_PER_TEAM = 100;
export const MAX_USES = 1_000;
export const USUAL_USES = 100;
export const USUAL_LIFE_MS = 7 * DAY;
export const MAX_LIFETIME_MS = 90 * DAY;

export type InviteVerdict = 'open' | 'member' | 'withdrawn' | 'expired' | 'used_up' | 'outside';

/** Who was invited by name already takes no use of the link. */
export const takesUse = ({ membership }: InviteFacts): boolean => membership === 'none';

export function inviteVerdict(facts: InviteFacts, now: number): InviteVerdict {
  if (facts.membership === 'agreed') return 'member';
  if (!facts.inviterMayInvite) return 'withdrawn';
  if (facts.expiresAt.getTime() <= now) return 'expired';
  if (takesUse(facts) && facts.uses >= facts.maxUses) return 'used_up';
  return facts.outside ? 'outside' : 'open';
}
