/*
 * The ports of delivery: jobs that wait in the database until they are done, the outbox that stands in for a mail
 * server, and the carrier that hands mails to one. Adapters: adapters/knex/jobs.ts, adapters/knex/outbox.ts,
 * adapters/mail/smtp.ts.
 */
import type { NewAuditEntry } from '../audit.js';

/**
 * `letter`: an entry of the audit log, told to one person. `recovery`: somebody asked for a way back in. `booking`: what
 * became of a booking, told to one of those who come or host it.
 */
export type JobKind = 'letter' | 'recovery' | 'booking';

export interface NewJob {
  readonly kind: JobKind;
  /** Plain JSON. At rest until the job is done: personal data and what opens a door are sealed or left out. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** When it may first be taken; at once when absent. */
  readonly dueAt?: Date;
}

export interface Job extends Omit<NewJob, 'dueAt'> {
  readonly id: string;
  /** Names the try that holds it; whoever comes after the end of the lease holds another one. */
  readonly lease: string;
  /** With this one. */
  readonly tries: number;
  readonly createdAt: Date;
}

export interface Taking {
  readonly now: Date;
  /** When the job is free for others again, should this process be gone by then. */
  readonly leaseUntil: Date;
  readonly atMost: number;
  /** A job that was taken so often is left alone. */
  readonly mostTries: number;
}

export interface JobStore {
  /** For causes outside the database; those inside enqueue in their own transaction. */
  add(job: NewJob): Promise<void>;
  /** Due jobs that nobody holds, the longest waiting first. Replicas never get the same one. */
  take(taking: Taking): Promise<readonly Job[]>;
  /** False when the lease ran out and somebody else took it: the job is theirs. */
  done(job: Job): Promise<boolean>;
  /** Without `dueAt` the job is dead: kept for a while for people to look at, and never taken again. */
  failed(job: Job, reason: string, dueAt?: Date): Promise<boolean>;
}

/** For what is kept outside the database: its audit entry and the jobs about it are there together, or neither is. */
export interface Announcements {
  announce(entry: NewAuditEntry, jobs: readonly NewJob[]): Promise<void>;
}

export interface OutboxMail {
  readonly id: string;
  readonly createdAt: Date;
  readonly sealed: string;
}

export interface OutboxStore {
  /** Once for each id, however often it is called. */
  put(id: string, sealed: string): Promise<void>;
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
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments?: readonly Attachment[];
}

/** Resolves when somebody else is responsible for the mail; rejects when it should be tried again. */
export type MailCarrier = (mail: Mail) => Promise<void>;
