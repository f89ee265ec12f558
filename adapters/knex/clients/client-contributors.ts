/*
 * Accounts that registered, changed or took over a client, whether they still manage it or not. None of them reviews it.
 * Written in the transaction of each such change.
 */
import type { Database } from '../connection.js';

/** Account ids, of `record`, the outer row. */
export const CONTRIBUTOR_IDS = `
array(select account_id from client_maker where client_id = record.id order by account_id)`;

export async function markContributor(trx: Database, clientId: string, accountId: number): Promise<void> {
  const row = { client_id: clientId, account_id: accountId };
  await trx('client_maker').insert(row).onConflict().ignore();
}
