/* Looks up the account ids of the recipients of a mail. */
import type { Recipients } from '../../../src/events/definition.js';
import type { AccountRow } from '../account-rows.js';
import { MANAGER_IDS } from '../ownership/client-managers.js';
import type { Database } from '../connection.js';
import { administratorsOf } from '../ownership/team-administrators.js';
import { managersOfWebhook } from '../ownership/webhook-managers.js';

async function managersOfClient(trx: Database, id: string): Promise<readonly number[]> {
  const sql = `select ${MANAGER_IDS} as ids from client where id = ?`;
  const { rows } = await trx.raw<{ rows: readonly { readonly ids: readonly number[] }[] }>(sql, [id]);
  return [...new Set(rows[0]?.ids ?? [])];
}

async function administrators(trx: Database): Promise<readonly number[]> {
  const enabled = trx<Pick<AccountRow, 'id' | 'admin' | 'disabled_at'>>('account').whereNull('disabled_at');
  return (await enabled.where({ admin: true }).select('id')).map(({ id }) => id);
}

export async function recipientIds(trx: Database, to: Recipients): Promise<readonly number[]> {
  if (to === 'administrators') return administrators(trx);
  if ('account' in to) return [to.account];
  if ('managersOfClient' in to) return managersOfClient(trx, to.managersOfClient);
  if ('managersOfWebhook' in to) return managersOfWebhook(trx, to.managersOfWebhook);
  return administratorsOf(trx, to.administratorsOfTeam);
}
