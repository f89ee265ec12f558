/*
 * Spent refresh tokens of public clients that came again within the grace window, but from another IP address: shown to
 * the user and to those who manage the client. A device that changed its network looks like this, and so does a theft.
 */
import { z } from 'zod';
import { DAY } from '../../durations.js';
import type { AuditLog } from '../../events/audit-log.js';

export const REPEATED = 'refresh.repeated_elsewhere';

export interface RefreshRepeat {
  readonly grantId: string;
  readonly accountId: number;
  readonly at: Date;
  readonly clientIp: string;
  /** Where the token was used first. */
  readonly firstClientIp: string;
}

const VISIBLE_DAYS = 30;
const MAX_ENTRIES = 100;

const FACTS = z.object({ accountId: z.number(), firstUse: z.object({ clientIp: z.string() }) });

/** Of the last 30 days, newest first. `party`: `account:12` or `client:ab12...`; `now`: milliseconds since the epoch. */
export async function refreshRepeats(
  audit: Pick<AuditLog, 'read'>,
  party: string,
  now: number,
): Promise<readonly RefreshRepeat[]> {
  const filter = { action: REPEATED, subject: party, since: new Date(now - VISIBLE_DAYS * DAY) };
  const entries = await audit.read({ filter, order: 'newest', limit: MAX_ENTRIES });
  return entries.flatMap(({ at, subject, clientIp = '', facts }) => {
    const { data } = FACTS.safeParse(facts);
    if (data === undefined) return [];
    const { accountId, firstUse } = data;
    const grantId = subject.slice(subject.indexOf(':') + 1);
    return [{ grantId, accountId, at, clientIp, firstClientIp: firstUse.clientIp }];
  });
}
