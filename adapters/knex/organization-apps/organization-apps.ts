/*
 * An organization's applications in the database. Every change locks the row of the organization, under which memberships
 * change too, before it checks the role of the caller.
 */
import type { Actor } from '../../../src/events/audit-log.js';
import type {
  AdmissionPolicy,
  GrantQuery,
  GrantReference,
  ListedClient,
  ManagedOrganization,
  Managing,
  OrganizationAppStore,
} from '../../../src/organization-apps/store.js';
import { isId, isStorable } from '../../storable.js';
import { emit } from '../events/emit.js';
import type { Database } from '../connection.js';
import { lockGroup } from '../teams/team-rows.js';
import { countRows, selectRows } from '../rows.js';
import type { TeamRow } from '../teams/team-rows.js';
import { inTransaction } from '../transaction.js';

const IS_MANAGED = `
exists (
  select from membership
  where team_id = :organizationId and account_id = :viewerId and agreed and role in ('owner', 'admin'))`;

const FIND = `
select id, name, only_listed_clients from team
where id = :organizationId and organization and ${IS_MANAGED}`;

const LISTED = `
select client.id as "clientId", client.name, listed.added_at as "addedAt"
from organization_client as listed join client on client.id = listed.client_id
where listed.organization_id = :id order by lower(client.name), client.id`;

interface OrganizationRow {
  readonly id: number;
  readonly name: string;
  readonly only_listed_clients: boolean;
}

async function find(db: Database, managing: Managing): Promise<ManagedOrganization | undefined> {
  const [row] = await selectRows<OrganizationRow>(db, FIND, managing);
  if (row === undefined) return undefined;
  const teams = await db<TeamRow>('team').where({ organization_id: row.id }).select('id', 'name');
  return {
    id: row.id,
    name: row.name,
    policy: row.only_listed_clients ? 'listed' : 'every',
    listed: await selectRows<ListedClient>(db, LISTED, { id: row.id }),
    teams: new Map(teams.map(({ id, name }) => [id, name])),
  };
}

// Accounts with an accepted membership come first, so that their grants are found by an index. Which part of the
// organization a grant permits depends on the current memberships: administrators of it have a part in each of its teams.
const GRANTS = `
select granted.family_id as "familyId", granted.client_id as "clientId", account.name, account.email,
  exists (
    select from membership as part join team on team.id = part.team_id
    where part.account_id = granted.account_id and part.agreed and part.role in ('owner', 'admin')
      and (team.id = :organizationId or team.organization_id = :organizationId)) as administers
from place_grant as granted
join client on client.id = granted.client_id
join account on account.id = granted.account_id
where ${IS_MANAGED}
  and granted.account_id = any(array(
    select account_id from membership where agreed and team_id = any(array(
      select id from team where id = :organizationId or organization_id = :organizationId))))
  and exists (
    select from membership as part join team on team.id = part.team_id
    where part.account_id = granted.account_id and part.agreed
      and (part.role in ('owner', 'admin') or not granted.administrators_only) and (
      team.id = :organizationId and (
        granted.organization_ids is null or :organizationId = any(granted.organization_ids)
        or part.role in ('owner', 'admin') and (granted.team_ids is null or granted.team_ids && array(
          select id from team where organization_id = :organizationId)))
      or team.organization_id = :organizationId and (granted.team_ids is null or team.id = any(granted.team_ids))))
  and granted.ends_at > now()
  and (cast(:clientId as text) is null or granted.client_id = :clientId)
  and (cast(:afterFamily as text) is null
    or (lower(client.name), client.id, granted.family_id) >
       ((select lower(name) from client where id = :afterClient), :afterClient, :afterFamily))
order by lower(client.name), client.id, granted.family_id
limit :take`;

type GrantRow = Omit<GrantReference, 'user'> & GrantReference['user'];

async function selectGrants(
  db: Database,
  managing: Managing,
  { clientId, after, take }: GrantQuery,
): Promise<readonly GrantReference[]> {
  const rows = await selectRows<GrantRow>(db, GRANTS, {
    ...managing,
    take,
    clientId: clientId ?? null,
    afterClient: after?.clientId ?? null,
    afterFamily: after?.familyId ?? null,
  });
  return rows.map(({ name, email, ...reference }) => ({ ...reference, user: { name, email } }));
}

const areIds = ({ organizationId, viewerId }: Managing): boolean => isId(organizationId) && isId(viewerId);

/** Runs `work` with the organization locked. Undefined when the viewer does not manage it. */
async function asManager<T>(
  db: Database,
  managing: Managing,
  work: (trx: Database, row: OrganizationRow) => Promise<T>,
): Promise<T | undefined> {
  if (!areIds(managing)) return undefined;
  return inTransaction(db, async (trx) => {
    await lockGroup(trx, managing.organizationId);
    const [row] = await selectRows<OrganizationRow>(trx, FIND, managing);
    return row && work(trx, row);
  });
}

const subjectOf = ({ id }: OrganizationRow): string => `team:${id}`;

async function setPolicy(
  trx: Database,
  row: OrganizationRow,
  policy: AdmissionPolicy,
  actor: Actor,
): Promise<boolean> {
  const onlyListed = policy === 'listed';
  if (row.only_listed_clients === onlyListed) return true;
  await trx('team').where({ id: row.id }).update({ only_listed_clients: onlyListed });
  const facts = { policy };
  await emit(trx, actor, { action: 'organization.admission_changed', subject: subjectOf(row), facts });
  return true;
}

async function admit(
  trx: Database,
  row: OrganizationRow,
  { clientId, most }: { readonly clientId: string; readonly most: number },
  actor: Actor,
) {
  // The lock keeps the client until the transaction ends.
  const client: unknown = await trx('client').where({ id: clientId }).forKeyShare().first('id');
  if (client === undefined) return 'no_such_client';
  const entry = { organization_id: row.id, client_id: clientId };
  if ((await trx('organization_client').where(entry).first('client_id')) !== undefined)
    return 'listed_already';
  if ((await countRows(trx('organization_client').where({ organization_id: row.id }))) >= most) return 'full';
  await trx('organization_client').insert(entry);
  const facts = { clientId };
  await emit(trx, actor, { action: 'organization.client_admitted', subject: subjectOf(row), facts });
  return 'admitted';
}

async function dismiss(
  trx: Database,
  row: OrganizationRow,
  clientId: string,
  actor: Actor,
): Promise<boolean> {
  const entry = { organization_id: row.id, client_id: clientId };
  if ((await trx('organization_client').where(entry).delete()) === 0) return false;
  const facts = { clientId };
  await emit(trx, actor, { action: 'organization.client_dismissed', subject: subjectOf(row), facts });
  return true;
}

export const createOrganizationAppStore = (db: Database): OrganizationAppStore => ({
  find: async (managing) => (areIds(managing) ? find(db, managing) : undefined),
  async grants(managing, query) {
    const { clientId = '', after } = query;
    const texts = [clientId, after?.clientId ?? '', after?.familyId ?? ''];
    return areIds(managing) && texts.every(isStorable) ? selectGrants(db, managing, query) : [];
  },
  async deleteReferences(familyIds) {
    if (familyIds.length > 0) await db('place_grant').whereIn('family_id', familyIds).delete();
  },
  setPolicy: async (managing, policy, actor) =>
    (await asManager(db, managing, (trx, row) => setPolicy(trx, row, policy, actor))) ?? false,
  admit: (managing, admission, actor) =>
    asManager(db, managing, async (trx, row) =>
      isStorable(admission.clientId) ? admit(trx, row, admission, actor) : 'no_such_client',
    ),
  dismiss: async (managing, clientId, actor) =>
    isStorable(clientId) &&
    ((await asManager(db, managing, (trx, row) => dismiss(trx, row, clientId, actor))) ?? false),
});
