/*
 * A mail days or hours before the end of a grant that its user has chosen. It waits as a job; whether the grant is still
 * valid is checked when the mail is written, since it may be revoked at any time.
 */
import type { REMINDERS } from '../../events/catalogue.js';
import type { NewJob } from '../../jobs/store.js';
import { type GrantEnd, remindAt } from './revocation.js';

export interface EndingGrant {
  readonly grantId: string;
  readonly accountId: number;
  readonly clientId: string;
  readonly until: GrantEnd;
  /** Milliseconds since the epoch, both. */
  readonly born: number;
  readonly ends: number;
}

/** One job, or none where no mail is due. */
export function revocationNotifications(grant: EndingGrant): readonly NewJob[] {
  const { grantId, accountId, clientId, until, born, ends } = grant;
  const due = remindAt(until, born, ends);
  if (due === undefined) return [];
  const payload = {
    about: 'grant.ending' satisfies (typeof REMINDERS)[number],
    to: accountId,
    subject: `client:${clientId}`,
    at: new Date(born).toISOString(),
    facts: { grant: grantId },
  };
  return [{ kind: 'notification', payload, dueAt: new Date(due) }];
}
