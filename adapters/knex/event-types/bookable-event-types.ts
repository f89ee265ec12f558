/* Event types of users and teams by id or name, with their hosts. Only enabled accounts are found. */
import type { BookableEventType } from '../../../src/scheduling/event-types/store.js';
import type { BookableName } from '../../../src/scheduling/slots/store.js';
import { isId, isStorable } from '../../storable.js';
import type { Database } from '../connection.js';
import { prepared } from '../prepared.js';
import { bookableHosts } from './event-type-hosts.js';
import { EVENT_TYPE_COLUMNS, toEventType } from './event-type-rows.js';
import type { EventTypeRow } from './event-type-rows.js';

type NamedRow = EventTypeRow & { readonly host_name: string };

// An invited user who has not accepted does not belong to the organization.
export const BELONGS = `(cast(:organizationSlug as text) is null or exists (
  select from membership join team on team.id = membership.team_id
  where membership.account_id = account.id and membership.accepted
    and team.organization and team.slug = :organizationSlug))`;

const SELECT = `
select ${EVENT_TYPE_COLUMNS}, coalesce(account.name, team.name) as host_name from event_type
left join account on account.id = event_type.owner_id
left join team on team.id = event_type.team_id
left join team as organization on organization.id = team.organization_id
where account.disabled_at is null`;

const byId = prepared<NamedRow>('bookable-by-id', `${SELECT} and event_type.id = :eventTypeId`);

const bySlug = prepared<NamedRow>(
  'bookable-by-slug',
  `${SELECT} and event_type.slug = :eventTypeSlug and account.username = :owner and ${BELONGS}`,
);

const ofTeam = prepared<NamedRow>(
  'bookable-of-team',
  `${SELECT} and event_type.slug = :eventTypeSlug and team.slug = :owner
  and organization.slug is not distinct from cast(:organizationSlug as text)`,
);

function rowsFor(db: Database, name: BookableName): Promise<readonly NamedRow[]> {
  if (name.kind === 'id') return byId(db, { eventTypeId: name.eventTypeId });
  const { kind, owner, eventTypeSlug, organizationSlug = null } = name;
  return (kind === 'team' ? ofTeam : bySlug)(db, { owner, eventTypeSlug, organizationSlug });
}

const isValidName = (name: BookableName): boolean =>
  name.kind === 'id'
    ? isId(name.eventTypeId)
    : [name.owner, name.eventTypeSlug, name.organizationSlug ?? ''].every(isStorable);

export async function findBookable(db: Database, name: BookableName): Promise<BookableEventType | undefined> {
  if (!isValidName(name)) return undefined;
  const [row] = await rowsFor(db, name);
  if (row === undefined) return undefined;
  const eventType = toEventType(row);
  return { eventType, hostName: row.host_name, hosts: await bookableHosts(db, eventType) };
}
