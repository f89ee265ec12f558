/* Private-use schemes without a dot that an administrator allows for a client. */
import type { Actor } from '../../../src/events/audit-log.js';
import type { ClientRecordStore } from '../../../src/clients/record-store.js';
import { emit } from '../events/emit.js';
import { raiseRegistryRevision } from '../authorization/access-blocklist.js';
import type { Database } from '../connection.js';
import { lockClient } from './client-edits.js';

/** The lock makes it one change at a time, so `most` holds. */
export async function allowScheme(
  trx: Database,
  id: string,
  { scheme, most }: Parameters<ClientRecordStore['allowScheme']>[1],
  actor: Actor,
): ReturnType<ClientRecordStore['allowScheme']> {
  if (!(await lockClient(trx, { id }))) return 'not_found';
  const clients = trx<{ id: string; allowed_schemes: readonly string[] }>('client');
  const allowed = (await clients.where({ id }).first('allowed_schemes'))?.allowed_schemes ?? [];
  if (allowed.includes(scheme)) return 'allowed';
  if (allowed.length >= most) return 'full';
  await trx('client')
    .where({ id })
    .update({ allowed_schemes: JSON.stringify([...allowed, scheme]) });
  await raiseRegistryRevision(trx);
  await emit(trx, actor, { action: 'client.scheme_allowed', subject: `client:${id}`, facts: { scheme } });
  return 'allowed';
}
