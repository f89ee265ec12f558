/* Event types of teams between their rows and the domain: with the team, who hosts them and what members have of them. */
import type { TeamEventType } from '../../../src/scheduling/event-types/team-store.js';
import type { TeamGroup } from '../../../src/scheduling/teams/store.js';
import type { Database } from '../connection.js';
import { hostsOf } from './event-type-hosts.js';
import { toEventType } from './event-type-rows.js';
import type { EventTypeRow } from './event-type-rows.js';
import { toTeam } from '../teams/team-rows.js';
import type { TeamRow } from '../teams/team-rows.js';

const ofTeams = (db: Database) => db<EventTypeRow>('event_type').whereNotNull('scheduling_type');

export function placed(db: Database, { teamId, organizationId }: TeamGroup) {
  const teams = db('team').where({ id: teamId, organization: false }).select('id');
  if (organizationId !== undefined) void teams.where({ organization_id: organizationId });
  return ofTeams(db).whereIn('team_id', teams);
}

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
  const managed = rows.filter((row) => row.scheduling_type === 'managed').map(({ id }) => id);
  const hosts = await hostsOf(
    db,
    rows.map(({ id }) => id),
  );
  const teams = await db<TeamRow>('team').whereIn('id', [...new Set(rows.map((row) => row.team_id ?? 0))]);
  const children =
    managed.length === 0
      ? []
      : await db<EventTypeRow>('event_type').whereIn('parent_id', managed).orderBy('id');
  return rows.flatMap((row) => {
    const team = teams.find(({ id }) => id === row.team_id);
    const own = children.filter((child) => child.parent_id === row.id).map(toEventType);
    return assemble(row, team, { hosts: hosts(row.id), children: own }) ?? [];
  });
}
