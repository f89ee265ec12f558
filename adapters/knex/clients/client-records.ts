/* The registry as owners and reviewers see it. Its changes are in client-edits.ts and client-testers.ts. */
import type { Actor } from '../../../src/events/audit-log.js';
import type { ClientRecord, ClientRecordStore, NamedClient } from '../../../src/clients/record-store.js';
import { batchPerTick } from '../../batch-per-tick.js';
import { isId, isStorable, mustBeStorable } from '../../storable.js';
import { emit } from '../events/emit.js';
import { clientFacts } from './client-facts.js';
import { edit, lockClient, onClient, settle, settleProposal, type Target, withdraw } from './client-edits.js';
import { countWaiting, queueCounts, queuePage } from './review-queue.js';
import { POSSIBLE_CLIENTS, teamsOf } from '../ownership/client-managers.js';
import { SELECT_RECORD, toRecord } from './client-record-rows.js';
import type { RecordRow } from './client-record-rows.js';
import { SELECT_CLIENT, toClient } from './client-rows.js';
import type { ClientRow } from './client-rows.js';
import { setMigrating } from './client-migrating.js';
import { allowScheme } from './client-schemes.js';
import {
  acceptInvitation,
  addTester,
  declineInvitation,
  invitationOf,
  removeTester,
  testersOf,
} from './client-testers.js';
import { transfer } from './client-transfer.js';
import { ownCounts, ownPage } from './own-clients.js';
import type { Database } from '../connection.js';
import { selectRows } from '../rows.js';
import { raiseRegistryRevision } from '../authorization/access-blocklist.js';

async function remove(trx: Database, target: Target, actor: Actor): Promise<'removed' | 'not_found'> {
  const { id } = target;
  if (!(await lockClient(trx, target))) return 'not_found';
  const sql = `${SELECT_CLIENT} where client.id = ?`;
  const { rows } = await trx.raw<{ rows: readonly [ClientRow] }>(sql, [id]);
  await trx('client').where({ id }).delete();
  await trx('removed_client').insert({ id });
  await raiseRegistryRevision(trx);
  const facts = clientFacts(toClient(rows[0]));
  await emit(trx, actor, { action: 'client.removed', subject: `client:${id}`, facts });
  return 'removed';
}

const NAMES = `
select id, name, owner_id as "ownerId", status not in ('approved', 'suspended') as waiting from client
where status <> 'rejected' or edited_at is not null
union all
select client.id, client_proposal.name, owner_id, true from client_proposal
join client on client.id = client_id and client.name <> client_proposal.name
where refusal is null`;

async function ofManager(db: Database, accountId: number): Promise<readonly ClientRecord[]> {
  const sql = `${SELECT_RECORD}
where record.id in (select client.id from client where ${POSSIBLE_CLIENTS}) and :accountId = any(record.manager_ids)
order by record.created_at desc, record.id`;
  const { rows } = await db.raw<{ rows: readonly RecordRow[] }>(sql, { accountId });
  return rows.map(toRecord);
}

export function createClientRecordStore(db: Database): ClientRecordStore {
  const findTogether = batchPerTick(async (ids: readonly string[]) => {
    const sql = `${SELECT_RECORD} where record.id = any(:ids)`;
    const rows = await selectRows<RecordRow>(db, sql, { ids: [...new Set(ids)] });
    const records = new Map(rows.map((row) => [row.id, toRecord(row)]));
    return ids.map((id) => records.get(id));
  });
  return {
    find: async (id) => (isStorable(id) ? findTogether(id) : undefined),
    ofManager: (accountId) => ofManager(db, accountId),
    ownPage: async (query, page) => (await ownPage(db, query, page)).map(toRecord),
    ownCounts: (query) => ownCounts(db, query),
    teamsOf: async (accountId) => (isId(accountId) ? teamsOf(db, accountId) : []),
    queue: async (query, page) => (await queuePage(db, query, page)).map(toRecord),
    countWaiting: (most) => countWaiting(db, most),
    queueCounts: (words) => queueCounts(db, words),
    names: async () => (await db.raw<{ rows: readonly NamedClient[] }>(NAMES)).rows,
    edit(id, managerId, change, actor) {
      mustBeStorable(change);
      return onClient(db, id, (trx) => edit(trx, { id, managerId }, change, actor));
    },
    withdraw: (id, managerId, version, actor) =>
      onClient(db, id, (trx) => withdraw(trx, { id, managerId }, version, actor)),
    remove: (id, managerId, actor) => onClient(db, id, (trx) => remove(trx, { id, managerId }, actor)),
    transfer: (id, by, to, actor) => onClient(db, id, (trx) => transfer(trx, { id, by, ...to }, actor)),
    settle(id, verdict, actor) {
      mustBeStorable(verdict);
      return onClient(db, id, (trx) => settle(trx, id, verdict, actor));
    },
    settleProposal(id, verdict, actor) {
      mustBeStorable(verdict);
      return onClient(db, id, (trx) => settleProposal(trx, id, verdict, actor));
    },
    allowScheme(id, allowed, actor) {
      mustBeStorable(allowed);
      return onClient(db, id, (trx) => allowScheme(trx, id, allowed, actor));
    },
    setMigrating: (id, migrating, actor) =>
      onClient(db, id, (trx) => setMigrating(trx, id, migrating, actor)),
    testers: async (id) => (isStorable(id) ? testersOf(db, id) : []),
    testerInvitation: async (id, accountId) => (isStorable(id) ? invitationOf(db, id, accountId) : undefined),
    acceptInvitation: (id, accountId, actor) =>
      onClient(db, id, (trx) => acceptInvitation(trx, id, accountId, actor)),
    declineInvitation: (id, accountId, actor) =>
      onClient(db, id, (trx) => declineInvitation(trx, id, accountId, actor)),
    addTester: (id, managerId, tester, actor) =>
      onClient(db, id, (trx) => addTester(trx, { id, managerId }, tester, actor)),
    removeTester: (id, managerId, accountId, actor) =>
      onClient(db, id, (trx) => removeTester(trx, { id, managerId }, accountId, actor)),
  };
}
