/* Ends what gives access to an account besides its password. In the transaction of the proof that makes it necessary. */
import type { Actor } from '../../../src/events/audit-log.js';
import type { Database } from '../connection.js';
import { disconnectCalendars } from '../calendars/connections.js';
import { deleteApps } from '../conferencing/conferencing.js';
import { emit } from '../events/emit.js';

/** Ends every session: each carries the generation it was started under. */
export const endSessions = (trx: Database, accountId: number): Promise<number> =>
  trx('account').where({ id: accountId }).increment('access_generation');

/**
 * Sessions, passkeys, and connected calendars and meeting apps: a calendar of another person would go on receiving the
 * bookings of the account.
 */
export async function endAccess(trx: Database, accountId: number, actor: Actor): Promise<void> {
  const own = { account_id: accountId };
  await endSessions(trx, accountId);
  const passkeys = await trx<{ readonly name: string }>('passkey').where(own).delete().returning('name');
  const facts = {
    passkeys: passkeys.map(({ name }) => name),
    calendars: await disconnectCalendars(trx, accountId),
    conferencing: await deleteApps(trx, own),
  };
  await emit(trx, actor, { action: 'account.access_ended', subject: `account:${accountId}`, facts });
}

const SIGN_INS = `
select count(entry.id) as count, min(start.at) as "startedAt"
from (
  select max(at) as at from audit_entry
  where subject = :subject and action in ('account.created', 'account.recovered')
) start left join audit_entry entry
  on entry.subject = :subject and entry.action = 'account.signed_in' and entry.at >= start.at`;

/** Sign-ins since the account was created or last recovered, from any browser. True when that is not known any more. */
export async function isSharedAccess(trx: Database, accountId: number): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: readonly { count: string; startedAt: Date | null }[] }>(SIGN_INS, {
    subject: `account:${accountId}`,
  });
  const [found] = rows;
  return found === undefined || found.startedAt === null || Number(found.count) > 1;
}
