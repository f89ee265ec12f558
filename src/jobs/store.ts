/*
 * The ports of delivery: jobs that wait in the database until they are done, the outbox that stands in for a mail
 * server or an SMS gateway, and the carriers that hand messages to one. Adapters: adapters/knex/jobs/jobs.ts,
 * adapters/knex/jobs/outbox.ts, adapters/mail/smtp.ts, adapters/sms/gateway.ts.
 */
import type { NewAuditEntry } from '../events/audit-log.js';

/**
 * `letter`: an entry of the audit log, told to one person. `recovery`: somebody asked for a way back in. `booking`: what
 * became of a booking, told to one of those who come or host it. `sms`: a text message, a
 * `SealedPayload` of `to` and `text`. `verification`: a code for an address that somebody wants to use, a
 * `SealedPayload` of `email` and `code`. `webhook`: a delivery, under the id of its job (webhook-store.ts).
 * `grant`: look whether it has come to its end. `revocation`: tokens that are taken back at their provider (scheduling/provider-oauth/store.ts). `workflow`: what a team writes around its bookings and forms (scheduling/workflows/run-store.ts).
 */
export type JobKind =
  | 'letter'
  | 'recovery'
  | 'booking'
  | 'sms'
  | 'verification'
  | 'grant'
  | 'webhook'
  | 'conference'
  | 'workflow'
  | 'calendar'
  | 'revocation';

export interface NewJob {
  /** UUID of what it is about, where there is at most one job for it; made when absent. */
  readonly id?: string;
  readonly kind: JobKind;
  /** Plain JSON. At rest until the job is done: personal data and what opens a door are sealed or left out. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** When it may first be taken; at once when absent. */
  readonly dueAt?: Date;
  /** Whose server it calls, when that is not one of ours: of one party few jobs are under way at once. */
  readonly party?: string;
  /** Of one lane one job is under way at most, and the later ones wait until it is done or dead. */
  readonly lane?: string;
}

/** Nothing of it can be read at rest. */
export interface SealedPayload {
  /** JSON, sealed under the key ring. */
  readonly sealed: string;
  /** ISO 8601: from then on it is of no use and stays here. */
  readonly until?: string;
}

export interface Job extends Omit<NewJob, 'dueAt' | 'party' | 'lane'> {
  readonly id: string;
  /** Names the try that holds it; whoever comes after the end of the lease holds another one. */
  readonly lease: string;
  /** With this one. */
  readonly tries: number;
  readonly createdAt: Date;
  /** Since when it could be taken: since it was put in, its day came, or it was to be tried again. */
  readonly dueAt: Date;
}

export interface Taking {
  readonly now: Date;
  /** When the job is free for others again, should this process be gone by then. */
  readonly leaseUntil: Date;
  readonly atMost: number;
  /** A job that was taken so often is left alone. */
  readonly maxAttempts: number;
}

export interface PartyTaking extends Taking {
  /** How many jobs of one party may be under way, with those that others hold. */
  readonly perParty: number;
}

export interface JobStore {
  /** For causes outside the database; those inside enqueue in their own transaction. */
  add(job: NewJob): Promise<void>;
  /** Due jobs without a party that nobody holds, the longest waiting first. Replicas never get the same one. */
  take(taking: Taking): Promise<readonly Job[]>;
  /** The same of those with a party: first one of each party, then a second of each, and so on. */
  takeForParties(taking: PartyTaking): Promise<readonly Job[]>;
  /** False when the lease ran out and somebody else took it: the job is theirs. */
  done(job: Job): Promise<boolean>;
  /** Without `dueAt` the job is dead: kept for a while for people to look at, and never taken again. */
  failed(job: Job, reason: string, dueAt?: Date): Promise<boolean>;
}

/**
 * For what is kept outside the database: its audit entry and the jobs about it are there together, or neither is. An
 * action on a subject is announced once; told again, also at the same time, it changes nothing.
 */
export interface Announcements {
  announce(entry: NewAuditEntry, jobs: readonly NewJob[]): Promise<void>;
}

/** A mail or a text message. */
export interface OutboxMail {
  readonly id: string;
  /** The `date` of the message. */
  readonly createdAt: Date;
  readonly sealed: string;
}

export interface OutboxStore {
  /** Once for each id, however often it is called. */
  put(mail: OutboxMail): Promise<void>;
  /** Newest first. */
  list(limit: number): Promise<readonly OutboxMail[]>;
}

export interface Attachment {
  readonly name: string;
  /** Media type with its parameters. */
  readonly type: string;
  readonly content: string;
}

export interface Mail {
  /** The same at every try: receivers know by it that they have the mail already (RFC 5322 section 3.6.4). */
  readonly id: string;
  readonly to: { readonly name: string; readonly address: string };
  /** In whose name it is sent; the service's own when absent. */
  readonly sender?: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments?: readonly Attachment[];
}

/**
 * With when it was ready to go (RFC 5322 section 3.6.1). Several are carried at once, and mailboxes show them in this
 * order, whichever arrived first.
 */
export type Dated<Message> = Message & { readonly date: Date };

/** Resolves when somebody else is responsible for the mail; rejects when it should be tried again. */
export type MailSender = (mail: Dated<Mail>) => Promise<void>;

export interface Sms {
  /** The same at every try: a gateway knows by it that it has the message already. */
  readonly id: string;
  /** E.164 */
  readonly to: string;
  readonly text: string;
}

/** Resolves when somebody else is responsible for the message; rejects when it should be tried again. */
export type SmsSender = (message: Dated<Sms>) => Promise<void>;
