/* All event types of an organization: those of its teams, and of members who have accepted. */
import type { PersonalEventType } from '../../../src/scheduling/event-types/store.js';
import type { TeamEventType, TeamEventTypeQuery } from '../../../src/scheduling/event-types/team-store.js';
import type { MemberOf } from '../../../src/scheduling/owner.js';
import type { TeamGroup } from '../../../src/scheduling/teams/store.js';
import type { Database } from '../connection.js';
import { personal } from './event-types.js';
import type { EventTypeRow } from './event-type-rows.js';
import { byCreation, toPersonal } from './event-type-rows.js';
import { membersIn } from '../teams/owners.js';
import { assembled } from './team-event-type-rows.js';

const teamsIn = (db: Database, organizationId: number) =>
  db('team').where({ organization_id: organizationId }).select('id');

const enabledMembers = (db: Database, organizationId: number) =>
  db('account').whereIn('id', membersIn(db, organizationId)).whereNull('disabled_at').select('id');

const inOrganization = (db: Database, organizationId: number, alsoPersonal: boolean) =>
  db<EventTypeRow>('event_type').where((theirs) => {
    const teams = teamsIn(db, organizationId);
    void theirs.where((ofTeam) => void ofTeam.whereIn('team_id', teams).whereNotNull('scheduling_type'));
    if (alsoPersonal) void theirs.orWhereIn('owner_id', enabledMembers(db, organizationId));
  });

export async function listIn(
  db: Database,
  organizationId: number,
  { personal: alsoPersonal, sortCreatedAt, take, skip }: TeamEventTypeQuery & { readonly personal: boolean },
): Promise<readonly (TeamEventType | PersonalEventType)[]> {
  const rows = await inOrganization(db, organizationId, alsoPersonal)
    .orderBy(byCreation(sortCreatedAt))
    .limit(take)
    .offset(skip);
  const ids = rows.filter((row) => row.owner_id !== null).map(({ id }) => id);
  const ofTeams = rows.filter((row) => row.owner_id === null);
  const found = [
    ...(await assembled(db, ofTeams)),
    ...(ids.length === 0 ? [] : await personal(db).whereIn('event_type.id', ids)).map(toPersonal),
  ];
  return rows.flatMap(({ id }) => found.find(({ eventType }) => eventType.id === id) ?? []);
}

export async function ownerOf(
  db: Database,
  organizationId: number,
  id: number,
): Promise<TeamGroup | MemberOf | undefined> {
  const row = await inOrganization(db, organizationId, true).where({ id }).first('owner_id', 'team_id');
  if (row === undefined) return undefined;
  const { owner_id: accountId, team_id: teamId } = row;
  if (accountId !== null) return { groupId: organizationId, accountId };
  return teamId === null ? undefined : { teamId, organizationId };
}
