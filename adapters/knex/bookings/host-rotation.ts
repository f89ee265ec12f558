/* The hosts of what is about to be booked, read under their lock, and their rotation in a round robin. */
import { ROTATION_MS } from '../../../src/scheduling/bookings/creation/assignment.js';
import type { HostRotation } from '../../../src/scheduling/bookings/creation/assignment.js';
import type { Booking } from '../../../src/scheduling/bookings/booking.js';
import type { TimeFacts } from '../../../src/scheduling/bookings/store.js';
import type { EventType, EventTypeHost } from '../../../src/scheduling/event-types/event-type.js';
import { lockHosts } from '../account-rows.js';
import type { Database } from '../connection.js';
import { bookableHosts, HOSTED } from '../event-types/event-type-hosts.js';

const RECENT_BOOKINGS = `
select host.account_id as "accountId", cast(count(*) as integer) as bookings,
  max(booking.created_at) as "lastBookedAt"
from booking join booking_host as host on host.booking_id = booking.id
where booking.event_type_id = :eventTypeId and booking.created_at > :since and booking.uid <> :exceptBookingUid
  and booking.status in ('accepted', 'pending')
group by host.account_id`;

interface RecentBookingsRow {
  readonly accountId: number;
  readonly bookings: number;
  readonly lastBookedAt: Date;
}

interface HostsQuery {
  /** They are locked. */
  readonly hostIds: readonly number[];
  readonly now: number;
  /** Is about to be moved. */
  readonly exceptBookingUid?: string;
}

async function rotationOf(
  trx: Database,
  { id: eventTypeId }: EventType,
  hosts: readonly EventTypeHost[],
  { now, exceptBookingUid = '' }: HostsQuery,
): Promise<readonly HostRotation[]> {
  const values = { eventTypeId, since: new Date(now - ROTATION_MS), exceptBookingUid };
  const { rows } = await trx.raw<{ rows: readonly RecentBookingsRow[] }>(RECENT_BOOKINGS, values);
  return hosts.map((host) => {
    const row = rows.find(({ accountId }) => accountId === host.accountId);
    return { ...host, bookings: row?.bookings ?? 0, lastBookedAt: row?.lastBookedAt.getTime() ?? null };
  });
}

type CurrentHosts = Pick<TimeFacts, 'rotation'> & { readonly hostIds: readonly number[] };

/** Hosts that were added after `hostIds` were read are locked too. Undefined when there are none any more. */
export async function currentHosts(
  trx: Database,
  eventType: EventType,
  query: HostsQuery,
): Promise<CurrentHosts | undefined> {
  if (eventType.teamId === null) return { hostIds: query.hostIds };
  const hosts = await bookableHosts(trx, eventType);
  const hostIds = hosts.map(({ accountId }) => accountId);
  const added = hostIds.filter((id) => !query.hostIds.includes(id));
  if (added.length > 0) await lockHosts(trx, added);
  if (hostIds.length === 0) return undefined;
  if (eventType.schedulingType !== 'roundRobin') return { hostIds };
  return { hostIds, rotation: await rotationOf(trx, eventType, hosts, query) };
}

// All hosts of a round robin, to which the booking may be reassigned, and the hosts that it has.
const CANDIDATES = `
select membership.account_id as id from event_type ${HOSTED} and event_type.scheduling_type = 'round_robin'
  and event_type.id = (select event_type_id from booking where uid = :uid)
union
select booking_host.account_id as id from booking_host join booking on booking.id = booking_id where uid = :uid`;

/** Locks all who may host the booking, and those who are named, at once and in the one order of all locks. */
export async function lockCandidates(
  trx: Database,
  uid: string,
  named: readonly number[] = [],
): Promise<readonly number[]> {
  const { rows } = await trx.raw<{ rows: readonly { readonly id: number }[] }>(CANDIDATES, { uid });
  const ids = [...named, ...rows.map(({ id }) => id)];
  await lockHosts(trx, ids);
  return ids;
}

/** Who may host the booking at another time: its hosts, or all of its round robin. */
export async function candidatesFor(
  trx: Database,
  eventType: EventType,
  { hosts }: Pick<Booking, 'hosts'>,
  query: HostsQuery,
): Promise<CurrentHosts | undefined> {
  const { schedulingType, rescheduleWithSameRoundRobinHost: same = false } = eventType;
  if (schedulingType === 'roundRobin' && !same) return currentHosts(trx, eventType, query);
  return { hostIds: hosts.map(({ id }) => id) };
}
