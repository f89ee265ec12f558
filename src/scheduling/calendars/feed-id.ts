/* The public id of a calendar feed: a hash, because its address is often a secret. */
import { createHash } from 'node:crypto';

export const feedId = (url: string): string =>
  `feed-${createHash('sha256').update(url).digest('hex').slice(0, 32)}`;
