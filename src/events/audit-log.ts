/*
 * The audit log, and who caused a change. Every store method that changes something takes an Actor and emits an event,
 * which becomes a row of the audit log in the transaction of the change.
 */
import type { DomainEvent } from './catalogue.js';

export interface Actor {
  /** `account:12`, `public` for whoever books without a token, `cli`, `demo`, `system`. */
  readonly actor: string;
  /** IP address of the caller, absent for the command line. */
  readonly clientIp?: string;
}

export interface AuditEntry {
  readonly id: string;
  readonly at: Date;
  readonly actor: string;
  readonly clientIp?: string;
  /** Name of the event: `client.approved`, `refresh.reuse_detected`. */
  readonly action: string;
  /** What it happened to: `client:ab12...`, `account:12`. */
  readonly subject: string;
  /** Facts, never secrets. */
  readonly facts: Readonly<Record<string, unknown>>;
}

/** An event with who caused it. */
export type NewAuditEntry = Actor & DomainEvent;

/** Entries that fit all of it; what is absent does not matter. */
export interface AuditFilter {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  /** What it happened to, or a client or account that the facts name as `clientId` or `accountId`. */
  readonly subject?: string | undefined;
  readonly clientIp?: string | undefined;
  /** From this moment on. */
  readonly since?: Date | undefined;
  /** Before this moment. */
  readonly until?: Date | undefined;
}

/** Where one page ends and the next goes on: no entry is seen twice or missed, whatever is added meanwhile. */
export type AuditCursor = Pick<AuditEntry, 'at' | 'id'>;

export interface AuditPage {
  readonly filter: AuditFilter;
  readonly order: 'newest' | 'oldest';
  /** Not this entry, but what follows it in the order. */
  readonly behind?: AuditCursor | undefined;
  readonly limit: number;
}

export interface AuditLog {
  /** For causes outside the database: writes the entry and everything that follows from the event. */
  append(entry: NewAuditEntry): Promise<void>;
  /** Oldest first, from `since` on. */
  list(since: Date | undefined, limit: number): Promise<readonly AuditEntry[]>;
  read(page: AuditPage): Promise<readonly AuditEntry[]>;
  /** Every action that has an entry, in alphabetical order. */
  actions(): Promise<readonly string[]>;
  /** What `account:12` and `client:ab12...` are called now; nothing for those that are gone. */
  names(parties: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
