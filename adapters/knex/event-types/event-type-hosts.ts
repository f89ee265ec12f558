/*
 * Who hosts an event type of a team. Queried each time: a member who leaves or is disabled stops being a host, and where
 * all members are assigned, a new member becomes one.
 */
import type { EventType, EventTypeHost } from '../../../src/scheduling/event-types/event-type.js';
import type { BookableEventType } from '../../../src/scheduling/event-types/store.js';
import type { NamedHost } from '../../../src/scheduling/event-types/team-store.js';
import type { Database } from '../connection.js';
import type { EventTypeRow } from './event-type-rows.js';

interface HostRow {
  readonly event_type_id: number;
  readonly account_id: number;
  readonly name: string;
  readonly username: string;
  readonly avatar_url: string | null;
  readonly mandatory: boolean;
  readonly priority: EventTypeHost['priority'];
  readonly weight: number;
}

/** Of `event_type`, the outer row. */
export const HOSTED = `
join membership on membership.team_id = event_type.team_id and membership.agreed
join account on account.id = membership.account_id and account.disabled_at is null
left join event_type_host as host
  on host.event_type_id = event_type.id and host.account_id = membership.account_id
where (host.account_id is not null or event_type.assign_all)`;

// In the order of importance: the first one's clock sets the grid.
const HOSTS = `
select event_type.id as event_type_id, account.id as account_id, account.name, account.username,
  account.avatar_url, coalesce(host.mandatory, false) as mandatory,
  coalesce(host.priority, 'medium') as priority, coalesce(host.weight, 100) as weight
from event_type ${HOSTED} and event_type.id = any(:ids)
order by coalesce(host.mandatory, false) desc, host.position nulls last, membership.id`;

const toHost = (row: HostRow): NamedHost => ({
  accountId: row.account_id,
  mandatory: row.mandatory,
  priority: row.priority,
  weight: row.weight,
  name: row.name,
  username: row.username,
  avatarUrl: row.avatar_url,
});

/** Of event types of teams, by their ids. */
export async function hostsOf(
  db: Database,
  eventTypeIds: readonly number[],
): Promise<(eventTypeId: number) => readonly NamedHost[]> {
  if (eventTypeIds.length === 0) return () => [];
  const { rows } = await db.raw<{ rows: readonly HostRow[] }>(HOSTS, { ids: [...eventTypeIds] });
  return (eventTypeId) => rows.filter((row) => row.event_type_id === eventTypeId).map(toHost);
}

/** Of an owner who is the only host, and of members who were not named. */
export const DEFAULT_TERMS = { mandatory: false, priority: 'medium', weight: 100 } as const;

/** Who hosts its bookings. A managed one has none: its members have their own. */
export async function bookableHosts(
  db: Database,
  { id, ownerId, schedulingType }: Pick<EventType, 'id' | 'ownerId' | 'schedulingType'>,
): Promise<BookableEventType['hosts']> {
  if (ownerId !== null) return [{ accountId: ownerId, ...DEFAULT_TERMS }];
  if (schedulingType === 'managed') return [];
  return (await hostsOf(db, [id]))(id);
}

/** A host who is no longer named loses their copy of a managed event type. */
export async function replaceHosts(
  trx: Database,
  { id, team_id }: Pick<EventTypeRow, 'id' | 'team_id'>,
  hosts: readonly EventTypeHost[],
): Promise<void> {
  const accountIds = hosts.map(({ accountId }) => accountId);
  await trx('event_type_host').where({ event_type_id: id }).whereNotIn('account_id', accountIds).delete();
  const rows = hosts.map(({ accountId: account_id, ...terms }, position) => ({
    ...{ event_type_id: id, team_id, account_id, position },
    ...terms,
  }));
  if (rows.length === 0) return;
  await trx('event_type_host')
    .insert(rows)
    .onConflict(['event_type_id', 'account_id'])
    .merge(['position', 'mandatory', 'priority', 'weight']);
}
