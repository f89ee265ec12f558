/*
 * The audit log and its actors. Every store method that changes something takes an Actor and emits an event, which becomes
 * a row of the audit log in the transaction of the change.
 */
import type { DomainEvent } from './catalogue.js';

export interface Actor {
  /** `account:12`, `public` for an anonymous booker, `cli`, `demo`, `system`. */
  readonly actor: string;
  /** Absent for the command line. */
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

export type NewAuditEntry = Actor & DomainEvent;

/** Entries must match every member that is present. */
export interface AuditFilter {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  /** Also matches a client or account that the facts name as `clientId` or `accountId`. */
  readonly subject?: string | undefined;
  readonly clientIp?: string | undefined;
  /** From this moment on. */
  readonly since?: Date | undefined;
  /** Before this moment. */
  readonly until?: Date | undefined;
}

/** The last entry of a page: no entry is repeated or skipped on the next one, whatever is added in between. */
export type AuditCursor = Pick<AuditEntry, 'at' | 'id'>;

export interface AuditPage {
  readonly filter: AuditFilter;
  readonly order: 'newest' | 'oldest';
  /** Only entries after this one, in the order of the page. */
  readonly behind?: AuditCursor | undefined;
  readonly limit: number;
}

export interface AuditLog {
  /** For events outside a store transaction: writes the entry and the effects of the event. */
  append(entry: NewAuditEntry): Promise<void>;
  /** Deletes the oldest entries from before that time, some thousand at most; returns how many. */
  prune(before: Date): Promise<number>;
  /** Oldest first, from `since` on. */
  list(since: Date | undefined, limit: number): Promise<readonly AuditEntry[]>;
  /** The newest entries with exactly this subject and one of these actions. */
  about(subject: string, actions: readonly string[], limit: number): Promise<readonly AuditEntry[]>;
  read(page: AuditPage): Promise<readonly AuditEntry[]>;
  /** Every action that has an entry, in alphabetical order. */
  actions(): Promise<readonly string[]>;
  /** Current names of `account:12` and `client:ab12...`; deleted ones are missing. */
  names(parties: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
