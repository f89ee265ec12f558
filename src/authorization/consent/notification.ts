/* The mail to a user who has allowed an application. Families may live outside the database, so the job is written after them. */
import type { Client } from '../../clients/store.js';
import type { NewJob } from '../../jobs/store.js';
import type { GrantedScope } from '../../scopes/policy.js';
import { writeResponseScope } from '../grants/scope-record.js';

export interface Allowed {
  readonly accountId: number;
  readonly client: Client;
  readonly scope: GrantedScope;
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
    facts: { scope: writeResponseScope(scope) },
  },
});
