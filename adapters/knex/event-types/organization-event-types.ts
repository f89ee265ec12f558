/* All event types of an organization: those of its teams, and of those who are in it by their own word. */
import type { PersonalEventType } from '../../../src/scheduling/event-types/store.js';
import type {
  TeamEventType,
  TeamEventTypeQuery,
  TeamEventTypeStore,
} from '../../../src/scheduling/event-types/team-store.js';
import type { Database } from '../connection.js';
import { personal } from './event-types.js';
import type { EventTypeRow } from './event-type-rows.js';
import { toPersonal } from './event-type-rows.js';
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
  {
    personal: alsoPersonal,
    sortCreatedAt = 'asc',
    take,
    skip,
  }: TeamEventTypeQuery & { readonly personal: boolean },
): Promise<readonly (TeamEventType | PersonalEventType)[]> {
  const rows = await inOrganization(db, organizationId, alsoPersonal)
    .orderBy([
      { column: 'created_at', order: sortCreatedAt },
      { column: 'id', order: sortCreatedAt },
    ])
    .limit(take)
    .offset(skip);
  const ids = rows.filter((row) => row.owner_id !== null).map(({ id }) => id);
  const found = [
    ...(await assembled(
      db,
      rows.filter((row) => row.owner_id === null),
    )),
    ...(ids.length === 0 ? [] : await personal(db).whereIn('event_type.id', ids)).map(toPersonal),
  ];
  return rows.flatMap(({ id }) => found.find(({ eventType }) => eventType.id === id) ?? []);
}

export const whose: (
  db: Database,
  ...asked: Parameters<TeamEventTypeStore['ownerOf']>
) => ReturnType<TeamEventTypeStore['ownerOf']> = async (db, organizationId, id) => {
  const row = await inOrganization(db, organizationId, true).where({ id }).first('owner_id', 'team_id');
  if (row === undefined) return undefined;
  const { owner_id: accountId, team_id: teamId } = row;
  if (accountId !== null) return { groupId: organizationId, accountId };
  return teamId === null ? undefined : { teamId, organizationId };
};
