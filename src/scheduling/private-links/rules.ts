/* Limits of a private link. Pure. */
import { present } from '../../present.js';
import type { LinkLimits, PrivateLink } from './store.js';

/** As it is sent; at most one of them is usual. */
export interface SentLimits {
  readonly expiresAt?: number;
  readonly maxUsageCount?: number;
}

/** A limit that is not named stays, null removes it. */
export interface SentChange {
  readonly expiresAt?: number | null;
  readonly maxUsageCount?: number | null;
}

/** A link without limits can be used once. */
export const limitsOf = ({ expiresAt, maxUsageCount }: SentLimits): LinkLimits => ({
  expiresAt: expiresAt ?? null,
  maxUses: maxUsageCount ?? (expiresAt === undefined ? 1 : null),
});

export const changeOf = ({ expiresAt, maxUsageCount }: SentChange): Partial<LinkLimits> =>
  present({ expiresAt, maxUses: maxUsageCount });

export const isExpired = (
  { expiresAt, maxUses, uses }: LinkLimits & Pick<PrivateLink, 'uses'>,
  now: number,
): boolean => (expiresAt !== null && expiresAt <= now) || (maxUses !== null && uses >= maxUses);
