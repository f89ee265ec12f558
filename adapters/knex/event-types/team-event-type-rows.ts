/* Event types of teams between their rows and the domain: with the team, who hosts them and what members have of them. */
import { present } from '../../../src/present.js';
import type { TeamEventType } from '../../../src/scheduling/event-types/team-store.js';
import type { TeamGroup } from '../../../src/scheduling/teams/store.js';
import type { Database } from '../connection.js';
import { hostsOf } from './event-type-hosts.js';
import { toEventType } from './event-type-rows.js';
import type { EventTypeRow } from './event-type-rows.js';
import { toTeam } from '../teams/team-rows.js';
import type { TeamRow } from '../teams/team-rows.js';

/** None when it is not in the organization of the group. */
export const teamsOf = (db: Database, { teamId, organizationId }: TeamGroup) =>
  db('team')
    .where({ id: teamId, organization: false, ...present({ organization_id: organizationId }) })
    .select<{ readonly id: number }[]>('id');

export const eventTypesOf = (db: Database, group: TeamGroup) =>
  db<EventTypeRow>('event_type').whereNotNull('scheduling_type').whereIn('team_id', teamsOf(db, group));

function assemble(
  row: EventTypeRow,
  team: TeamRow | undefined,
  { hosts, children }: Pick<TeamEventType, 'hosts' | 'children'>,
): TeamEventType | undefined {
  const { schedulingType, ...eventType } = toEventType(row);
  if (team === undefined || schedulingType === undefined) return undefined;
  return {
    eventType: { ...eventType, teamId: team.id, schedulingType },
    team: toTeam(team),
    hosts,
    children,
  };
}

/** In the order of the rows; without those whose team is gone meanwhile. */
export async function assembled(
  db: Database,
  rows: readonly EventTypeRow[],
): Promise<readonly TeamEventType[]> {
  const [ids, teamIds] = [rows.map(({ id }) => id), new Set(rows.map((row) => row.team_id ?? 0))];
  const managed = rows.filter((row) => row.scheduling_type === 'managed').map(({ id }) => id);
  const hosts = await hostsOf(db, ids);
  const teams = await db<TeamRow>('team').whereIn('id', [...teamIds]);
  const copies = db<EventTypeRow>('event_type').whereIn('parent_id', managed).orderBy('id');
  const children = managed.length === 0 ? [] : await copies;
  return rows.flatMap((row) => {
    const team = teams.find(({ id }) => id === row.team_id);
    const own = children.filter((child) => child.parent_id === row.id).map(toEventType);
    return assemble(row, team, { hosts: hosts(row.id), children: own }) ?? [];
  });
}
