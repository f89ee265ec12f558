/*
 * The grants of a user that have ended, from the audit log: it also knows those whose token family is gone. The end of a
 * grant that expired is recorded only where a webhook watched it (expiry.ts). Adapter:
 * adapters/knex/authorization/grant-history.ts.
 */
import type { AuditCursor } from '../../events/audit-log.js';
import type { EventOf } from '../../events/catalogue.js';
import { present } from '../../present.js';
import type { GrantOrigin } from './audit-entries.js';

type EndedBy = EventOf<'grant.revoked'>['facts']['endedBy'];
/** `client_removed`: its application does not exist any more. */
export type EndReason = EndedBy | 'expired' | 'client_removed';

/** What the log says about a grant that is not among the current ones. */
export interface PastGrant {
  /** Of the entry that it was allowed. */
  readonly entry: AuditCursor;
  readonly clientId: string;
  /** Its last name; absent when the log does not have it any more. */
  readonly clientName?: string;
  readonly clientExists: boolean;
  /** The absolute end that it was allowed with. */
  readonly ends: Date;
  /** The entry of its end. */
  readonly end?: { readonly at: Date; readonly endedBy?: EndedBy };
}

export interface PastGrantsPage {
  readonly accountId: number;
  /** Ids of the grants that have not ended. */
  readonly current: readonly string[];
  /** Only grants that were allowed before it, or whose end is recorded: younger ones may not be among the current ones yet. */
  readonly allowedBefore: Date;
  readonly behind?: AuditCursor | undefined;
  readonly limit: number;
}

export interface GrantHistory {
  /** The last allowed first. */
  past(page: PastGrantsPage): Promise<readonly PastGrant[]>;
  /** The browser in which each grant was allowed, as far as its entry says it. */
  origins(grantIds: readonly string[]): Promise<ReadonlyMap<string, Partial<GrantOrigin>>>;
}

export interface GrantEnding {
  readonly reason: EndReason;
  /** Absent when nobody recorded it. */
  readonly at?: Date;
}

/** `now`: milliseconds since the epoch. */
export function endingOf({ end, ends, clientExists }: PastGrant, now: number): GrantEnding {
  if (end) return { reason: end.endedBy ?? 'expired', at: end.at };
  if (!clientExists) return { reason: 'client_removed' };
  return { reason: 'expired', ...present({ at: ends.getTime() <= now ? ends : undefined }) };
}
