/* Event types of users and teams by id or name, with their hosts. Only enabled accounts are found. */
import type { BookableEventType } from '../../../src/scheduling/event-types/store.js';
import type { BookableName } from '../../../src/scheduling/slots/store.js';
import { isId, isStorable } from '../../storable.js';
import type { Database } from '../connection.js';
import { bookableHosts } from './event-type-hosts.js';
import { toEventType } from './event-type-rows.js';
import type { EventTypeRow } from './event-type-rows.js';

type NamedRow = EventTypeRow & { readonly host_name: string };

// An invited user who has not accepted does not belong to the organization.
export const BELONGS = `(cast(:organizationSlug as text) is null or exists (
  select from membership join team on team.id = membership.team_id
  where membership.account_id = account.id and membership.accepted
    and team.organization and team.slug = :organizationSlug))`;

const SELECT = `
select event_type.*, coalesce(account.name, team.name) as host_name from event_type
left join account on account.id = event_type.owner_id
left join team on team.id = event_type.team_id
left join team as organization on organization.id = team.organization_id
where account.disabled_at is null`;

const BY_ID = `${SELECT} and event_type.id = :eventTypeId`;

const PERSONAL = `${SELECT} and event_type.slug = :eventTypeSlug and account.username = :owner and ${BELONGS}`;

const OF_TEAM = `${SELECT} and event_type.slug = :eventTypeSlug and team.slug = :owner
  and organization.slug is not distinct from cast(:organizationSlug as text)`;

function queryFor(name: BookableName): readonly [sql: string, values: Readonly<Record<string, unknown>>] {
  if (name.kind === 'id') return [BY_ID, { eventTypeId: name.eventTypeId }];
  const { kind, owner, eventTypeSlug, organizationSlug = null } = name;
  return [kind === 'team' ? OF_TEAM : PERSONAL, { owner, eventTypeSlug, organizationSlug }];
}

const isValidName = (name: BookableName): boolean =>
  name.kind === 'id'
    ? isId(name.eventTypeId)
    : [name.owner, name.eventTypeSlug, name.organizationSlug ?? ''].every(isStorable);

export async function findBookable(db: Database, name: BookableName): Promise<BookableEventType | undefined> {
  if (!isValidName(name)) return undefined;
  const [sql, values] = queryFor(name);
  const { rows } = await db.raw<{ rows: readonly NamedRow[] }>(sql, { ...values });
  const [row] = rows;
  if (row === undefined) return undefined;
  const eventType = toEventType(row);
  return { eventType, hostName: row.host_name, hosts: await bookableHosts(db, eventType) };
}
