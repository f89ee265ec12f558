/* Derives a username from the mailbox name, with a number if it is taken. A reserved name is not used as it is. */
import { randomInt } from 'node:crypto';
import { isReservedUsername } from '../../../src/scheduling/profile/usernames.js';
import type { Database } from '../connection.js';

const MAX_LENGTH = 40;
const WIDE = 10_000_000;

export function usernameBase(email: string): string {
  const mailbox = email.slice(0, email.lastIndexOf('@')).normalize('NFKD').toLowerCase();
  const plain = mailbox.replace(/\p{M}/gu, '').replace(/[^a-z0-9]+/g, '-');
  const base = plain.slice(0, MAX_LENGTH).replace(/^-+|-+$/g, '') || 'person';
  return isReservedUsername(base) ? `user-${base}` : base;
}

/** A proposal, not a promise: the unique column decides. After a few lost races the number is drawn at random. */
export async function proposeUsername(db: Database, base: string, attempt: number): Promise<string> {
  if (attempt === 1) return base;
  if (attempt > 3) return `${base}-${randomInt(WIDE)}`;
  const similar = await db('account').whereLike('username', `${base}-%`).count('* as count');
  return `${base}-${Number(similar[0]?.['count'] ?? 0) + attempt}`;
}
