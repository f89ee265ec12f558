/* Ends all that one account has allowed: tokens, and authorizations whose code still waits. */
import type { AuditLog } from '../../events/audit-log.js';
import { type EndedByUser, revokedEntry } from './audit-entries.js';
import type { Families } from './families.js';

export interface AccountGrantsDeps {
  readonly families: Pick<Families, 'ofAccount' | 'revoke'>;
  readonly audit: Pick<AuditLog, 'append'>;
}

export async function endAccountGrants(
  { families, audit }: AccountGrantsDeps,
  accountId: number,
  by: EndedByUser,
  clientIp?: string,
): Promise<void> {
  for (const loaded of await families.ofAccount(accountId)) {
    if (await families.revoke(loaded.id)) await audit.append(revokedEntry(loaded, by, clientIp));
  }
}
