/* The mails of a change of address: to the new one with the link, and afterwards to the old one. */
import { emailChangedMailText, emailChangeMailText } from '../../views/mails/email-change.js';
import { renderMail } from '../../views/mails/mail.js';
import { emailChangeLink } from '../accounts/email-change.js';
import type { EmailChangeStore } from '../accounts/email-change-store.js';
import type { AccountStore } from '../accounts/store.js';
import type { Job } from '../jobs/store.js';
import type { KeyRing } from '../keys/key-ring.js';
import type { Mail } from './message-ports.js';

export interface EmailChangeMailDeps {
  readonly accounts: AccountStore;
  readonly emailChanges: EmailChangeStore;
  readonly keys: KeyRing;
  readonly appUrl: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

type ChangeJob = Job<'email_change'>;
type Waiting = Extract<ChangeJob['payload'], { change: string }>;
type Changed = Exclude<ChangeJob['payload'], Waiting>;

/** Not when another account has the address: its user did not ask for anything. */
async function toNewAddress(
  deps: EmailChangeMailDeps,
  id: string,
  { change: changeId }: Waiting,
): Promise<Mail | undefined> {
  const change = await deps.emailChanges.find(changeId);
  if (change === undefined || change.expiresAt.getTime() <= deps.clock()) return undefined;
  const account = await deps.accounts.findById(change.accountId);
  if (account === undefined || account.disabledAt !== undefined) return undefined;
  if ((await deps.accounts.findByEmail(change.email)) !== undefined) return undefined;
  const text = emailChangeMailText(account.name, emailChangeLink(deps, change));
  return { id, to: { name: account.name, address: change.email }, ...renderMail(text) };
}

async function toOldAddress(
  { accounts, keys }: EmailChangeMailDeps,
  { id, createdAt }: ChangeJob,
  { changed, address }: Changed,
): Promise<Mail | undefined> {
  const [account, email] = [await accounts.findById(changed), keys.open(address)];
  if (account === undefined || email === undefined) return undefined;
  const text = emailChangedMailText(account.name, createdAt);
  return { id, to: { name: account.name, address: email }, ...renderMail(text) };
}

export const writeEmailChange = (deps: EmailChangeMailDeps, job: ChangeJob): Promise<Mail | undefined> =>
  'change' in job.payload ? toNewAddress(deps, job.id, job.payload) : toOldAddress(deps, job, job.payload);
