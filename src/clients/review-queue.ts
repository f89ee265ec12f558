/* What waits for an administrator, and since when. Pure. */
import type { ClientRecord } from './record-store.js';
import { CLIENT_STATUSES } from './status.js';
import type { ClientStatus } from './store.js';

export type QueueFilter = 'waiting' | ClientStatus | 'all';
export const QUEUE_FILTERS: readonly QueueFilter[] = ['waiting', ...CLIENT_STATUSES, 'all'];

/** Undefined when nothing waits: a new client, a proposal, or a rejected client that its owner has changed since. */
export function waitingSince({ client, proposal, editedAt }: ClientRecord): Date | undefined {
  if (client.status === 'pending') return client.createdAt;
  if (client.status === 'rejected') return editedAt;
  return proposal?.refusal === undefined ? proposal?.proposedAt : undefined;
}

const isIn = (filter: QueueFilter, record: ClientRecord): boolean =>
  filter === 'all' ||
  (filter === 'waiting' ? waitingSince(record) !== undefined : record.client.status === filter);

const rank = (record: ClientRecord): number => waitingSince(record)?.getTime() ?? Number.MAX_SAFE_INTEGER;

/** What waits longest stands first. */
export const queueOf = (records: readonly ClientRecord[], filter: QueueFilter): readonly ClientRecord[] =>
  records.filter((record) => isIn(filter, record)).toSorted((a, b) => rank(a) - rank(b));

export const asFilter = (text: string): QueueFilter =>
  QUEUE_FILTERS.find((filter) => filter === text) ?? 'waiting';
