/*
 * The applications that members allow to access their organization, and revoking one of them for all members. Notes are
 * an index of grants; only the grant itself says what it permits and whether it is active.
 */
import { present } from '../present.js';
import type { Actor } from '../events/audit-log.js';
import { logoUrl } from '../clients/logo/logo.js';
import type { Client, ClientStore } from '../clients/store.js';
import type { GrantedIds } from '../scopes/granted-resources.js';
import type { GrantNote, ManagedOrganization, Managing, OrganizationAppStore } from './store.js';
import type { MemberGrant, MemberGrants } from './member-grants.js';

export interface AppsInUseDeps {
  readonly organizationApps: OrganizationAppStore;
  readonly clients: Pick<ClientStore, 'find'>;
  readonly grants: MemberGrants;
}

/** The last grant of a page, after which the next page begins. */
export type AppsCursor = Pick<GrantNote, 'clientId' | 'familyId'>;

const PAGE = 50;

/** Undefined for a deleted group. */
type GroupNames = 'all' | readonly (string | undefined)[];

export interface GrantInUse {
  readonly id: string;
  readonly user: { readonly name: string; readonly email: string };
  readonly since: Date;
  readonly lastActive: Date;
  readonly words: readonly string[];
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

interface Found {
  readonly note: GrantNote;
  readonly grant: MemberGrant;
}

/** Active grants of a page of notes; the notes of ended grants are deleted. */
async function activeGrants(deps: AppsInUseDeps, notes: readonly GrantNote[]): Promise<readonly Found[]> {
  const read = await Promise.all(
    notes.map(async (note) => ({ note, grant: await deps.grants.read(note.familyId) })),
  );
  const gone = read.filter(({ grant }) => grant === 'gone');
  await deps.organizationApps.forget(gone.map(({ note }) => note.familyId));
  return read.flatMap(({ note, grant }) => (typeof grant === 'string' ? [] : [{ note, grant }]));
}

/** With the names of groups of this organization alone; others are not disclosed. */
function presentGrant({ note, grant }: Found, { id, name, teams }: ManagedOrganization): GrantInUse {
  const known = new Map([...teams, [id, name] as const]);
  const named = (ids: GrantedIds): GroupNames =>
    ids === 'all' ? 'all' : ids.filter((one) => known.has(one)).map((one) => known.get(one));
  const resources = { teams: named(grant.teams), organizations: named(grant.organizations) };
  const { since, lastActive, words } = grant;
  return { id: grant.id, user: note.person, since, lastActive, words, resources };
}

function presentApp(client: Client, found: readonly Found[], organization: ManagedOrganization): AppInUse {
  return {
    clientId: client.id,
    name: client.name,
    website: client.website,
    logoUrl: logoUrl(client.logo),
    reviewed: client.status === 'approved',
    listed: organization.listed.some(({ clientId }) => clientId === client.id),
    grants: found.map((one) => presentGrant(one, organization)),
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
  const notes = await deps.organizationApps.notes(managing, { take: PAGE, ...present({ after }) });
  const found = await activeGrants(deps, notes);
  const ids = [...new Set(found.map(({ note }) => note.clientId))];
  const clients = await Promise.all(ids.map((id) => deps.clients.find(id)));
  const apps = clients.flatMap((client) =>
    client === undefined
      ? []
      : [
          presentApp(
            client,
            found.filter(({ note }) => note.clientId === client.id),
            organization,
          ),
        ],
  );
  const last = notes.at(-1);
  return { apps, ...(last && notes.length === PAGE && { next: last }) };
}

/** Returns how many grants were revoked. The notes of each batch are deleted, so that the next batch is new. */
export async function endForAll(
  { organizationApps, grants }: AppsInUseDeps,
  managing: Managing,
  clientId: string,
  actor: Actor,
): Promise<number> {
  for (let ended = 0; ;) {
    const notes = await organizationApps.notes(managing, { clientId, take: PAGE });
    const ends = await Promise.all(
      notes.map(({ familyId }) => grants.end(familyId, managing.organizationId, actor)),
    );
    ended += ends.filter(Boolean).length;
    await organizationApps.forget(notes.map(({ familyId }) => familyId));
    if (notes.length < PAGE) return ended;
  }
}
