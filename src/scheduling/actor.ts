/* Who the audit log names for a call. */
import type { Principal } from '../api/principal.js';
import type { Actor } from '../events/audit-log.js';

export const actorOf = ({ accountId }: Pick<Principal, 'accountId'>, clientIp: string): Actor => ({
  actor: `account:${accountId}`,
  clientIp,
});
