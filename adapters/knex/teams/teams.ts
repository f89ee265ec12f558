/* Teams and organizations in the database. A slug is taken once in its place: the unique indexes say so. */
import type { Actor } from '../../../src/events/audit-log.js';
import type {
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
import { lockGroup, callerMemberships, toTeam } from './team-rows.js';
import type { MembershipQuery, TeamRow } from './team-rows.js';
import { inTransaction } from '../transaction.js';

const subject = (id: number): string => `team:${id}`;

const teams = (db: Database) => db<TeamRow>('team').where({ organization: false });

function placed(db: Database, { teamId, organizationId }: TeamGroup) {
  const rows = teams(db).where({ id: teamId });
  if (organizationId !== undefined) void rows.where({ organization_id: organizationId });
  return rows;
}

const isGroup = ({ teamId, organizationId = 0 }: TeamGroup): boolean => isId(teamId) && isId(organizationId);

type Limits = Pick<TeamQuery, 'bounds' | 'clientId'>;

/** What one application sees of the teams of a person. */
function limited(rows: ReturnType<typeof teams>, { bounds = 'all', clientId }: Limits): void {
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
  limited(rows, limits);
  if (organizationId !== undefined) void rows.where({ organization_id: organizationId });
  if (memberId !== undefined) {
    const own = db('membership').where({ account_id: memberId, accepted: true }).select('team_id');
    void rows.whereIn('id', own);
  }
  return (await rows).map(toTeam);
}

type Named = Pick<TeamRow, 'name' | 'organization' | 'organization_id'> & {
  readonly settings: TeamRow['settings'];
};

/** The first slug that is free; undefined when all are taken. */
async function insert(trx: Database, row: Named, slugs: readonly string[]): Promise<TeamRow | undefined> {
  for (const slug of slugs) {
    const [made] = (await trx('team')
      .insert({ ...row, slug, settings: JSON.stringify(row.settings) })
      .onConflict()
      .ignore()
      .returning('*')) as TeamRow[];
    if (made) return made;
  }
  return undefined;
}

const owning = (trx: Database, teamId: number, accountId: number, accepted: boolean) =>
  trx('membership').insert({
    team_id: teamId,
    account_id: accountId,
    role: 'owner',
    accepted,
    agreed: accepted,
  });

/** Whoever adds one holds the row of the person or organization, so that no two of them count the same. */
async function countUnderLock(
  trx: Database,
  accountId: number,
  organizationId: number | undefined,
): Promise<number | undefined> {
  if (organizationId !== undefined) {
    const place = await lockGroup(trx, organizationId);
    if (!place?.organization) return undefined;
  }
  if ((await lockAccount(trx, accountId))?.disabled_at !== null) return undefined;
  const rows = teams(trx).where({ organization_id: organizationId ?? null });
  if (organizationId === undefined) {
    const owned = trx('membership').where({ account_id: accountId, role: 'owner' }).select('team_id');
    void rows.whereIn('id', owned);
  }
  const [row] = await rows.count<readonly { readonly count: string | number }[]>('* as count');
  return Number(row?.count ?? 0);
}

async function create(trx: Database, accountId: number, input: NewTeam, actor: Actor) {
  const { organizationId, name, slugs, settings, accepted, most } = input;
  const count = await countUnderLock(trx, accountId, organizationId);
  if (count === undefined) return undefined;
  if (count >= most) return 'too_many';
  const row = { organization: false, organization_id: organizationId ?? null, name, settings };
  const made = await insert(trx, row, slugs);
  if (made === undefined) return 'slug_taken';
  await owning(trx, made.id, accountId, accepted);
  const facts = { slug: made.slug, owner: accountId, organization: made.organization_id };
  await emit(trx, actor, { action: 'team.created', subject: subject(made.id), facts });
  return toTeam(made);
}

async function createOrganization(
  trx: Database,
  ownerId: number,
  { name, slug }: Pick<Team, 'name' | 'slug'>,
  actor: Actor,
): Promise<Team | 'slug_taken' | undefined> {
  if (!(await lockAccount(trx, ownerId))) return undefined;
  const made = await insert(trx, { organization: true, organization_id: null, name, settings: {} }, [slug]);
  if (made === undefined) return 'slug_taken';
  await owning(trx, made.id, ownerId, true);
  const facts = { slug, owner: ownerId };
  await emit(trx, actor, { action: 'organization.created', subject: subject(made.id), facts });
  return toTeam(made);
}

const columnsOf = (trx: Database, { settings, ...named }: TeamChange): Readonly<Record<string, unknown>> => ({
  ...named,
  ...(Object.keys(settings).length === 0
    ? {}
    : { settings: trx.raw('jsonb_strip_nulls(settings || ?::jsonb)', [JSON.stringify(settings)]) }),
});

async function change(
  trx: Database,
  place: TeamGroup,
  asked: TeamChange,
  actor: Actor,
): Promise<Team | undefined> {
  const columns = columnsOf(trx, asked);
  const changed = [...Object.keys(asked.settings), ...Object.keys(columns)].filter(
    (name) => name !== 'settings',
  );
  if (changed.length === 0) return find(trx, place);
  const [row] = await placed(trx, place).update(columns).returning<TeamRow[]>('*');
  if (row === undefined) return undefined;
  await emit(trx, actor, { action: 'team.changed', subject: subject(row.id), facts: { changed } });
  return toTeam(row);
}

async function remove(
  trx: Database,
  place: TeamGroup,
  actor: Actor,
): Promise<Team | OwningClients | undefined> {
  const row = await placed(trx, place).forUpdate().first();
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

async function find(db: Database, place: TeamGroup): Promise<Team | undefined> {
  const row = await placed(db, place).first();
  return row && toTeam(row);
}

/** Asked at every call with a role. What no row can be found by must not spoil the statement for the others. */
function reads(db: Database): Pick<TeamStore, 'readMembership'> {
  const ask = batchPerTick((asked: readonly MembershipQuery[]) => callerMemberships(db, asked));
  return {
    async readMembership(accountId, { orgId, teamId }, clientId) {
      const ids = [accountId, orgId ?? 0, teamId ?? 0];
      return ids.every(isId) ? ask({ accountId, orgId, teamId, clientId: clientId ?? null }) : undefined;
    },
  };
}

export const createTeamStore = (db: Database): TeamStore => ({
  ...reads(db),
  list: async (query) =>
    isId(query.memberId ?? 0) && isId(query.organizationId ?? 0) ? list(db, query) : [],
  find: async (place) => (isGroup(place) ? find(db, place) : undefined),
  async create(accountId, input, actor) {
    mustBeStorable(input);
    if (!isId(accountId) || !isId(input.organizationId ?? 0)) return undefined;
    return inTransaction(db, (trx) => create(trx, accountId, input, actor));
  },
  async change(place, asked, actor) {
    mustBeStorable(asked);
    return isGroup(place)
      ? unlessTaken(
          inTransaction(db, (trx) => change(trx, place, asked, actor)),
          'slug_taken',
        )
      : undefined;
  },
  remove: async (place, actor) =>
    isGroup(place) ? inTransaction(db, (trx) => remove(trx, place, actor)) : undefined,
  async createOrganization(ownerId, input, actor) {
    mustBeStorable(input);
    return isId(ownerId)
      ? inTransaction(db, (trx) => createOrganization(trx, ownerId, input, actor))
      : undefined;
  },
});
