/* The bookings that a host who leaves a team or an organization still has there, while nobody can book them. */
import type { StillHosts } from '../../../src/scheduling/memberships/store.js';
import { lockHosts } from '../account-rows.js';
import type { Database } from '../connection.js';
import { OF_TEAM, OF_TEAMS } from './group-bookings.js';
import type { TeamRow } from '../teams/team-rows.js';

/** They are settled in batches. */
const BATCH_SIZE = 100;

const AHEAD = `
select booking.uid from booking join booking_host as host on host.booking_id = booking.id
where host.account_id = :accountId and booking.ends_at > :now and booking.status in ('accepted', 'pending')
  and booking.event_type_id = any(array(:eventTypes:))
order by booking.starts_at, booking.id limit ${BATCH_SIZE}`;

/** Undefined when there is none. A booking of this host waits for the end of the transaction. */
export async function stillHosted(
  trx: Database,
  { id: groupId, organization }: TeamRow,
  accountId: number,
  now: number,
): Promise<StillHosts | undefined> {
  await lockHosts(trx, [accountId]);
  const statement = AHEAD.replace(':eventTypes:', organization ? OF_TEAMS : OF_TEAM);
  const values = { accountId, groupId, now: new Date(now) };
  const { rows } = await trx.raw<{ rows: readonly { readonly uid: string }[] }>(statement, values);
  return rows.length === 0 ? undefined : { accountId, stillHosts: rows.map(({ uid }) => uid) };
}
