/*
 * The register of organizations in the database. A removal holds the organization, its teams and their event types, so
 * that nobody comes, makes a team or is booked while it is decided.
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

async function registered(db: Database, id?: number): Promise<readonly RegisteredOrganization[]> {
  const one = id === undefined ? '' : ' and team.id = :id';
  const sql = `${REGISTER}${one} order by team.slug`;
  return (await db.raw<{ rows: readonly RegisteredOrganization[] }>(sql, { id: id ?? 0 })).rows;
}

/** As it is now, and stays until the transaction ends. */
const held = (trx: Database, slug: string): Promise<TeamRow | undefined> =>
  trx<TeamRow>('team').where({ slug, organization: true }).forUpdate().first();

async function edit(
  trx: Database,
  slug: string,
  asked: OrganizationEdit,
  actor: Actor,
): Promise<RegisteredOrganization | undefined> {
  const row = await held(trx, slug);
  if (row === undefined) return undefined;
  const before = { name: row.name, slug: row.slug };
  const after = { ...before, ...asked };
  if (after.name !== before.name || after.slug !== before.slug) {
    await trx('team').where({ id: row.id }).update(after);
    const facts = { before, after };
    await emit(trx, actor, { action: 'organization.changed', subject: `team:${row.id}`, facts });
  }
  return (await registered(trx, row.id))[0];
}

const COMING = `
select cast(count(*) as integer) as count from booking
where ends_at > :now and status in ('accepted', 'pending') and event_type_id = any(array(${OF_TEAMS}))`;

/** Whoever books one of the event types waits for the end of the transaction. */
async function partsOf(
  trx: Database,
  { id, name }: TeamRow,
  teams: readonly TeamRow[],
  now: Date,
): Promise<OrganizationParts> {
  await trx.raw(`select id from event_type where id = any(array(${OF_TEAMS})) order by id for update`, {
    groupId: id,
  });
  const { rows } = await trx.raw<{ rows: readonly { readonly count: number }[] }>(COMING, {
    groupId: id,
    now,
  });
  const clients = trx<{ name: string }>('client').whereIn(
    'team_id',
    teams.map((team) => team.id),
  );
  return {
    id,
    name,
    teams: teams.map((team) => team.name),
    clients: (await clients.orderBy('name').select('name')).map((client) => client.name),
    comingBookings: rows[0]?.count ?? 0,
  };
}

async function take(
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
  const row = await held(trx, slug);
  if (row === undefined) return undefined;
  const teams = await trx<TeamRow>('team').where({ organization_id: row.id }).orderBy('id').forUpdate();
  const parts = await partsOf(trx, row, teams, now);
  const inTheWay = parts.clients.length > 0 || (!force && teams.length > 0);
  if (!inTheWay) await take(trx, row, teams, parts, actor);
  return { removed: !inTheWay, parts };
}

export const createOrganizationRegister = (db: Database): OrganizationRegister => ({
  list: () => registered(db),
  async edit(slug, asked, actor) {
    mustBeStorable(asked);
    if (!isStorable(slug)) return undefined;
    return unlessTaken(
      inTransaction(db, (trx) => edit(trx, slug, asked, actor)),
      'slug_taken',
    );
  },
  remove: async (slug, removal, actor) =>
    isStorable(slug) ? inTransaction(db, (trx) => remove(trx, slug, removal, actor)) : undefined,
});
