/* Teams and organizations in the database. Unique indexes keep slugs unique within an organization and outside of all. */
import type { Actor } from '../../../src/events/audit-log.js';
import type {
  GroupSize,
  NewTeam,
  OwningClients,
  Team,
  TeamChange,
  TeamGroup,
  TeamQuery,
  TeamStore,
} from '../../../src/scheduling/teams/store.js';
import { batchPerTick } from '../../batch-per-tick.js';
import { isId, mustBeStorable } from '../../storable.js';
import { lockAccount } from '../account-rows.js';
import { emit } from '../events/emit.js';
import { closedTo } from '../ownership/client-admissions.js';
import { deleteApps } from '../conferencing/conferencing.js';
import type { Database } from '../connection.js';
import { unlessTaken } from '../failures.js';
import { countRows, mergedJson, selectRows } from '../rows.js';
import { lockGroup, callerMemberships, toTeam } from './team-rows.js';
import type { MembershipQuery, TeamRow } from './team-rows.js';
import { inTransaction } from '../transaction.js';

const subject = (id: number): string => `team:${id}`;

const teams = (db: Database) => db<TeamRow>('team').where({ organization: false });

function teamRows(db: Database, { teamId, organizationId }: TeamGroup) {
  const rows = teams(db).where({ id: teamId });
  if (organizationId !== undefined) void rows.where({ organization_id: organizationId });
  return rows;
}

const isGroup = ({ teamId, organizationId = 0 }: TeamGroup): boolean => isId(teamId) && isId(organizationId);

type Limits = Pick<TeamQuery, 'bounds' | 'clientId'>;

/** Filters the teams that one application sees. */
function limit(rows: ReturnType<typeof teams>, { bounds = 'all', clientId }: Limits): void {
  if (bounds !== 'all') {
    const { teams: ids, organizations } = bounds;
    void rows.where((either) => void either.whereIn('id', ids).orWhereIn('organization_id', organizations));
  }
  if (clientId !== undefined) void rows.whereRaw(`not ${closedTo('team.organization_id')}`, { clientId });
}

async function list(
  db: Database,
  { memberId, organizationId, take, skip, ...limits }: TeamQuery,
): Promise<readonly Team[]> {
  const rows = teams(db).orderBy('id').limit(take).offset(skip);
  limit(rows, limits);
  if (organizationId !== undefined) void rows.where({ organization_id: organizationId });
  if (memberId !== undefined) {
    const own = db('membership').where({ account_id: memberId, accepted: true }).select('team_id');
    void rows.whereIn('id', own);
  }
  return (await rows).map(toTeam);
}

type NewRow = Pick<TeamRow, 'name' | 'organization' | 'organization_id' | 'settings'>;

/** With the first slug that is free; undefined when all are taken. */
async function insert(trx: Database, row: NewRow, slugs: readonly string[]): Promise<TeamRow | undefined> {
  for (const slug of slugs) {
    const [inserted] = (await trx('team')
      .insert({ ...row, slug, settings: JSON.stringify(row.settings) })
      .onConflict()
      .ignore()
      .returning('*')) as TeamRow[];
    if (inserted) return inserted;
  }
  return undefined;
}

const insertOwner = (trx: Database, teamId: number, accountId: number, accepted: boolean) =>
  trx('membership').insert({
    team_id: teamId,
    account_id: accountId,
    role: 'owner',
    accepted,
    agreed: accepted,
  });

/** Locks the row of the user or organization, so that no two transactions count the same teams. */
async function countUnderLock(
  trx: Database,
  accountId: number,
  organizationId: number | undefined,
): Promise<number | undefined> {
  if (organizationId !== undefined) {
    const group = await lockGroup(trx, organizationId);
    if (!group?.organization) return undefined;
  }
  if ((await lockAccount(trx, accountId))?.disabled_at !== null) return undefined;
  const rows = teams(trx).where({ organization_id: organizationId ?? null });
  if (organizationId === undefined) {
    const owned = trx('membership').where({ account_id: accountId, role: 'owner' }).select('team_id');
    void rows.whereIn('id', owned);
  }
  return countRows(rows);
}

async function create(trx: Database, accountId: number, input: NewTeam, actor: Actor) {
  const { organizationId, name, slugs, settings, accepted, most } = input;
  const count = await countUnderLock(trx, accountId, organizationId);
  if (count === undefined) return undefined;
  if (count >= most) return 'too_many';
  const row = { organization: false, organization_id: organizationId ?? null, name, settings };
  const team = await insert(trx, row, slugs);
  if (team === undefined) return 'slug_taken';
  await insertOwner(trx, team.id, accountId, accepted);
  const facts = { slug: team.slug, owner: accountId, organization: team.organization_id };
  await emit(trx, actor, { action: 'team.created', subject: subject(team.id), facts });
  return toTeam(team);
}

async function createOrganization(
  trx: Database,
  ownerId: number,
  { name, slug }: Pick<Team, 'name' | 'slug'>,
  actor: Actor,
): Promise<Team | 'slug_taken' | undefined> {
  if (!(await lockAccount(trx, ownerId))) return undefined;
  const row = await insert(trx, { organization: true, organization_id: null, name, settings: {} }, [slug]);
  if (row === undefined) return 'slug_taken';
  await insertOwner(trx, row.id, ownerId, true);
  const facts = { slug, owner: ownerId };
  await emit(trx, actor, { action: 'organization.created', subject: subject(row.id), facts });
  return toTeam(row);
}

const columnsOf = (trx: Database, { settings, ...columns }: TeamChange) => ({
  ...columns,
  ...mergedJson(trx, 'settings', settings),
});

const likeThat = (trx: Database, { name, slug, settings }: Team) =>
  trx.raw('name = ? and slug = ? and settings = cast(? as jsonb)', [name, slug, JSON.stringify(settings)]);

async function change(
  trx: Database,
  group: TeamGroup,
  { changes, from }: { readonly changes: TeamChange; readonly from: Team | undefined },
  actor: Actor,
): Promise<Team | 'outdated' | undefined> {
  const { settings, ...others } = changes;
  const changed = [...Object.keys(settings), ...Object.keys(others)];
  if (changed.length === 0) return find(trx, group);
  const [row] = await teamRows(trx, group)
    .where((same) => void (from && same.where(likeThat(trx, from))))
    .update(columnsOf(trx, changes))
    .returning<TeamRow[]>('*');
  if (row === undefined) return from && (await find(trx, group)) ? 'outdated' : undefined;
  await emit(trx, actor, { action: 'team.changed', subject: subject(row.id), facts: { changed } });
  return toTeam(row);
}

async function remove(
  trx: Database,
  group: TeamGroup,
  actor: Actor,
): Promise<Team | OwningClients | undefined> {
  const row = await teamRows(trx, group).forUpdate().first();
  if (row === undefined) return undefined;
  const clients = trx<{ name: string; team_id: number }>('client').where({ team_id: row.id });
  const names = (await clients.orderBy('name').select('name')).map(({ name }) => name);
  if (names.length > 0) return { clients: names };
  await deleteApps(trx, { team_id: row.id });
  await trx('team').where({ id: row.id }).delete();
  const facts = { slug: row.slug, organization: row.organization_id };
  await emit(trx, actor, { action: 'team.deleted', subject: subject(row.id), facts });
  return toTeam(row);
}

async function find(db: Database, group: TeamGroup): Promise<Team | undefined> {
  const row = await teamRows(db, group).first();
  return row && toTeam(row);
}

async function findOrganization(db: Database, id: number): Promise<Team | undefined> {
  const row = await db<TeamRow>('team').where({ id, organization: true }).first();
  return row && toTeam(row);
}

const SIZE = `
select cast(count(*) filter (where agreed) as integer) as members,
  cast(count(*) filter (where not agreed) as integer) as invited,
  (select cast(count(*) as integer) from team where organization_id = :groupId) as teams,
  (select cast(count(*) as integer) from event_type where team_id = :groupId) as "eventTypes"
from membership where team_id = :groupId`;

const EMPTY: GroupSize = { members: 0, invited: 0, teams: 0, eventTypes: 0 };

async function size(db: Database, groupId: number): Promise<GroupSize> {
  const [row] = isId(groupId) ? await selectRows<GroupSize>(db, SIZE, { groupId }) : [];
  return row ?? EMPTY;
}

/** Runs at every call with a role. An id outside of the range must not fail the statement for the others. */
function membershipReader(db: Database): Pick<TeamStore, 'readMembership'> {
  const read = batchPerTick((queries: readonly MembershipQuery[]) => callerMemberships(db, queries));
  return {
    async readMembership(accountId, { orgId, teamId }, clientId) {
      const ids = [accountId, orgId ?? 0, teamId ?? 0];
      return ids.every(isId) ? read({ accountId, orgId, teamId, clientId: clientId ?? null }) : undefined;
    },
  };
}

export const createTeamStore = (db: Database): TeamStore => ({
  ...membershipReader(db),
  list: async (query) =>
    isId(query.memberId ?? 0) && isId(query.organizationId ?? 0) ? list(db, query) : [],
  find: async (group) => (isGroup(group) ? find(db, group) : undefined),
  async create(accountId, input, actor) {
    mustBeStorable(input);
    if (!isId(accountId) || !isId(input.organizationId ?? 0)) return undefined;
    return inTransaction(db, (trx) => create(trx, accountId, input, actor));
  },
  findOrganization: async (id) => (isId(id) ? findOrganization(db, id) : undefined),
  size: (groupId) => size(db, groupId),
  async change(group, changes, actor, from) {
    mustBeStorable(changes);
    const work = (trx: Database) => change(trx, group, { changes, from }, actor);
    return isGroup(group) ? unlessTaken(inTransaction(db, work), 'slug_taken') : undefined;
  },
  remove: async (group, actor) =>
    isGroup(group) ? inTransaction(db, (trx) => remove(trx, group, actor)) : undefined,
  async createOrganization(ownerId, input, actor) {
    mustBeStorable(input);
    return isId(ownerId)
      ? inTransaction(db, (trx) => createOrganization(trx, ownerId, input, actor))
      : undefined;
  },
});
