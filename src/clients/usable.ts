/* Who may use a client, now. Asked again at every step of an authorization and at the token endpoint. */
import type { Client } from './store.js';

/**
 * Approved: anyone. Pending: its managers, and the testers they named who have accepted. Rejected, suspended: no account.
 * `accountId` is undefined while no user is signed in.
 */
export function whoMayUse(
  client: Pick<Client, 'status' | 'managerIds' | 'testerIds'>,
  accountId: number | undefined,
): boolean {
  if (client.status === 'approved') return true;
  if (client.status !== 'pending' || accountId === undefined) return false;
  return client.managerIds.includes(accountId) || client.testerIds.includes(accountId);
}
