/* Who may use a client, now. Asked again at every step of an authorization and at the token endpoint. */
import type { Client } from './store.js';

/**
 * Approved: anyone. Pending: who manages it, and the testers they named. Rejected, suspended: nobody.
 * `accountId` is undefined while nobody is signed in.
 */
export function whoMayUse(
  client: Pick<Client, 'status' | 'managerIds' | 'testerIds'>,
  accountId: number | undefined,
): boolean {
  if (client.status === 'approved') return true;
  if (client.status !== 'pending' || accountId === undefined) return false;
  return client.managerIds.includes(accountId) || client.testerIds.includes(accountId);
}
