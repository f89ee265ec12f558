/*
 * Changing the address of an account. The new one waits until the user, signed in, follows the link that was mailed to it;
 * until then the old one stays, and is told by mail. A request does the same for every address, so it does not disclose
 * whether another account has it: that is decided when the mail is written, and again when the link is used.
 */
import { randomUUID } from 'node:crypto';
import { DAY } from '../durations.js';
import { emailKey } from '../email-address.js';
import type { Actor } from '../events/audit-log.js';
import type { KeyRing } from '../keys/key-ring.js';
import type { AccountDeps } from './deps.js';
import type { EmailChange } from './email-change-store.js';
import { recoveryIn } from './recovery-link.js';
import { emailFault } from './rules.js';
import type { TooManyAttempts } from './sign-in-rate-limit.js';
import type { Account } from './store.js';

const LIFE_MS = DAY;
export const EMAIL_CHANGE_PATH = '/settings/security/address/change';
export const EMAIL_CONFIRMATION_PATH = `${EMAIL_CHANGE_PATH}/confirmation`;

const hashedWith =
  (email: string) =>
  (id: string): string =>
    `email-change:${id}:${emailKey(email)}`;

/** Fits only this address, and neither recovers an account nor proves its old address. */
export const emailChangeLink = (
  { keys, appUrl }: Pick<AccountDeps, 'keys' | 'appUrl'>,
  { id, email }: Pick<EmailChange, 'id' | 'email'>,
): string =>
  `${appUrl}${EMAIL_CONFIRMATION_PATH}?token=${id}.${keys.hash('recovery', hashedWith(email)(id))}`;

export type ChangeOutcome =
  { readonly kind: 'requested' } | { readonly kind: 'faulty'; readonly fault: string } | TooManyAttempts;

export type EmailChangeDeps = Pick<AccountDeps, 'emailChanges' | 'attempts' | 'clock'>;

/** The address is expected tidy (rules.ts). Mails to it count together with those of recoveries. */
export async function requestEmailChange(
  { emailChanges, attempts, clock }: EmailChangeDeps,
  account: Pick<Account, 'id' | 'email'>,
  email: string,
  actor: Actor & { readonly clientIp: string },
): Promise<ChangeOutcome> {
  const fault = emailFault(email);
  if (fault !== undefined) return { kind: 'faulty', fault };
  if (emailKey(email) === emailKey(account.email))
    return { kind: 'faulty', fault: 'This is your address already.' };
  const limited = await attempts.countRecovery({ id: email, clientIp: actor.clientIp });
  if (limited) return limited;
  const id = randomUUID();
  const change = { id, accountId: account.id, email, expiresAt: new Date(clock() + LIFE_MS) };
  await emailChanges.open(change, [{ id, kind: 'email_change', payload: { change: id } }], actor);
  return { kind: 'requested' };
}

/** For callers that only ask, such as `PATCH /v2/me`: with a tidy address that is one, and another one. */
export const createEmailChangeRequests = (deps: EmailChangeDeps) => ({
  async request(
    ...about: Parameters<typeof requestEmailChange> extends [unknown, ...infer Rest] ? Rest : never
  ) {
    const outcome = await requestEmailChange(deps, ...about);
    return outcome.kind === 'too_many_attempts' ? outcome : undefined;
  },
});

/** Undefined when the link is used, too old, replaced, not ours or of another account. */
export async function findEmailChange(
  { emailChanges, keys, clock }: Pick<AccountDeps, 'emailChanges' | 'keys' | 'clock'>,
  token: string,
  account: Pick<Account, 'id'>,
): Promise<EmailChange | undefined> {
  const waiting = await emailChanges.waiting(account.id, new Date(clock()));
  if (waiting === undefined) return undefined;
  return recoveryIn(keys, token, hashedWith(waiting.email)) === waiting.id ? waiting : undefined;
}

/** The mail that tells the old address. Sealed: the account does not have it any more. */
const oldAddressJob = (keys: KeyRing, { id, email }: Account) => ({
  kind: 'email_change' as const,
  payload: { changed: id, address: keys.seal(email) },
});

/** What an unconfirmed account allowed ends first, as when its address is confirmed (address-proof.ts). */
export async function confirmEmailChange(
  deps: Pick<AccountDeps, 'emailChanges' | 'keys' | 'clock' | 'endGrants'>,
  token: string,
  account: Account,
  clientIp: string,
): Promise<'done' | 'access_ended' | 'taken' | 'not_found'> {
  const change = await findEmailChange(deps, token, account);
  if (change === undefined) return 'not_found';
  if (account.emailVerifiedAt === undefined) await deps.endGrants(account.id, 'address_confirmed', clientIp);
  const { id: accountId, email: from } = account;
  const jobs = [oldAddressJob(deps.keys, account)];
  const confirmation = { accountId, id: change.id, from, now: new Date(deps.clock()), jobs };
  return deps.emailChanges.confirm(confirmation, { actor: `account:${accountId}`, clientIp });
}
