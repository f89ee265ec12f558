/* The registry in the database. Limits are constraints; this file turns their violations into verdicts. */
import { present } from '../../../src/present.js';
import type { Actor } from '../../../src/events/audit-log.js';
import type { ClientStore, NewClient } from '../../../src/clients/store.js';
import { batchPerTick } from '../../batch-per-tick.js';
import { isStorable, mustBeStorable } from '../../storable.js';
import { lockAccount } from '../account-rows.js';
import { emit } from '../events/emit.js';
import { onClient, settle, writeLists } from './client-edits.js';
import { SELECT_CLIENT, clientRow, secretRows, toClient } from './client-rows.js';
import type { ClientRow } from './client-rows.js';
import { clientFacts } from './client-facts.js';
import { markContributor } from './client-contributors.js';
import { managesTeam, ownsMany } from '../ownership/client-managers.js';
import { addSecret, removeSecret } from './client-secrets.js';
import type { Database } from '../connection.js';
import { raiseRegistryRevision } from '../authorization/access-blocklist.js';
import { inTransaction } from '../transaction.js';

/** Under a lock on the owner, so that parallel registrations are counted. */
async function fullness(
  trx: Database,
  { ownerId, maxPending, maxClients }: NewClient,
): Promise<'too_many_pending' | 'too_many_clients' | undefined> {
  if (maxPending === undefined && maxClients === undefined) return undefined;
  await lockAccount(trx, ownerId);
  if (await ownsMany(trx, { owner_id: ownerId }, maxClients)) return 'too_many_clients';
  const waits = await ownsMany(trx, { owner_id: ownerId, status: 'pending' }, maxPending);
  return waits ? 'too_many_pending' : undefined;
}

async function create(trx: Database, input: NewClient, actor: Actor): ReturnType<ClientStore['create']> {
  const { teamId } = input;
  const full = await fullness(trx, input);
  if (full !== undefined) return full;
  if (teamId !== undefined && !(await managesTeam(trx, teamId, input.ownerId))) return 'not_your_team';
  if (await trx('removed_client').where({ id: input.id }).first('id')) return 'id_taken';
  const inserted = await trx('client').insert(clientRow(input)).onConflict('id').ignore().returning('id');
  if (inserted.length === 0) return 'id_taken';
  await writeLists(trx, input.id, input);
  if (input.secrets.length > 0) await trx('client_secret').insert(secretRows(input));
  if (input.status !== 'approved') await raiseRegistryRevision(trx);
  await markContributor(trx, input.id, input.ownerId);
  await emit(trx, actor, {
    action: 'client.created',
    subject: `client:${input.id}`,
    facts: clientFacts(input),
  });
  return 'created';
}

export function createClientStore(db: Database): ClientStore {
  const select = async (tail: string, values: Readonly<Record<string, string | string[]>>) => {
    const { rows } = await db.raw<{ rows: readonly ClientRow[] }>(`${SELECT_CLIENT} ${tail}`, values);
    return rows.map(toClient);
  };
  const findTogether = batchPerTick(async (ids: readonly string[]) => {
    const clients = await select('where client.id = any(:ids)', { ids: [...new Set(ids)] });
    return ids.map((id) => clients.find((client) => client.id === id));
  });
  return {
    create(input, actor) {
      mustBeStorable(input);
      return inTransaction(db, (trx) => create(trx, input, actor));
    },
    async find(id) {
      return isStorable(id) ? findTogether(id) : undefined;
    },
    list: (status) =>
      status === undefined
        ? select('order by created_at, id', {})
        : select('where status = :status order by created_at, id', { status }),
    async setStatus(id, to, reason, actor) {
      mustBeStorable(reason);
      const settled = await onClient(db, id, (trx) => settle(trx, id, { to, ...present({ reason }) }, actor));
      return settled === 'changed_meanwhile' ? 'unchanged' : settled;
    },
    async addSecret(id, secret, actor, managerId) {
      mustBeStorable(secret);
      return onClient(db, id, (trx) => addSecret(trx, { id, managerId }, secret, actor));
    },
    async removeSecret(id, secretId, actor, managerId) {
      if (!isStorable(secretId)) return 'not_found';
      return onClient(db, id, (trx) => removeSecret(trx, { id, managerId }, secretId, actor));
    },
    renewSecretHash: async (id, from, to) =>
      (await db('client_secret').where({ id, hash: from }).update({ hash: to })) === 1,
  };
}
