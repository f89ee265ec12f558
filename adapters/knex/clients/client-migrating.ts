/* Whether the retired scope names mean those of today for a client. */
import type { Actor } from '../../../src/events/audit-log.js';
import { emit } from '../events/emit.js';
import { raiseRegistryRevision } from '../authorization/access-blocklist.js';
import type { Database } from '../connection.js';
import { lockClient } from './client-edits.js';

export async function setMigrating(
  trx: Database,
  id: string,
  migrating: boolean,
  actor: Actor,
): Promise<'done' | 'not_found'> {
  if (!(await lockClient(trx, { id }))) return 'not_found';
  const changed = await trx('client').where({ id, migrating: !migrating }).update({ migrating });
  const action = migrating ? 'client.migration_started' : 'client.migration_ended';
  if (changed === 0) return 'done';
  await raiseRegistryRevision(trx);
  await emit(trx, actor, { action, subject: `client:${id}`, facts: {} });
  return 'done';
}
