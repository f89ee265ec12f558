/* Who the audit log names for a call. */
import type { Principal } from '../api/principal.js';
import type { Cause } from '../events/audit-log.js';

export const causeOf = ({ accountId }: Principal, network: string): Cause => ({
  actor: `account:${accountId}`,
  network,
});
