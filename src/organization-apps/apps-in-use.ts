/*
 * The applications that members gave a part in their organization, and the end of one of them for all members. Notes say
 * where grants may be; what a grant is, and whether it lives, only the grant itself says.
 */
import { present } from '../present.js';
import type { AppView, GrantView } from '../../views/teams/organization-app.js';
import type { GrantedGroups } from '../../views/parts/granted-resources.js';
import type { Actor } from '../events/audit-log.js';
import { logoUrl } from '../clients/logo.js';
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

interface Found {
  readonly note: GrantNote;
  readonly grant: MemberGrant;
}

/** Living grants of a page of notes; what has ended is forgotten on the way. */
async function living(deps: AppsInUseDeps, notes: readonly GrantNote[]): Promise<readonly Found[]> {
  const read = await Promise.all(
    notes.map(async (note) => ({ note, grant: await deps.grants.read(note.familyId) })),
  );
  const gone = read.filter(({ grant }) => grant === 'gone');
  await deps.organizationApps.forget(gone.map(({ note }) => note.familyId));
  return read.flatMap(({ note, grant }) => (typeof grant === 'string' ? [] : [{ note, grant }]));
}

/** Names of what belongs to the organization; what somebody else has is nobody's business here. */
function presentGrant({ note, grant }: Found, { id, name, teams }: ManagedOrganization): GrantView {
  const known = new Map([...teams, [id, name] as const]);
  const named = (reached: GrantedIds): GrantedGroups =>
    reached === 'all' ? 'all' : reached.filter((one) => known.has(one)).map((one) => known.get(one));
  const reach = { teams: named(grant.teams), organizations: named(grant.organizations) };
  const { since, lastActive, words } = grant;
  return { id: grant.id, user: note.person, since, lastActive, words, reach };
}

function presentApp(client: Client, found: readonly Found[], organization: ManagedOrganization): AppView {
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
  readonly apps: readonly AppView[];
  readonly next?: AppsCursor;
}

/** Grants of one client stand together; of a client with many of them the rest comes on the next page. */
export async function appsInUse(
  deps: AppsInUseDeps,
  managing: Managing,
  organization: ManagedOrganization,
  after: AppsCursor | undefined,
): Promise<AppsPage> {
  const notes = await deps.organizationApps.notes(managing, { take: PAGE, ...present({ after }) });
  const found = await living(deps, notes);
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

/** Each batch is forgotten, so that the next one is new. How many grants have ended by this word. */
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
