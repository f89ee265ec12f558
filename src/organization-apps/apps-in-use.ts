/*
 * The applications that members allow to access their organization, and revoking one of them for all members. References
 * are an index of grants; only the grant itself says what it permits and whether it is active.
 */
import { present } from '../present.js';
import type { Actor } from '../events/audit-log.js';
import { logoUrl } from '../clients/logo/logo.js';
import type { Client, ClientStore } from '../clients/store.js';
import type { GrantedIds } from '../scopes/granted-resources.js';
import type { GrantReference, ManagedOrganization, Managing, OrganizationAppStore } from './store.js';
import type { MemberGrant, MemberGrants } from './member-grants.js';

export interface AppsInUseDeps {
  readonly organizationApps: OrganizationAppStore;
  readonly clients: Pick<ClientStore, 'find'>;
  readonly grants: MemberGrants;
}

/** The last grant of a page, after which the next page begins. */
export type AppsCursor = Pick<GrantReference, 'clientId' | 'familyId'>;

const PAGE = 50;

/** Undefined for a deleted group. */
type GroupNames = 'all' | readonly (string | undefined)[];

export interface GrantInUse extends Omit<MemberGrant, 'teams' | 'organizations'> {
  readonly user: GrantReference['user'];
  readonly resources: { readonly teams: GroupNames; readonly organizations: GroupNames };
}

export interface AppInUse {
  readonly clientId: string;
  readonly name: string;
  readonly website?: string | undefined;
  readonly logoUrl?: string | undefined;
  readonly reviewed: boolean;
  readonly listed: boolean;
  readonly grants: readonly GrantInUse[];
}

interface ActiveGrant {
  readonly reference: GrantReference;
  readonly grant: MemberGrant;
}

/** Active grants of a page; references to ended grants are deleted. */
async function activeGrants(
  { organizationApps, grants }: AppsInUseDeps,
  references: readonly GrantReference[],
): Promise<readonly ActiveGrant[]> {
  const read = await Promise.all(
    references.map(async (reference) => ({
      reference,
      grant: await grants.read(reference.familyId, reference.administers),
    })),
  );
  const ended = read.filter(({ grant }) => grant === 'ended');
  await organizationApps.deleteReferences(ended.map(({ reference }) => reference.familyId));
  return read.flatMap(({ reference, grant }) => (typeof grant === 'string' ? [] : [{ reference, grant }]));
}

/** With the names of groups of this organization alone; others are not disclosed. */
function presentGrant(
  { reference, grant: { teams, organizations, ...grant } }: ActiveGrant,
  organization: ManagedOrganization,
): GrantInUse {
  const names = new Map([...organization.teams, [organization.id, organization.name] as const]);
  const namesOf = (ids: GrantedIds): GroupNames =>
    ids === 'all' ? 'all' : ids.filter((id) => names.has(id)).map((id) => names.get(id));
  const resources = { teams: namesOf(teams), organizations: namesOf(organizations) };
  return { ...grant, user: reference.user, resources };
}

function presentApp(
  client: Client,
  active: readonly ActiveGrant[],
  organization: ManagedOrganization,
): AppInUse {
  return {
    clientId: client.id,
    name: client.name,
    website: client.website,
    logoUrl: logoUrl(client.logo),
    reviewed: client.status === 'approved',
    listed: organization.listed.some(({ clientId }) => clientId === client.id),
    grants: active
      .filter(({ reference }) => reference.clientId === client.id)
      .map((grant) => presentGrant(grant, organization)),
  };
}

export interface AppsPage {
  readonly apps: readonly AppInUse[];
  readonly next?: AppsCursor;
}

/** Ordered by client; the grants of one client may continue on the next page. */
export async function appsInUse(
  deps: AppsInUseDeps,
  managing: Managing,
  organization: ManagedOrganization,
  after: AppsCursor | undefined,
): Promise<AppsPage> {
  const references = await deps.organizationApps.grants(managing, { take: PAGE, ...present({ after }) });
  const active = await activeGrants(deps, references);
  const ids = [...new Set(active.map(({ reference }) => reference.clientId))];
  const clients = await Promise.all(ids.map((id) => deps.clients.find(id)));
  const apps = clients
    .filter((client) => client !== undefined)
    .map((client) => presentApp(client, active, organization));
  return { apps, ...present({ next: references.length === PAGE ? references.at(-1) : undefined }) };
}

export interface GrantCount {
  readonly grants: number;
  readonly members: number;
}

/** The active grants of one client, and how many members they belong to. */
export async function countGrants(
  deps: AppsInUseDeps,
  managing: Managing,
  clientId: string,
): Promise<GrantCount> {
  const members = new Set<string>();
  let grants = 0;
  for (let after: AppsCursor | undefined; ;) {
    const query = { clientId, take: PAGE, ...present({ after }) };
    const references = await deps.organizationApps.grants(managing, query);
    const active = await activeGrants(deps, references);
    grants += active.length;
    for (const { reference } of active) members.add(reference.user.email);
    if (references.length < PAGE) return { grants, members: members.size };
    after = references.at(-1);
  }
}

/** Returns how many grants were revoked. The references of each batch are deleted, so that the next batch is new. */
export async function revokeForAll(
  { organizationApps, grants }: AppsInUseDeps,
  managing: Managing,
  clientId: string,
  actor: Actor,
): Promise<number> {
  for (let ended = 0; ;) {
    const references = await organizationApps.grants(managing, { clientId, take: PAGE });
    const ids = references.map(({ familyId }) => familyId);
    const outcomes = await Promise.all(ids.map((id) => grants.end(id, managing.organizationId, actor)));
    ended += outcomes.filter(Boolean).length;
    await organizationApps.deleteReferences(ids);
    if (ids.length < PAGE) return ended;
  }
}
