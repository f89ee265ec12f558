/*
 * Two slots a client. The client's row is locked first, so that parallel additions and removals of one client run one
 * after another; the unique slot is the second line of defence.
 */
import type { Actor } from '../../../src/events/audit-log.js';
import type { NewSecret } from '../../../src/clients/store.js';
import { emit } from '../events/emit.js';
import { lockClient, type Target } from './client-edits.js';
import type { Database } from '../connection.js';
import { raiseRegistryRevision } from '../authorization/access-blocklist.js';

interface SlotRow {
  readonly id: string;
  readonly slot: number;
  readonly hint: string;
}

const activeSlots = async (trx: Database, clientId: string): Promise<readonly SlotRow[]> =>
  trx<SlotRow & { client_id: string }>('client_secret')
    .where({ client_id: clientId })
    .select('id', 'slot', 'hint');

export async function addSecret(
  trx: Database,
  target: Target,
  secret: NewSecret,
  actor: Actor,
): Promise<'added' | 'two_active' | 'public_client' | 'not_found'> {
  const { id } = target;
  const locked = await lockClient(trx, target);
  if (locked === undefined) return 'not_found';
  if (locked.kind === 'public') return 'public_client';
  const taken = await activeSlots(trx, id);
  const slot = [1, 2].find((candidate) => taken.every((row) => row.slot !== candidate));
  if (slot === undefined) return 'two_active';
  await trx('client_secret').insert({ ...secret, client_id: id, slot });
  await raiseRegistryRevision(trx);
  const facts = { secret: secret.id, hint: secret.hint };
  await emit(trx, actor, { action: 'secret.added', subject: `client:${id}`, facts });
  return 'added';
}

export async function removeSecret(
  trx: Database,
  target: Target,
  secretId: string,
  actor: Actor,
): Promise<'removed' | 'last_one' | 'not_found'> {
  const { id } = target;
  if ((await lockClient(trx, target)) === undefined) return 'not_found';
  const active = await activeSlots(trx, id);
  const secret = active.find((row) => row.id === secretId);
  if (!secret) return 'not_found';
  if (active.length === 1) return 'last_one';
  // Its hash stays for a while: the request log tells a removed secret from a wrong one.
  await trx.raw(
    `with removed as (delete from client_secret where id = ? and client_id = ? returning id, client_id, hash, hint)
    insert into removed_client_secret (id, client_id, hash, hint) select * from removed`,
    [secretId, id],
  );
  await raiseRegistryRevision(trx);
  const facts = { secret: secretId, hint: secret.hint };
  await emit(trx, actor, { action: 'secret.removed', subject: `client:${id}`, facts });
  return 'removed';
}
