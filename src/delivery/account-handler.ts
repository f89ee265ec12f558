/*
 * What follows from the deletion of an account: a mail to the address that it had, the end of its grants, sessions and
 * upcoming bookings, and a day later the end of its personal data. Every step can be repeated.
 */
import { accountDeletedMailText } from '../../views/mails/account-deleted.js';
import { renderMail } from '../../views/mails/mail.js';
import type { DeletionStore } from '../accounts/deletion-store.js';
import type { AccountStore } from '../accounts/store.js';
import type { Job } from '../jobs/store.js';
import type { JobHandler } from '../jobs/worker.js';
import type { KeyRing } from '../keys/key-ring.js';
import { changeWithout } from '../scheduling/bookings/changes/host-leaves.js';
import type { BookingStore } from '../scheduling/bookings/store.js';
import type { MailSender } from './message-ports.js';

export interface AccountHandlerDeps {
  readonly accounts: AccountStore;
  readonly deletions: DeletionStore;
  readonly bookings: Pick<BookingStore, 'change'>;
  /** Ends grants and sessions. */
  readonly endAccountAccess: (accountId: number) => Promise<void>;
  readonly keys: KeyRing;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

type Payload = Job<'account'>['payload'];
type Deleted = Extract<Payload, { readonly deleted: number }>;

async function sendDeleted(
  { accounts, keys }: AccountHandlerDeps,
  sendMail: MailSender,
  { id, createdAt: date }: Job<'account'>,
  { deleted, address }: Deleted,
): Promise<void> {
  const [account, email] = [await accounts.findById(deleted), keys.open(address)];
  if (account === undefined || email === undefined) return;
  const to = { name: account.name, address: email };
  await sendMail({ id, to, date, ...renderMail(accountDeletedMailText(account.name, date)) });
}

/** Nobody can book the account any more, so each round leaves fewer. */
async function leaveBookings({ deletions, bookings, clock }: AccountHandlerDeps, id: number): Promise<void> {
  for (;;) {
    const uids = await deletions.upcoming(id, new Date(clock()));
    if (uids.length === 0) return;
    for (const uid of uids) {
      const plan: Parameters<typeof bookings.change>[1] = ({ bookings: named }) =>
        named.flatMap((booking) => changeWithout(booking, id, clock()));
      await bookings.change({ uid, hostId: id }, plan, { actor: `account:${id}` });
    }
  }
}

export const createAccountHandler =
  (deps: AccountHandlerDeps, sendMail: MailSender): JobHandler<'account'> =>
  async (job) => {
    const { payload } = job;
    if ('deleted' in payload) return sendDeleted(deps, sendMail, job, payload);
    if ('erase' in payload) return deps.deletions.erase(payload.erase);
    await deps.endAccountAccess(payload.close);
    return leaveBookings(deps, payload.close);
  };
