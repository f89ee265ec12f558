/* Deleting an account. What happens is shown before, and confirmed by typing the address of the account. */
import { DAY } from '../durations.js';
import { emailKey } from '../email-address.js';
import type { Actor } from '../events/audit-log.js';
import type { NewJob } from '../jobs/store.js';
import type { KeyRing } from '../keys/key-ring.js';
import type { AccountDeps } from './deps.js';
import type { DeletionBlockers } from './deletion-store.js';
import type { Account } from './store.js';

/** Mails and calendars are retried for as long, and need names and connections. */
const ERASED_AFTER_MS = DAY;

export const isBlocked = ({ clients, groups }: DeletionBlockers): boolean =>
  clients.length + groups.length > 0;

/** Without regard to case, which people do not remember. */
export const confirmsDeletion = (typed: string, { email }: Pick<Account, 'email'>): boolean =>
  emailKey(typed.trim()) === emailKey(email);

/** One after the other, except the mail. Its address is sealed: the account gives it up. */
function jobsOf(keys: KeyRing, { id, email }: Account, now: Date): readonly NewJob[] {
  const lane = `account:${id}`;
  const dueAt = new Date(now.getTime() + ERASED_AFTER_MS);
  return [
    { kind: 'account', payload: { deleted: id, address: keys.seal(email) } },
    { kind: 'account', payload: { close: id }, lane },
    { kind: 'account', payload: { erase: id }, lane, dueAt },
  ];
}

export async function deleteAccount(
  { deletions, keys, clock }: Pick<AccountDeps, 'deletions' | 'keys' | 'clock'>,
  account: Account,
  actor: Actor,
): Promise<'closed' | 'blocked' | 'not_found'> {
  const now = new Date(clock());
  const { id: accountId, email } = account;
  return deletions.close({ accountId, email, now, jobs: jobsOf(keys, account, now) }, actor);
}
