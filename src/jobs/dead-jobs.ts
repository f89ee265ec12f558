/*
 * Jobs that were given up: what administrators see of them, and whether one can be run again. What they see is ids;
 * addresses, names and links stay hidden.
 */
import { conflict, notFound } from '../errors.js';
import type { Actor } from '../events/audit-log.js';
import type { DeadJob, DeadJobCursor, DeadJobStore, JobsOfKind } from './dead-job-store.js';
import { decodePayload, JOB_KINDS, type JobKind } from './kinds.js';
import { MAX_ATTEMPTS } from './retries.js';

/** Of each of waiting, retried and dead jobs. */
export const MOST_COUNTED = 1_000;

export const PAGE_LENGTH = 50;

/** Members of payloads that are ids or names of events, and what they name. */
const VISIBLE: Readonly<Record<string, string>> = {
  about: 'event',
  subject: 'about',
  to: 'account',
  host: 'host',
  attendee: 'attendee',
  guest: 'guest',
  bookingIds: 'booking',
  bookingId: 'booking',
  clientId: 'client',
  grantId: 'grant',
  accountId: 'account',
  deleted: 'account',
  close: 'account',
  erase: 'account',
  changed: 'account',
  proves: 'account',
  invitedBy: 'inviter',
  workflow: 'workflow',
  webhook: 'webhook',
  refresh: 'calendar',
  provider: 'provider',
};

const TEXTS = new Set(['about', 'subject', 'clientId', 'grantId', 'webhook', 'provider']);
const NESTED = new Set(['to', 'write', 'message']);

const isNumbers = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((part) => typeof part === 'number');

function visibleText(name: string, value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  if (isNumbers(value)) return value.join(', ');
  return typeof value === 'string' && TEXTS.has(name) ? value : undefined;
}

/** `['event client.approved', 'account 7']` */
export function aboutOf(payload: unknown): readonly string[] {
  if (typeof payload !== 'object' || payload === null) return [];
  return Object.entries(payload).flatMap(([name, value]: [string, unknown]) => {
    const noun = Object.hasOwn(VISIBLE, name) ? VISIBLE[name] : undefined;
    const text = noun === undefined ? undefined : visibleText(name, value);
    if (text !== undefined) return [`${noun ?? ''} ${text}`];
    return NESTED.has(name) ? aboutOf(value) : [];
  });
}

/** Servers repeat recipients and addresses in their answers: hosts remain. */
export const withoutAddresses = (reason: string): string =>
  reason
    .replace(/\b(https?:\/\/)(?:[^\s/?#@]*@)?([^\s/?#"'<>]+)[^\s"'<>]*/gi, '$1$2/…')
    .replace(/[^\s<>"'(),:;@]+@(?=[^\s@])/g, '…@')
    .replace(/\+\d[\d -]{5,}\d/g, '…');

const isKind = (kind: string): kind is JobKind => Object.hasOwn(JOB_KINDS, kind);

/** What was sealed is deleted with the last attempt, and without it a payload does not fit its schema. */
export function isRetryable({ kind, payload }: Pick<DeadJob, 'kind' | 'payload'>): boolean {
  if (!isKind(kind)) return false;
  try {
    decodePayload(kind, payload);
    return true;
  } catch {
    return false;
  }
}

export const queueByKind = (
  store: Pick<DeadJobStore, 'byKind'>,
  now: number,
): Promise<readonly JobsOfKind[]> =>
  store.byKind({ now: new Date(now), maxAttempts: MAX_ATTEMPTS, most: MOST_COUNTED });

export async function findDeadJob(store: Pick<DeadJobStore, 'find'>, id: string): Promise<DeadJob> {
  const job = await store.find(id);
  if (job === undefined)
    throw notFound('No job with this id was given up, or it was tried again or discarded.');
  return job;
}

const GONE = 'The job was tried again or discarded meanwhile.';

/** Throws 404 without such a job, and 409 for one that cannot be run. */
export async function retryJob(store: DeadJobStore, id: string, actor: Actor): Promise<DeadJob> {
  const job = await findDeadJob(store, id);
  if (!isRetryable(job))
    throw conflict('What the job needs was deleted when it was given up, so it cannot be tried again.');
  if (!(await store.retry(id, actor))) throw conflict(GONE);
  return job;
}

export async function discardJob(store: DeadJobStore, id: string, actor: Actor): Promise<DeadJob> {
  const job = await findDeadJob(store, id);
  if (!(await store.discard(id, actor))) throw conflict(GONE);
  return job;
}

const CURSOR = /^(\d{1,15})\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

export const formatCursor = ({ deadAt, id }: Pick<DeadJob, 'deadAt' | 'id'>): string =>
  `${deadAt.getTime()}.${id}`;

/** Undefined, which means the first page, for a text that is no cursor. */
export function parseCursor(text: string): DeadJobCursor | undefined {
  const [, at, id] = CURSOR.exec(text) ?? [];
  return at === undefined || id === undefined ? undefined : { at: new Date(Number(at)), id };
}
