/* The webhook of a client, one at most: a unique index decides between parallel additions. */
import { v4 as uuidv4 } from 'uuid';
import { present } from '../../../src/present.js';
import type { Actor } from '../../../src/events/audit-log.js';
import type { ClientWebhook, ClientWebhookStore } from '../../../src/clients/webhook-store.js';
import { mustBeStorable } from '../../storable.js';
import { emit } from '../events/emit.js';
import { lockClient } from './client-edits.js';
import { IS_MANAGER } from '../ownership/client-managers.js';
import type { Database } from '../connection.js';
import { unlessTaken } from '../failures.js';
import { inTransaction } from '../transaction.js';

interface Row {
  readonly id: string;
  readonly subscriber_url: string;
  readonly active: boolean;
  readonly disabled_at: Date | null;
  readonly disabled_reason: string | null;
}

const WORKING = { active: true, disabled_at: null, disabled_reason: null, failing_since: null };

function toWebhook(row: Row): ClientWebhook {
  const { id, subscriber_url: url, active, disabled_at: disabledAt, disabled_reason: reason } = row;
  return {
    id,
    url,
    active: active && disabledAt === null,
    ...present({ disabledReason: reason ?? undefined }),
  };
}

interface Change {
  readonly clientId: string;
  readonly managerId: number;
  readonly action: `client_webhook.${'added' | 'moved' | 'secret_replaced' | 'removed'}`;
  /** How many rows it touched. */
  readonly apply: (trx: Database) => Promise<number>;
}

const change = (
  db: Database,
  { clientId, managerId, action, apply }: Change,
  actor: Actor,
): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    if ((await lockClient(trx, { id: clientId, managerId })) === undefined) return false;
    if ((await apply(trx)) === 0) return false;
    await emit(trx, actor, { action, subject: `client:${clientId}`, facts: {} });
    return true;
  });

const FIND = `
select client_webhook.* from client_webhook join client on client.id = client_webhook.client_id
where client.id = ? and ${IS_MANAGER}`;

export const createClientWebhookStore = (db: Database): ClientWebhookStore => ({
  async find(clientId, managerId) {
    const { rows } = await db.raw<{ rows: readonly Row[] }>(FIND, [clientId, managerId]);
    return rows[0] && toWebhook(rows[0]);
  },
  async add(clientId, managerId, { url, secretSealed }, actor) {
    mustBeStorable(url);
    const row = { id: uuidv4(), client_id: clientId, subscriber_url: url, secret_sealed: secretSealed };
    const apply = async (trx: Database) => {
      await trx('client_webhook').insert(row);
      return 1;
    };
    const added = change(db, { clientId, managerId, action: 'client_webhook.added', apply }, actor);
    return (await unlessTaken(added, 'taken')) === true;
  },
  move(clientId, managerId, url, actor) {
    mustBeStorable(url);
    const apply = (trx: Database) =>
      trx('client_webhook')
        .where({ client_id: clientId })
        .update({ ...WORKING, subscriber_url: url });
    return change(db, { clientId, managerId, action: 'client_webhook.moved', apply }, actor);
  },
  replaceSecret(clientId, managerId, secretSealed, actor) {
    const apply = (trx: Database) =>
      trx('client_webhook').where({ client_id: clientId }).update({ secret_sealed: secretSealed });
    return change(db, { clientId, managerId, action: 'client_webhook.secret_replaced', apply }, actor);
  },
  remove(clientId, managerId, actor) {
    const apply = (trx: Database) => trx('client_webhook').where({ client_id: clientId }).delete();
    return change(db, { clientId, managerId, action: 'client_webhook.removed', apply }, actor);
  },
});
