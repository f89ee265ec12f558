/*
 * `/settings/organizations/:id/apps`: the applications that an organization admits, those that its members use in it, and
 * revoking one for all of them. For its owners and administrators; 404 for other users.
 */
import { type AdmissionProps, CLIENT_ID, POLICY } from '../../../views/teams/admission.js';
import type { Confirmation } from '../../../views/parts/confirmation.js';
import { confirmRevoking } from '../../../views/teams/confirmations.js';
import {
  ORGANIZATION_APPS_DONE as DONE,
  OrganizationAppsPage,
} from '../../../views/teams/organization-apps.js';
import { notFound } from '../../errors.js';
import {
  type AppsCursor,
  appsInUse,
  countGrants,
  revokeForAll,
} from '../../organization-apps/apps-in-use.js';
import type { ManagedOrganization, Managing } from '../../organization-apps/store.js';
import type { UserPost, UserRequest } from '../page.js';
import { doneReply, page, type PageReply } from '../reply.js';
import { idOf } from '../request-values.js';
import { organizationAppsPath, type TeamPagesDeps } from './deps.js';
import { groupPath } from './member-of.js';

const MAX_LISTED = 200;

/** An organization that the user manages. */
interface Managed {
  readonly managing: Managing;
  readonly organization: ManagedOrganization;
}

/** Throws 404 unless the user manages the organization of the address. */
async function findManaged(deps: TeamPagesDeps, request: UserRequest): Promise<Managed> {
  const managing = {
    organizationId: idOf(request.param('id')),
    viewerId: request.user.account.id,
  };
  const organization = await deps.organizationApps.find(managing);
  if (organization === undefined) throw notFound();
  return { managing, organization };
}

function cursorIn(request: UserRequest): AppsCursor | undefined {
  const [clientId, familyId] = [request.query('client'), request.query('grant')];
  return clientId === '' || familyId === '' ? undefined : { clientId, familyId };
}

const pathAfter = (path: string, { clientId, familyId }: AppsCursor): string =>
  `${path}?${new URLSearchParams({ client: clientId, grant: familyId }).toString()}`;

type Refusal = Pick<AdmissionProps, 'typed' | 'fault' | 'policyFault'>;

async function appsReply(
  deps: TeamPagesDeps,
  request: UserRequest,
  { managing, organization }: Managed,
  refusal?: Refusal,
): Promise<PageReply> {
  const [path, after] = [organizationAppsPath(organization.id), cursorIn(request)];
  const { apps, next } = await appsInUse(deps, managing, organization, after);
  const props = {
    ...{ user: request.user.account, name: organization.name, apps, action: path, ...refusal },
    crumbs: [{ label: organization.name, to: groupPath('org', organization.id) }],
    policy: organization.policy,
    listed: organization.listed,
    first: after && path,
    next: next && pathAfter(path, next),
    now: new Date(deps.clock()),
    csrf: request.csrf(),
    done: request.session.takeMessage(),
  };
  return page(<OrganizationAppsPage {...props} />, { status: refusal ? 422 : 200 });
}

export const showOrganizationApps = async (deps: TeamPagesDeps, request: UserRequest): Promise<PageReply> =>
  appsReply(deps, request, await findManaged(deps, request));

/** `done`: to the application with this client ID. */
async function appDone(
  { clients }: TeamPagesDeps,
  post: UserPost,
  { organization }: Managed,
  { done, clientId }: { readonly done: 'admitted' | 'dismissed' | 'ended'; readonly clientId: string },
): Promise<PageReply> {
  const name = (await clients.find(clientId))?.name ?? clientId;
  return doneReply(post, organizationAppsPath(organization.id), DONE[done](name));
}

export async function setPolicy(deps: TeamPagesDeps, post: UserPost): Promise<PageReply> {
  const managed = await findManaged(deps, post);
  const policy = post.form.text(POLICY);
  if (policy !== 'every' && policy !== 'listed')
    return appsReply(deps, post, managed, { policyFault: 'Choose one of the two.' });
  if (!(await deps.organizationApps.setPolicy(managed.managing, policy, post.actor))) throw notFound();
  return doneReply(post, organizationAppsPath(managed.organization.id), DONE.policy);
}

const REFUSALS = {
  no_such_client:
    'There is no application with this client ID. Check it with the developer of the application.',
  full: `The list already has ${MAX_LISTED} applications, the maximum. Remove one first.`,
} as const;

export async function admit(deps: TeamPagesDeps, post: UserPost): Promise<PageReply> {
  const managed = await findManaged(deps, post);
  const typed = post.form.text(CLIENT_ID);
  const admission = { clientId: typed.trim(), most: MAX_LISTED };
  const outcome = await deps.organizationApps.admit(managed.managing, admission, post.actor);
  if (outcome === undefined) throw notFound();
  if (outcome === 'no_such_client' || outcome === 'full')
    return appsReply(deps, post, managed, { typed, fault: REFUSALS[outcome] });
  return appDone(deps, post, managed, { done: 'admitted', clientId: admission.clientId });
}

/** Idempotent: an application that is not on the list is not an error. */
export async function dismiss(deps: TeamPagesDeps, post: UserPost): Promise<PageReply> {
  const managed = await findManaged(deps, post);
  const clientId = post.form.text(CLIENT_ID);
  await deps.organizationApps.dismiss(managed.managing, clientId, post.actor);
  return appDone(deps, post, managed, { done: 'dismissed', clientId });
}

/** Undefined for an application without a grant. */
export async function askToEnd(deps: TeamPagesDeps, post: UserPost): Promise<Confirmation | undefined> {
  const { managing, organization } = await findManaged(deps, post);
  const clientId = post.form.text(CLIENT_ID);
  const client = await deps.clients.find(clientId);
  if (client === undefined) return undefined;
  const count = await countGrants(deps, managing, clientId);
  return count.grants === 0 ? undefined : confirmRevoking(client.name, organization.name, count);
}

export async function end(deps: TeamPagesDeps, post: UserPost): Promise<PageReply> {
  const managed = await findManaged(deps, post);
  const clientId = post.form.text(CLIENT_ID);
  await revokeForAll(deps, managed.managing, clientId, post.actor);
  return appDone(deps, post, managed, { done: 'ended', clientId });
}
