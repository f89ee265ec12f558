/* Who hosts what is about to be booked, as it stands under the lock of the hosts, and whose turn it is in a round robin. */
import { ROTATION_MS } from '../../../src/scheduling/bookings/creation/assignment.js';
import type { HostRotation } from '../../../src/scheduling/bookings/creation/assignment.js';
import type { Booking } from '../../../src/scheduling/bookings/booking.js';
import type { TimeFacts } from '../../../src/scheduling/bookings/store.js';
import type { EventType, EventTypeHost } from '../../../src/scheduling/event-types/event-type.js';
import { lockHosts } from '../slots/availability.js';
import type { Database } from '../connection.js';
import { bookableHosts, HOSTED } from '../event-types/event-type-hosts.js';

const TURNS = `
select host.account_id as "accountId", cast(count(*) as integer) as bookings,
  max(booking.created_at) as "lastBookedAt"
from booking join booking_host as host on host.booking_id = booking.id
where booking.event_type_id = :eventTypeId and booking.created_at > :since and booking.uid <> :exceptBookingUid
  and booking.status in ('accepted', 'pending')
group by host.account_id`;

interface TurnRow {
  readonly accountId: number;
  readonly bookings: number;
  readonly lastBookedAt: Date;
}

interface Asked {
  readonly now: number;
  /** Is about to be moved. */
  readonly exceptBookingUid?: string;
}

async function turnsOf(
  trx: Database,
  { id: eventTypeId }: EventType,
  hosts: readonly EventTypeHost[],
  { now, exceptBookingUid = '' }: Asked,
): Promise<readonly HostRotation[]> {
  const values = { eventTypeId, since: new Date(now - ROTATION_MS), exceptBookingUid };
  const { rows } = await trx.raw<{ rows: readonly TurnRow[] }>(TURNS, values);
  return hosts.map((host) => {
    const row = rows.find(({ accountId }) => accountId === host.accountId);
    return { ...host, bookings: row?.bookings ?? 0, lastBookedAt: row?.lastBookedAt.getTime() ?? null };
  });
}

type Locked = Asked & { readonly hostIds: readonly number[] };
export type Hosted = Pick<TimeFacts, 'rotation'> & { readonly hostIds: readonly number[] };

/** `hostIds` are locked; whoever hosts it only since then is locked too. Undefined when nobody does any more. */
export async function hostedNow(
  trx: Database,
  eventType: EventType,
  asked: Locked,
): Promise<Hosted | undefined> {
  if (eventType.teamId === null) return { hostIds: asked.hostIds };
  const hosts = await bookableHosts(trx, eventType);
  const hostIds = hosts.map(({ accountId }) => accountId);
  const late = hostIds.filter((id) => !asked.hostIds.includes(id));
  if (late.length > 0) await lockHosts(trx, late);
  if (hostIds.length === 0) return undefined;
  if (eventType.schedulingType !== 'roundRobin') return { hostIds };
  return { hostIds, rotation: await turnsOf(trx, eventType, hosts, asked) };
}

// Everybody in a round robin whose bookings may change hands, and the hosts that the booking has.
const TAKERS = `
select membership.account_id as id from event_type ${HOSTED} and event_type.scheduling_type = 'round_robin'
  and event_type.id = (select event_type_id from booking where uid = :uid)
union
select booking_host.account_id as id from booking_host join booking on booking.id = booking_id where uid = :uid`;

/** Locked at once, with those who are named, in the one order of all locks. */
export async function lockTakers(
  trx: Database,
  uid: string,
  named: readonly number[] = [],
): Promise<readonly number[]> {
  const { rows } = await trx.raw<{ rows: readonly { readonly id: number }[] }>(TAKERS, { uid });
  const ids = [...named, ...rows.map(({ id }) => id)];
  await lockHosts(trx, ids);
  return ids;
}

/** Who may host it at another time: those who do now, or whose turn it is. */
export async function takersOf(
  trx: Database,
  eventType: EventType,
  { hosts }: Pick<Booking, 'hosts'>,
  locked: Locked,
): Promise<Hosted | undefined> {
  const { schedulingType, rescheduleWithSameRoundRobinHost: same = false } = eventType;
  if (schedulingType === 'roundRobin' && !same) return hostedNow(trx, eventType, locked);
  return { hostIds: hosts.map(({ id }) => id) };
}
