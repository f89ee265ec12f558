/* How long a private link is good. Pure. */
import type { LinkLimits, PrivateLink } from './store.js';

/** As it is sent; at most one of them is usual. */
export interface SentLimits {
  readonly expiresAt?: number;
  readonly maxUsageCount?: number;
}

/** Both limits: the one that is not said is gone. A link without a word about its life is good once. */
export const limitsOf = ({ expiresAt, maxUsageCount }: SentLimits): LinkLimits => ({
  expiresAt: expiresAt ?? null,
  maxUses: maxUsageCount ?? (expiresAt === undefined ? 1 : null),
});

export const saysNothing = ({ expiresAt, maxUsageCount }: SentLimits): boolean =>
  expiresAt === undefined && maxUsageCount === undefined;

export const isExpired = (
  { expiresAt, maxUses, uses }: LinkLimits & Pick<PrivateLink, 'uses'>,
  now: number,
): boolean => (expiresAt !== null && expiresAt <= now) || (maxUses !== null && uses >= maxUses);
