/* What waits for an administrator, since when, and where in the lists one has come to. Pure. */
import type { ClientRecord, QueueFilter, QueueCursor } from './record-store.js';
import { CLIENT_STATUSES } from './status.js';

export const QUEUE_FILTERS: readonly QueueFilter[] = ['waiting', ...CLIENT_STATUSES, 'all'];
export const PAGE_LENGTH = 50;

const MAX_WORDS = 8;
const MAX_WORD_LENGTH = 100;
const PLACE = /^(\d{1,15})\.([\x21-\x7e]{1,255})$/;

/** Undefined when nothing waits: a new client, a proposal, or a rejected client that its owner has changed since. */
export function waitingSince({ client, proposal, editedAt }: ClientRecord): Date | undefined {
  if (client.status === 'pending') return client.createdAt;
  if (client.status === 'rejected') return editedAt;
  return proposal?.refusal === undefined ? proposal?.proposedAt : undefined;
}

export const parseFilter = (text: string): QueueFilter =>
  QUEUE_FILTERS.find((filter) => filter === text) ?? 'waiting';

/** The words that somebody searches for; what cannot be in any text separates them. */
export const searchTerms = (text: string): readonly string[] =>
  text
    .normalize('NFC')
    .split(/[\s\p{Cc}\p{Cs}]+/u)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS)
    .map((word) => Array.from(word).slice(0, MAX_WORD_LENGTH).join(''));

/** As an address carries it: the last client of a page, after which the next page begins. */
export function formatCursor(filter: QueueFilter, record: ClientRecord): string {
  const at = filter === 'waiting' ? waitingSince(record) : record.client.createdAt;
  return `${at?.getTime() ?? 0}.${record.client.id}`;
}

/** Undefined, which is the beginning, for what is no place. */
export function parseCursor(text: string): QueueCursor | undefined {
  const [, at, id] = PLACE.exec(text) ?? [];
  return at === undefined || id === undefined ? undefined : { at: new Date(Number(at)), id };
}
