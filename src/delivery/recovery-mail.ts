/*
 * The mail with the way back into an account, into one that somebody else made for its person, and with the link that
 * proves the address of a new one. Here, and only here, the address that was asked for is looked up.
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
/** Nobody waits at the mailbox for it. */
const WELCOME_LIFE_MS = 7 * DAY;

const lifeOf = ({ proves, invitedBy }: Job<'recovery'>['payload']): number => {
  if (proves !== undefined) return PROOF_LIFE_MS;
  return invitedBy === undefined ? LIFE_MS : WELCOME_LIFE_MS;
};

/** A proof is for the account that asked for it alone, and only while there is something to prove. */
const wants = (
  { id, disabledAt, emailVerifiedAt }: Account,
  { proves }: Job<'recovery'>['payload'],
): boolean =>
  disabledAt === undefined && (proves === undefined || (proves === id && emailVerifiedAt === undefined));

interface Addressed {
  readonly reader: string;
  readonly link: string;
  /** Account id of who made the account; absent for a recovery that the person asked for. */
  readonly invitedBy: number | undefined;
}

async function wordsFor(
  { accounts }: RecoveryMailDeps,
  { reader, link, invitedBy }: Addressed,
): Promise<MailText> {
  if (invitedBy === undefined) return recoveryMailText(reader, link, RECOVERY_MINUTES);
  const inviter = await accounts.findById(invitedBy);
  return welcomeMailText(reader, link, inviter?.name ?? 'An administrator');
}

/**
 * Undefined when there is nobody to write to, or it is too late for the link. Written again, it is the same mail: the
 * recovery has the id of the job, and the token follows from it.
 */
export async function writeRecovery(
  deps: RecoveryMailDeps,
  { id, payload, createdAt }: Job<'recovery'>,
): Promise<Mail | undefined> {
  const { accounts, recoveries, keys, appUrl, clock } = deps;
  const { invitedBy, proves } = payload;
  const expiresAt = new Date(createdAt.getTime() + lifeOf(payload));
  const email = keys.open(payload.address);
  if (email === undefined || expiresAt.getTime() <= clock()) return undefined;
  const account = await accounts.findByEmail(email);
  if (account === undefined || !wants(account, payload)) return undefined;
  await recoveries.open({ id, accountId: account.id, expiresAt });
  const link = recoveryLink(appUrl, keys, id);
  const { name, email: address } = account;
  const words =
    proves === undefined
      ? await wordsFor(deps, { reader: name, link, invitedBy })
      : proofMailText(name, proofLink(deps, id, address));
  return { id, to: { name, address }, ...renderMail(words) };
}
