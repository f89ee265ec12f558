/*
 * The register of organizations in the database. A removal locks the organization, its teams and their event types, so
 * that no member, team or booking is added while it is decided.
 */
import type { Actor } from '../../../src/events/audit-log.js';
import type {
  OrganizationEdit,
  OrganizationParts,
  OrganizationRegister,
  RegisteredOrganization,
  Removal,
} from '../../../src/scheduling/organizations/register-store.js';
import { isStorable, mustBeStorable } from '../../storable.js';
import { emit } from '../events/emit.js';
import type { Database } from '../connection.js';
import { unlessTaken } from '../failures.js';
import { selectRows } from '../rows.js';
import { endBookingLimits } from '../memberships/membership-rows.js';
import { OF_TEAMS } from '../bookings/group-bookings.js';
import type { TeamRow } from '../teams/team-rows.js';
import { inTransaction } from '../transaction.js';

const REGISTER = `
select team.id, team.name, team.slug,
  array(
    select account.email from membership join account on account.id = membership.account_id
    where membership.team_id = team.id and membership.role = 'owner' and membership.agreed
    order by membership.id) as owners,
  (select cast(count(*) as integer) from membership where team_id = team.id and accepted) as people,
  (select cast(count(*) as integer) from team as inside where inside.organization_id = team.id) as teams
from team where team.organization`;

async function select(db: Database, id?: number): Promise<readonly RegisteredOrganization[]> {
  const one = id === undefined ? '' : ' and team.id = :id';
  return selectRows(db, `${REGISTER}${one} order by team.slug`, { id: id ?? 0 });
}

/** Does not change until the transaction ends. */
const lock = (trx: Database, slug: string): Promise<TeamRow | undefined> =>
  trx<TeamRow>('team').where({ slug, organization: true }).forUpdate().first();

async function edit(
  trx: Database,
  slug: string,
  changes: OrganizationEdit,
  actor: Actor,
): Promise<RegisteredOrganization | undefined> {
  const row = await lock(trx, slug);
  if (row === undefined) return undefined;
  const before = { name: row.name, slug: row.slug };
  const after = { ...before, ...changes };
  if (after.name !== before.name || after.slug !== before.slug) {
    await trx('team').where({ id: row.id }).update(after);
    const facts = { before, after };
    await emit(trx, actor, { action: 'organization.changed', subject: `team:${row.id}`, facts });
  }
  return (await select(trx, row.id))[0];
}

const UPCOMING = `
select cast(count(*) as integer) as count from booking
where ends_at > :now and status in ('accepted', 'pending') and event_type_id = any(array(${OF_TEAMS}))`;

const LOCK_EVENT_TYPES = `
select id from event_type where id = any(array(${OF_TEAMS})) order by id for update`;

/** Bookings of the event types wait for the end of the transaction. */
async function partsOf(
  trx: Database,
  { id, name }: TeamRow,
  teams: readonly TeamRow[],
  now: Date,
): Promise<OrganizationParts> {
  await trx.raw(LOCK_EVENT_TYPES, { groupId: id });
  const [upcoming] = await selectRows<{ readonly count: number }>(trx, UPCOMING, { groupId: id, now });
  const teamIds = teams.map((team) => team.id);
  const clients = trx<{ name: string }>('client').whereIn('team_id', teamIds);
  return {
    id,
    name,
    teams: teams.map((team) => team.name),
    clients: (await clients.orderBy('name').select('name')).map((client) => client.name),
    comingBookings: upcoming?.count ?? 0,
  };
}

async function removeWith(
  trx: Database,
  row: TeamRow,
  teams: readonly TeamRow[],
  parts: OrganizationParts,
  actor: Actor,
): Promise<void> {
  const people = await trx('membership')
    .where({ team_id: row.id, accepted: true })
    .orderBy('account_id')
    .select<{ readonly account_id: number }[]>('account_id');
  await trx('team').where({ id: row.id }).delete();
  for (const team of teams) {
    const facts = { slug: team.slug, organization: row.id };
    await emit(trx, actor, { action: 'team.deleted', subject: `team:${team.id}`, facts });
  }
  const { name, slug } = row;
  const facts = { name, slug, people: people.length, comingBookings: parts.comingBookings };
  await emit(trx, actor, { action: 'organization.deleted', subject: `team:${row.id}`, facts });
  for (const { account_id: accountId } of people) await endBookingLimits(trx, accountId, actor);
}

async function remove(trx: Database, slug: string, { force, now }: Removal, actor: Actor) {
  const row = await lock(trx, slug);
  if (row === undefined) return undefined;
  const teams = await trx<TeamRow>('team').where({ organization_id: row.id }).orderBy('id').forUpdate();
  const parts = await partsOf(trx, row, teams, now);
  const blocked = parts.clients.length > 0 || (!force && teams.length > 0);
  if (!blocked) await removeWith(trx, row, teams, parts, actor);
  return { removed: !blocked, parts };
}

export const createOrganizationRegister = (db: Database): OrganizationRegister => ({
  list: () => select(db),
  async edit(slug, changes, actor) {
    mustBeStorable(changes);
    const work = (trx: Database) => edit(trx, slug, changes, actor);
    return isStorable(slug) ? unlessTaken(inTransaction(db, work), 'slug_taken') : undefined;
  },
  remove: async (slug, removal, actor) =>
    isStorable(slug) ? inTransaction(db, (trx) => remove(trx, slug, removal, actor)) : undefined,
});
