/*
 * An organization's applications in the database. Who changes something holds the row of the organization, under which
 * memberships change too, and is looked at below it: whoever was removed a moment ago changes nothing.
 */
import type { Actor } from '../../../src/events/audit-log.js';
import type {
  AdmissionPolicy,
  GrantNote,
  ListedClient,
  ManagedOrganization,
  Managing,
  NoteQuery,
  OrganizationAppStore,
} from '../../../src/organization-apps/store.js';
import { isId, isStorable } from '../../storable.js';
import { emit } from '../events/emit.js';
import type { Database } from '../connection.js';
import { lockGroup } from '../teams/team-rows.js';
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
where listed.organization_id = ? order by lower(client.name), client.id`;

interface OrganizationRow {
  readonly id: number;
  readonly name: string;
  readonly only_listed_clients: boolean;
}

async function find(db: Database, managing: Managing): Promise<ManagedOrganization | undefined> {
  const { rows } = await db.raw<{ rows: readonly OrganizationRow[] }>(FIND, { ...managing });
  const [row] = rows;
  if (row === undefined) return undefined;
  const listed = await db.raw<{ rows: readonly ListedClient[] }>(LISTED, [row.id]);
  const teams = await db<TeamRow>('team').where({ organization_id: row.id }).select('id', 'name');
  return {
    id: row.id,
    name: row.name,
    policy: row.only_listed_clients ? 'listed' : 'every',
    listed: listed.rows,
    teams: new Map(teams.map(({ id, name }) => [id, name])),
  };
}

// Everybody with a part in the organization by their own word first, so that their notes are found by an index. What each of them reaches
// of it is asked of their memberships as they stand now: who manages an organization has a part in each of its teams.
const NOTES = `
select given.family_id as "familyId", given.client_id as "clientId", account.name, account.email
from place_grant as given
join client on client.id = given.client_id
join account on account.id = given.account_id
where ${IS_MANAGED}
  and given.account_id = any(array(
    select account_id from membership where agreed and team_id = any(array(
      select id from team where id = :organizationId or organization_id = :organizationId))))
  and exists (
    select from membership as part join team on team.id = part.team_id
    where part.account_id = given.account_id and part.agreed and (
      team.id = :organizationId and (
        given.organization_ids is null or :organizationId = any(given.organization_ids)
        or part.role in ('owner', 'admin') and (given.team_ids is null or given.team_ids && array(
          select id from team where organization_id = :organizationId)))
      or team.organization_id = :organizationId and (given.team_ids is null or team.id = any(given.team_ids))))
  and given.ends_at > now()
  and (cast(:clientId as text) is null or given.client_id = :clientId)
  and (cast(:afterFamily as text) is null
    or (lower(client.name), client.id, given.family_id) >
       ((select lower(name) from client where id = :afterClient), :afterClient, :afterFamily))
order by lower(client.name), client.id, given.family_id
limit :take`;

interface NoteRow extends Pick<GrantNote, 'familyId' | 'clientId'> {
  readonly name: string;
  readonly email: string;
}

async function notes(
  db: Database,
  managing: Managing,
  { clientId, after, take }: NoteQuery,
): Promise<readonly GrantNote[]> {
  const { rows } = await db.raw<{ rows: readonly NoteRow[] }>(NOTES, {
    ...managing,
    take,
    clientId: clientId ?? null,
    afterClient: after?.clientId ?? null,
    afterFamily: after?.familyId ?? null,
  });
  return rows.map(({ name, email, ...note }) => ({ ...note, person: { name, email } }));
}

/** Held until the transaction ends; undefined unless it is theirs to manage. */
async function held(
  trx: Database,
  { organizationId, viewerId }: Managing,
): Promise<OrganizationRow | undefined> {
  const place = await lockGroup(trx, organizationId);
  if (!place?.organization) return undefined;
  const { rows } = await trx.raw<{ rows: readonly OrganizationRow[] }>(FIND, { organizationId, viewerId });
  return rows[0];
}

const subject = ({ organizationId }: Managing): string => `team:${organizationId}`;

async function setPolicy(
  trx: Database,
  managing: Managing,
  policy: AdmissionPolicy,
  actor: Actor,
): Promise<boolean> {
  const row = await held(trx, managing);
  if (row === undefined) return false;
  const onlyListed = policy === 'listed';
  if (row.only_listed_clients === onlyListed) return true;
  await trx('team').where({ id: row.id }).update({ only_listed_clients: onlyListed });
  await emit(trx, actor, {
    action: 'organization.admission_changed',
    subject: subject(managing),
    facts: { policy },
  });
  return true;
}

interface ListRow {
  readonly organization_id: number;
  readonly client_id: string;
}

async function admit(
  trx: Database,
  managing: Managing,
  { clientId, most }: { readonly clientId: string; readonly most: number },
  actor: Actor,
) {
  const row = await held(trx, managing);
  if (row === undefined) return undefined;
  // It stays until the transaction ends.
  const client: unknown = await trx('client').where({ id: clientId }).forKeyShare().first('id');
  if (client === undefined) return 'no_such_client';
  const listed = await trx<ListRow>('organization_client').where({ organization_id: row.id });
  if (listed.some((known) => known.client_id === clientId)) return 'listed_already';
  if (listed.length >= most) return 'full';
  await trx('organization_client').insert({ organization_id: row.id, client_id: clientId });
  await emit(trx, actor, {
    action: 'organization.client_admitted',
    subject: subject(managing),
    facts: { clientId },
  });
  return 'admitted';
}

async function dismiss(trx: Database, managing: Managing, clientId: string, actor: Actor): Promise<boolean> {
  const row = await held(trx, managing);
  if (row === undefined) return false;
  const gone = await trx('organization_client')
    .where({ organization_id: row.id, client_id: clientId })
    .delete();
  if (gone === 0) return false;
  await emit(trx, actor, {
    action: 'organization.client_dismissed',
    subject: subject(managing),
    facts: { clientId },
  });
  return true;
}

const areIds = ({ organizationId, viewerId }: Managing): boolean => isId(organizationId) && isId(viewerId);

export const createOrganizationAppStore = (db: Database): OrganizationAppStore => ({
  find: async (managing) => (areIds(managing) ? find(db, managing) : undefined),
  async notes(managing, query) {
    const { clientId = '', after } = query;
    const texts = [clientId, after?.clientId ?? '', after?.familyId ?? ''];
    return areIds(managing) && texts.every(isStorable) ? notes(db, managing, query) : [];
  },
  async forget(familyIds) {
    if (familyIds.length > 0) await db('place_grant').whereIn('family_id', familyIds).delete();
  },
  setPolicy: async (managing, policy, actor) =>
    areIds(managing) && inTransaction(db, (trx) => setPolicy(trx, managing, policy, actor)),
  async admit(managing, admission, actor) {
    if (!areIds(managing)) return undefined;
    if (!isStorable(admission.clientId)) return 'no_such_client';
    return inTransaction(db, (trx) => admit(trx, managing, admission, actor));
  },
  dismiss: async (managing, clientId, actor) =>
    areIds(managing) &&
    isStorable(clientId) &&
    inTransaction(db, (trx) => dismiss(trx, managing, clientId, actor)),
});
