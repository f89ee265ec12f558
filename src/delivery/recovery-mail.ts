/*
 * The mails with a link to recover an account, to welcome a user whose account an administrator created, and to confirm
 * the address of a new account. The requested address is looked up here and nowhere else.
 */
import { DAY, MINUTE } from '../durations.js';
import { proofMailText, recoveryMailText, welcomeMailText } from '../../views/mails/links.js';
import { renderMail } from '../../views/mails/mail.js';
import type { MailText } from '../../views/mails/mail.js';
import { PROOF_LIFE_MS, proofLink } from '../accounts/address-proof.js';
import { RECOVERY_MINUTES, recoveryLink } from '../accounts/recovery-link.js';
import type { RecoveryStore } from '../accounts/recovery-store.js';
import type { Account, AccountStore } from '../accounts/store.js';
import type { KeyRing } from '../keys/key-ring.js';
import type { Job } from '../jobs/store.js';
import type { Mail } from './message-ports.js';

export interface RecoveryMailDeps {
  readonly accounts: AccountStore;
  readonly recoveries: RecoveryStore;
  readonly keys: KeyRing;
  readonly appUrl: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

const LIFE_MS = RECOVERY_MINUTES * MINUTE;
/** Long, because the reader did not ask for it. */
const WELCOME_LIFE_MS = 7 * DAY;

const lifeOf = ({ proves, invitedBy }: Job<'recovery'>['payload']): number => {
  if (proves !== undefined) return PROOF_LIFE_MS;
  return invitedBy === undefined ? LIFE_MS : WELCOME_LIFE_MS;
};

/** A proof is only for the account that asked for it, and only while its address is unconfirmed. */
const isWanted = (
  { id, disabledAt, emailVerifiedAt }: Account,
  { proves }: Job<'recovery'>['payload'],
): boolean =>
  disabledAt === undefined && (proves === undefined || (proves === id && emailVerifiedAt === undefined));

async function textFor(
  deps: RecoveryMailDeps,
  { id, payload: { proves, invitedBy } }: Job<'recovery'>,
  { name, email }: Account,
): Promise<MailText> {
  if (proves !== undefined) return proofMailText(name, proofLink(deps, id, email));
  const link = recoveryLink(deps.appUrl, deps.keys, id);
  if (invitedBy === undefined) return recoveryMailText(name, link, RECOVERY_MINUTES);
  const inviter = await deps.accounts.findById(invitedBy);
  return welcomeMailText(name, link, inviter?.name ?? 'An administrator');
}

/**
 * Undefined when there is no such account or the link has expired. Written again, it is the same mail: the recovery has
 * the id of the job, and the token is derived from it.
 */
export async function writeRecovery(deps: RecoveryMailDeps, job: Job<'recovery'>): Promise<Mail | undefined> {
  const { accounts, recoveries, keys, clock } = deps;
  const { id, payload, createdAt } = job;
  const expiresAt = new Date(createdAt.getTime() + lifeOf(payload));
  const email = keys.open(payload.address);
  if (email === undefined || expiresAt.getTime() <= clock()) return undefined;
  const account = await accounts.findByEmail(email);
  if (account === undefined || !isWanted(account, payload)) return undefined;
  await recoveries.open({ id, accountId: account.id, expiresAt });
  const to = { name: account.name, address: account.email };
  return { id, to, ...renderMail(await textFor(deps, job, account)) };
}
