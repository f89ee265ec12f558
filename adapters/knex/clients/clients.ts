/* The registry in the database. Limits are its constraints; this file only words what they answer. */
import { present } from '../../../src/present.js';
import type { Actor } from '../../../src/events/audit-log.js';
import type { ClientStatus, ClientStore, NewClient } from '../../../src/clients/store.js';
import { stagesBefore } from '../../../src/clients/status.js';
import { batchPerTick } from '../../batch-per-tick.js';
import { isStorable, mustBeStorable } from '../../storable.js';
import { lockAccount } from '../account-rows.js';
import { emit } from '../events/emit.js';
import { SELECT_CLIENT, clientRow, redirectUriRows, scopeRows, secretRows, toClient } from './client-rows.js';
import type { ClientRow } from './client-rows.js';
import { clientFacts } from './client-facts.js';
import { markContributor } from './client-contributors.js';
import { managesTeam } from '../ownership/client-managers.js';
import { addSecret, removeSecret } from './client-secrets.js';
import type { Database } from '../connection.js';
import { raiseBlocklistVersion } from '../authorization/access-blocklist.js';
import { inTransaction } from '../transaction.js';

/** Under a lock on the owner, so that parallel registrations are counted. */
async function isFull(trx: Database, { ownerId, maxPending }: NewClient): Promise<boolean> {
  if (maxPending === undefined) return false;
  await lockAccount(trx, ownerId);
  const waiting = await trx('client')
    .where({ owner_id: ownerId, status: 'pending' })
    .limit(maxPending)
    .select('id');
  return waiting.length >= maxPending;
}

async function create(trx: Database, input: NewClient, actor: Actor): ReturnType<ClientStore['create']> {
  const { teamId } = input;
  if (await isFull(trx, input)) return 'too_many_pending';
  if (teamId !== undefined && !(await managesTeam(trx, teamId, input.ownerId))) return 'not_your_team';
  if (await trx('removed_client').where({ id: input.id }).first('id')) return 'id_taken';
  const made = await trx('client').insert(clientRow(input)).onConflict('id').ignore().returning('id');
  if (made.length === 0) return 'id_taken';
  const lists = {
    client_redirect_uri: redirectUriRows(input),
    client_scope: scopeRows(input),
    client_secret: secretRows(input),
  };
  for (const [table, rows] of Object.entries(lists)) if (rows.length > 0) await trx(table).insert(rows);
  if (input.status !== 'approved') await raiseBlocklistVersion(trx);
  await markContributor(trx, input.id, input.ownerId);
  await emit(trx, actor, {
    action: 'client.created',
    subject: `client:${input.id}`,
    facts: clientFacts(input),
  });
  return 'created';
}

// The old row is locked before it is judged: of two parallel verdicts the second sees the first one's status.
const SET_STATUS = `
update client set status = :to, status_reason = :reason, version = version + 1, edited_at = null
from (
  select id, status, case when status = 'rejected' and edited_at is not null then 'resubmitted' else status end as stage
  from client where id = :id for update
) as before
where client.id = before.id and before.stage = any(:from)
returning before.status`;

interface Verdict {
  readonly id: string;
  readonly to: ClientStatus;
  readonly reason: string | undefined;
}

async function setStatus(
  trx: Database,
  { id, to, reason }: Verdict,
  actor: Actor,
): Promise<'done' | 'unchanged' | 'not_found'> {
  const values = { id, to, reason: reason ?? null, from: stagesBefore(to) };
  const { rows } = await trx.raw<{ rows: readonly { status: ClientStatus }[] }>(SET_STATUS, values);
  const [before] = rows;
  if (!before) return (await trx('client').where({ id }).first('id')) ? 'unchanged' : 'not_found';
  await raiseBlocklistVersion(trx);
  const action =
    to === 'approved' && before.status === 'suspended' ? 'client.resumed' : (`client.${to}` as const);
  const facts = { from: before.status, ...present({ reason }) };
  await emit(trx, actor, { action, subject: `client:${id}`, facts });
  return 'done';
}

export function createClientStore(db: Database): ClientStore {
  const select = async (tail: string, values: Readonly<Record<string, string | string[]>>) => {
    const { rows } = await db.raw<{ rows: readonly ClientRow[] }>(`${SELECT_CLIENT} ${tail}`, values);
    return rows.map(toClient);
  };
  const findTogether = batchPerTick(async (ids: readonly string[]) => {
    const found = await select('where client.id = any(:ids)', { ids: [...new Set(ids)] });
    return ids.map((id) => found.find((client) => client.id === id));
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
      return isStorable(id)
        ? inTransaction(db, (trx) => setStatus(trx, { id, to, reason }, actor))
        : 'not_found';
    },
    async addSecret(id, secret, actor, managerId) {
      mustBeStorable(secret);
      return isStorable(id)
        ? inTransaction(db, (trx) => addSecret(trx, { id, managerId }, secret, actor))
        : 'not_found';
    },
    async removeSecret(id, secretId, actor, managerId) {
      if (!isStorable(id) || !isStorable(secretId)) return 'not_found';
      return inTransaction(db, (trx) => removeSecret(trx, { id, managerId }, secretId, actor));
    },
    renewSecretHash: async (id, from, to) =>
      (await db('client_secret').where({ id, hash: from }).update({ hash: to })) === 1,
  };
}
