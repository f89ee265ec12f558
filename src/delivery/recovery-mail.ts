/* The mail with the way back into an account. Here, and only here, the address that was asked for is looked up. */
import { recoveryWords } from '../../views/mails/letters.js';
import { renderMail } from '../../views/mails/mail.js';
import type { RecoveryStore } from '../accounts/recovery-store.js';
import type { AccountStore } from '../accounts/store.js';
import type { KeyRing } from '../key-ring.js';
import type { Job, Mail } from './store.js';

export interface RecoveryMailDeps {
  readonly accounts: AccountStore;
  readonly recoveries: RecoveryStore;
  readonly keys: KeyRing;
  readonly appUrl: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

const MINUTES = 15;
const LIFE_MS = MINUTES * 60_000;

/**
 * Undefined when there is nobody to write to, or it is too late for the link. Written again, it is the same mail: the
 * recovery has the id of the job, and the token follows from it.
 */
export async function writeRecovery(
  { accounts, recoveries, keys, appUrl, clock }: RecoveryMailDeps,
  { id, payload, createdAt }: Job,
): Promise<Mail | undefined> {
  const expiresAt = new Date(createdAt.getTime() + LIFE_MS);
  const email = keys.open(String(payload['address']));
  if (email === undefined || expiresAt.getTime() <= clock()) return undefined;
  const account = await accounts.findByEmail(email);
  if (account === undefined || account.disabledAt !== undefined) return undefined;
  await recoveries.open({ id, accountId: account.id, expiresAt });
  const link = `${appUrl}/recover?token=${id}.${keys.hash('recovery', id)}`;
  const { name, email: address } = account;
  return { id, to: { name, address }, ...renderMail(recoveryWords(name, link, MINUTES)) };
}
