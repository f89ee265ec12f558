/*
 * Who caused a change. Each store method that changes a client, secret, status or account takes a Cause and writes
 * its audit row in the same transaction as the change.
 */

export interface Cause {
  /** `account:12`, `cli`, `demo`, `system`. */
  readonly actor: string;
  /** Network address of the caller, absent for the command line. */
  readonly network?: string;
}

export interface AuditEntry {
  readonly id: string;
  readonly at: Date;
  readonly actor: string;
  readonly network?: string;
  /** Noun and verb: `client.approved`, `secret.removed`, `refresh.reuse_detected`. */
  readonly action: string;
  /** What it happened to: `client:ab12...`, `account:12`. */
  readonly subject: string;
  /** Facts, never secrets. */
  readonly facts: Readonly<Record<string, unknown>>;
}

export type NewAuditEntry = Omit<AuditEntry, 'id' | 'at'>;

export interface AuditLog {
  append(entry: NewAuditEntry): Promise<void>;
  /** Oldest first, from `since` on. */
  list(since: Date | undefined, limit: number): Promise<readonly AuditEntry[]>;
}
