/*
 * Erases the personal data of a closed account. Its row stays as a pseudonym: bookings, memberships of others and the
 * audit log go on naming its id.
 */
import type { AccountRow } from '../account-rows.js';
import { disconnectCalendars } from '../calendars/connections.js';
import { deleteApps } from '../conferencing/conferencing.js';
import type { Database } from '../connection.js';
import { emit } from '../events/emit.js';

/** Tables of personal data, with the column that names the account, in an order that references allow. */
export const ERASED = {
  event_type: 'owner_id',
  schedule: 'owner_id',
  out_of_office: 'account_id',
  webhook: 'account_id',
  verified_email: 'account_id',
  verified_phone: 'account_id',
  calendar_event: 'account_id',
  place_grant: 'account_id',
  client_maker: 'account_id',
} as const;

const pseudonym = (id: number) => ({
  email: `deleted-${id}@invalid`,
  username: `deleted-${id}`,
  name: 'Deleted account',
  ...{ email_verified_at: null, avatar_url: null, bio: null, default_schedule_id: null },
  ...{ metadata: '{}', appearance: '{}', booking_limits: '{}' },
  ...{ time_zone: 'UTC', locale: 'en', destination_calendar_id: null },
});

/** The user name is made from the address, and people name their passkeys and browsers. */
const CLEAN_AUDIT = `
update audit_entry set facts = facts - 'username' - 'name' - 'passkeys' - 'browsers' - 'browser'
where (subject = :subject and facts \\?| array['username', 'name', 'passkeys', 'browsers'])
  or (actor = :subject and action = 'grant.allowed' and facts \\? 'browser')`;

/** Titles name the host, and a change its author. */
const CLEAN_BOOKINGS = `
update booking set title = replace(title, :name, :pseudonym),
  changed_by_email = case when lower(changed_by_email) = lower(:email) then null else changed_by_email end
where id in (select booking_id from booking_host where account_id = :id)`;

export async function eraseAccount(trx: Database, id: number): Promise<void> {
  const account = await trx<AccountRow>('account').where({ id }).forUpdate().first();
  const subject = `account:${id}`;
  if (!account?.deleted_at || account.username === pseudonym(id).username) return;
  await trx('account').where({ id }).update(pseudonym(id));
  await disconnectCalendars(trx, id);
  await deleteApps(trx, { connected_by: id });
  for (const [table, column] of Object.entries(ERASED))
    await trx(table)
      .where({ [column]: id })
      .delete();
  await trx('out_of_office').where({ stand_in_id: id }).update({ stand_in_id: null });
  const { name, email } = account;
  await trx.raw(CLEAN_BOOKINGS, { id, name, email, pseudonym: pseudonym(id).name });
  await trx.raw(CLEAN_AUDIT, { subject });
  await emit(trx, { actor: 'system' }, { action: 'account.erased', subject, facts: {} });
}
