/*
 * Bookings that a user administers: those of teams whose owner or administrator they are, or whose organization's. A grant
 * covers some groups or all, and an organization may not admit the application.
 */
import type { BookingViewer } from '../../../src/scheduling/bookings/lists/list-store.js';
import { isId, isStorable } from '../../storable.js';
import { closedTo } from '../ownership/client-admissions.js';

/** The copies of a managed event type belong to its team. `teams`: a statement that selects ids. */
export const eventTypesOf = (teams: string): string => `
select id from event_type where team_id in (${teams})
union all
select child.id from event_type as parent join event_type as child on child.parent_id = parent.id
where parent.team_id in (${teams})`;

const ADMINISTRATOR = `
select team_id from membership where account_id = :viewerId and agreed and role in ('owner', 'admin')`;
const ORGANIZATION = 'case when team.organization then team.id else team.organization_id end';

/** Ids. The arrays let both conditions on a team use an index. */
const ADMINISTERED_TEAMS = `
select team.id from team
where (team.id = any(array(${ADMINISTRATOR})) or team.organization_id = any(array(${ADMINISTRATOR})))
  and (cast(:everyGroup as boolean) or team.id = any(cast(:viewerTeams as integer[]))
    or ${ORGANIZATION} = any(cast(:viewerOrganizations as integer[])))
  and (cast(:viewerClient as text) is null or not ${closedTo(ORGANIZATION, 'cast(:viewerClient as text)')})`;

/** Of `booking`, the outer row. */
export const ADMINISTERED = `exists (
  select from event_type as booked left join event_type as parent on parent.id = booked.parent_id
  where booked.id = booking.event_type_id and coalesce(booked.team_id, parent.team_id) in (${ADMINISTERED_TEAMS}))`;

/** Of the teams `:teamIds`. */
export const ADMINISTERED_EVENT_TYPES = eventTypesOf(
  `select id from (${ADMINISTERED_TEAMS}) as administered where id = any(:teamIds)`,
);

const NO_GROUPS = { teams: [], organizations: [] };

/** The values of the statements above, which find nothing for an id that no row can have. */
export function viewerValues({ viewerId, administers }: BookingViewer) {
  const { bounds = NO_GROUPS, clientId } = administers ?? {};
  const { teams, organizations } = bounds === 'all' ? NO_GROUPS : bounds;
  return {
    viewerId: isId(viewerId) ? viewerId : 0,
    everyGroup: bounds === 'all' && isStorable(clientId ?? ''),
    viewerTeams: teams.filter(isId),
    viewerOrganizations: organizations.filter(isId),
    viewerClient: clientId === undefined || isStorable(clientId) ? (clientId ?? null) : '',
  };
}
