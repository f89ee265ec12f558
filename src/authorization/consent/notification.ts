/* Who allowed something is told by mail. Families may live outside the database, so the job is written after them. */
import type { Client } from '../../clients/store.js';
import type { NewJob } from '../../jobs/store.js';
import { UNRESTRICTED } from '../grants/bearer.js';

export interface Allowed {
  readonly accountId: number;
  readonly client: Client;
  readonly scope: string;
  readonly clientIp: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export const authorizationNotification = ({ accountId, client, scope, clientIp, at }: Allowed): NewJob => ({
  kind: 'letter',
  payload: {
    about: 'grant.allowed',
    to: accountId,
    subject: `client:${client.id}`,
    at: new Date(at).toISOString(),
    clientIp,
    facts: { scope: scope === UNRESTRICTED ? '' : scope },
  },
});
