/* Who may use a client, now. Asked again at every step of an authorization and at the token endpoint. */
import type { Client } from './store.js';

/**
 * Approved: anyone. Pending: its owner and the testers the owner named. Rejected, suspended: nobody.
 * `accountId` is undefined while nobody is signed in.
 */
export function whoMayUse(
  client: Pick<Client, 'status' | 'ownerId' | 'testerIds'>,
  accountId: number | undefined,
): boolean {
  if (client.status === 'approved') return true;
  if (client.status !== 'pending' || accountId === undefined) return false;
  return client.ownerId === accountId || client.testerIds.includes(accountId);
}
