/*
 * What leaves the house: jobs that wait in the database, the mails written from them, and who carries them. This room
 * changes nothing but its own jobs and recoveries, and knows nothing of tokens or sessions.
 */
import type { KeyRing } from '../key-ring.js';
import type { Log } from '../ops/log.js';
import type { Stores } from '../stores.js';
import { writeBookingMail } from './booking-mail.js';
import { writeLetter } from './letters.js';
import { createOutboxCarrier } from './outbox.js';
import { writeRecovery } from './recovery-mail.js';
import type { Job, Mail } from './store.js';
import { createWorker } from './worker.js';
import type { JobHandler, Worker } from './worker.js';

export interface DeliveryDeps {
  readonly stores: Pick<
    Stores,
    'accounts' | 'bookingMails' | 'clients' | 'jobs' | 'outbox' | 'ownMemberships' | 'recoveries' | 'smtp'
  >;
  readonly config: { readonly production: boolean; readonly appUrl: string; readonly settingsUrl: string };
  readonly keys: KeyRing;
  readonly log: Log;
  /** When a grant ends; undefined for one that has ended. */
  readonly grantEnd: (id: string) => Promise<Date | undefined>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

export function createDelivery({ stores, config, keys, log, grantEnd, clock }: DeliveryDeps): Worker {
  const deps = { ...stores, ...config, keys, grantEnd, clock };
  const carry = stores.smtp ?? createOutboxCarrier(deps);
  const mailing =
    (write: (job: Job) => Promise<Mail | undefined>): JobHandler =>
    async (job) => {
      const mail = await write(job);
      if (mail !== undefined) await carry(mail);
    };
  const handlers = {
    letter: mailing((job) => writeLetter(deps, job)),
    recovery: mailing((job) => writeRecovery(deps, job)),
    booking: mailing((job) => writeBookingMail(deps, job)),
  };
  return createWorker({ jobs: stores.jobs, handlers, log, clock });
}
