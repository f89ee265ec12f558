/* The review queue: what waits, since when, and the cursors of its pages. Pure. */
import type { ClientRecord, QueueFilter, QueueCursor } from '../record-store.js';
import { CLIENT_STATUSES } from '../status.js';

export const QUEUE_FILTERS: readonly QueueFilter[] = ['waiting', ...CLIENT_STATUSES, 'faulty_hosts', 'all'];
export const PAGE_LENGTH = 50;

const MAX_WORDS = 8;
const MAX_WORD_LENGTH = 100;
const CURSOR = /^(\d{1,15})\.([\x21-\x7e]{1,255})$/;

/** Undefined when nothing waits: a new client, a proposal, or a rejected client that its owner has changed since. */
export function waitingSince({ client, proposal, editedAt }: ClientRecord): Date | undefined {
  if (client.status === 'pending') return client.createdAt;
  if (client.status === 'rejected') return editedAt;
  return proposal?.refusal === undefined ? proposal?.proposedAt : undefined;
}

/** A search that names no filter is among all clients. */
export const parseFilter = (text: string, words: readonly string[]): QueueFilter =>
  QUEUE_FILTERS.find((filter) => filter === text) ?? (words.length > 0 ? 'all' : 'waiting');

/** The search terms, separated by white space and control characters. */
export const searchTerms = (text: string): readonly string[] =>
  text
    .normalize('NFC')
    .split(/[\s\p{Cc}\p{Cs}]+/u)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS)
    .map((word) => Array.from(word).slice(0, MAX_WORD_LENGTH).join(''));

/** The last client of a page, as a query parameter. */
export function formatCursor(filter: QueueFilter, record: ClientRecord): string {
  const at = filter === 'waiting' ? waitingSince(record) : record.client.createdAt;
  return `${at?.getTime() ?? 0}.${record.client.id}`;
}

/** Undefined, which means the first page, for a text that is no cursor. */
export function parseCursor(text: string): QueueCursor | undefined {
  const [, at, id] = CURSOR.exec(text) ?? [];
  return at === undefined || id === undefined ? undefined : { at: new Date(Number(at)), id };
}
