/*
 * Delivery: the handler of each kind of job, the messages written from jobs, and their senders. It changes nothing but
 * jobs, deliveries, recoveries and what follows from a deleted account, and knows nothing of tokens or sessions.
 */
import type { AccountStores } from '../accounts/stores.js';
import type { ClientStores } from '../clients/stores.js';
import type { KeyRing } from '../keys/key-ring.js';
import type { Log } from '../ops/log.js';
import type { Outbound } from '../outbound/outbound.js';
import type { CalendarProviders } from '../scheduling/calendars/provider.js';
import type { ProviderApps } from '../scheduling/provider-oauth/provider.js';
import type { SchedulingStores, TeamStores } from '../scheduling/stores.js';
import { createAccountHandler } from './account-handler.js';
import { writeBookingMail } from './booking-mail.js';
import { createCalendarHandler } from './calendar-handler.js';
import { createConferenceHandler } from './conference-handler.js';
import { writeEmailChange } from './email-change-mail.js';
import { writeNotification } from './notification-mail.js';
import { createOutboxSender } from './outbox.js';
import { writeRecovery } from './recovery-mail.js';
import { createPlanningHandler } from './planning-handler.js';
import { createRevocationHandler } from './revocation-handler.js';
import { readSms } from './sms.js';
import type { Job, JobStore } from '../jobs/store.js';
import type { Mail, MailSender, SmsSender } from './message-ports.js';
import type { DeliveryStores } from './stores.js';
import { writeVerification } from './verification-mail.js';
import { createWebhookSender, type WebhookSenderDeps } from './webhook-sender.js';
import { createWorker } from '../jobs/worker.js';
import type { JobKind } from '../jobs/kinds.js';
import type { JobHandler, JobHandlers, Worker, WorkerDeps } from '../jobs/worker.js';

export interface DeliveryDeps {
  readonly stores: {
    readonly accounts: AccountStores;
    readonly clients: ClientStores;
    readonly jobs: JobStore;
    readonly delivery: DeliveryStores;
    readonly teams: TeamStores;
    readonly scheduling: SchedulingStores;
    readonly calendarProviders: CalendarProviders;
    readonly outbound: Outbound;
    readonly smtp?: MailSender;
    readonly sms?: SmsSender;
  };
  readonly config: {
    readonly production: boolean;
    readonly appUrl: string;
    readonly settingsUrl: string;
    readonly providers: ProviderApps;
    readonly jitsiUrl: string;
  };
  readonly keys: KeyRing;
  readonly log: Log;
  /** When a grant ends; undefined for one that has ended. */
  readonly grantEnd: (id: string) => Promise<Date | undefined>;
  /** Ends the grants and sessions of a deleted account. */
  readonly endAccountAccess: (accountId: number) => Promise<void>;
  /** Checks whether a grant has ended. */
  readonly watchGrant: JobHandler<'grant'>;
  /** Narrows the grants of a client. */
  readonly narrowGrants: JobHandler<'narrowing'>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Milliseconds between two looks for due jobs; 900 when absent. */
  readonly lookEveryMs?: number;
  /** From 0 to 1. */
  readonly chance: () => number;
  readonly observe?: WorkerDeps['observe'];
  readonly observeWebhook?: WebhookSenderDeps['observeWebhook'];
}

const senderDeps = ({ stores, config, ...rest }: DeliveryDeps) => ({
  accounts: stores.accounts.accounts,
  recoveries: stores.accounts.recoveries,
  emailChanges: stores.accounts.emailChanges,
  deletions: stores.accounts.deletions,
  bookings: stores.scheduling.bookings,
  clients: stores.clients.clients,
  records: stores.clients.records,
  jobs: stores.jobs,
  outbox: stores.delivery.outbox,
  ownMemberships: stores.teams.ownMemberships,
  pendingDeliveries: stores.delivery.pendingDeliveries,
  bookingMails: stores.scheduling.bookingMails,
  calendarCredentials: stores.scheduling.calendarCredentials,
  calendarSync: stores.scheduling.calendarSync,
  conferencingCredentials: stores.scheduling.conferencingCredentials,
  revokedApps: stores.scheduling.revokedApps,
  calendarOutages: stores.scheduling.calendarOutages,
  meetings: stores.scheduling.meetings,
  providerConsents: stores.scheduling.providerConsents,
  workflowRuns: stores.scheduling.workflowRuns,
  calendarProviders: stores.calendarProviders,
  outbound: stores.outbound,
  ...config,
  ...rest,
});

export function createDelivery({ stores, ...rest }: DeliveryDeps): Worker {
  const deps = senderDeps({ stores, ...rest });
  const putInOutbox = createOutboxSender(deps);
  const senders = { sendMail: stores.smtp ?? putInOutbox, sendSms: stores.sms ?? putInOutbox };
  const mailing =
    <Kind extends JobKind>(
      write: (job: Job<Kind>) => Mail | undefined | Promise<Mail | undefined>,
    ): JobHandler<Kind> =>
    async (job) => {
      const mail = await write(job);
      if (mail !== undefined) await senders.sendMail({ ...mail, date: job.dueAt });
    };
  const handlers: JobHandlers = {
    notification: mailing((job) => writeNotification(deps, job)),
    recovery: mailing((job) => writeRecovery(deps, job)),
    email_change: mailing((job) => writeEmailChange(deps, job)),
    booking: mailing((job) => writeBookingMail(deps, job)),
    webhook: createWebhookSender(deps),
    planning: createPlanningHandler(deps),
    calendar: createCalendarHandler(deps),
    conference: createConferenceHandler(deps),
    account: createAccountHandler(deps, senders.sendMail),
    verification: mailing((job) => writeVerification(deps, job)),
    grant: deps.watchGrant,
    narrowing: deps.narrowGrants,
    revocation: createRevocationHandler(deps),
    sms: async (job) => {
      const message = readSms(deps, job);
      if (message !== undefined) await senders.sendSms({ ...message, date: job.dueAt });
    },
    // With the sanitizer of its HTML, which few services need.
    async workflow(job) {
      const { createWorkflowHandler } = await import('./workflow-run.js');
      await createWorkflowHandler(deps, senders)(job);
    },
  };
  return createWorker({ ...deps, handlers });
}
