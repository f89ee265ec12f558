/* The access blocklist, and the counter by which the replicas notice a change of it or of the registry. */
import type { BlocklistStore } from '../../../src/clients/store.js';
import { MANAGER_IDS } from '../ownership/client-managers.js';
import type { Database } from '../connection.js';
import { type RemovedScopesPart, toRemovedScopes } from './removed-scopes.js';

/**
 * In the transaction of every change of the blocklist or of a client, which processes keep as long as the revision stays.
 * The row lock puts such changes in one order.
 */
export async function raiseRegistryRevision(trx: Database): Promise<void> {
  await trx('standing_revision').increment('revision', 1);
}

interface PendingRow {
  readonly id: string;
  readonly accounts: readonly number[];
}

interface BlocklistRow {
  readonly revision: string;
  readonly blocked: readonly string[];
  readonly pending: readonly PendingRow[];
  readonly disabled: readonly number[];
  readonly removed: Readonly<Record<string, RemovedScopesPart>>;
}

// One statement, so that everything belongs to the revision beside it. Removed clients count as long as one of their
// access tokens could be valid: these last half an hour.
const BLOCKLIST = `
select
  (select revision from standing_revision) as revision,
  array(
    select id from client where status in ('rejected', 'suspended')
    union all select id from removed_client where removed_at > now() - interval '1 hour'
  ) as blocked,
  array(select id from account where disabled_at is not null) as disabled,
  (select coalesce(json_object_agg(id, removed_scopes), '{}') from client where removed_scopes <> '{}') as removed,
  (select coalesce(json_agg(json_build_object(
     'id', client.id,
     'accounts', array(
       select account_id from client_tester where client_id = client.id and accepted_at is not null
     ) || ${MANAGER_IDS}
   )), '[]') from client where status = 'pending') as pending`;

export const createBlocklistStore = (db: Database): BlocklistStore => ({
  async revision() {
    const { rows } = await db.raw<{ rows: readonly Pick<BlocklistRow, 'revision'>[] }>(
      'select revision from standing_revision',
    );
    return rows[0]?.revision ?? '';
  },
  async read() {
    const { rows } = await db.raw<{ rows: readonly [BlocklistRow] }>(BLOCKLIST);
    const { revision, blocked, pending, disabled, removed } = rows[0];
    return {
      revision,
      blockedClients: new Set(blocked),
      pendingClients: new Map(pending.map(({ id, accounts }) => [id, new Set(accounts)])),
      disabledAccounts: new Set(disabled),
      removedScopes: new Map(Object.entries(removed).map(([id, part]) => [id, toRemovedScopes(part)])),
    };
  },
});
