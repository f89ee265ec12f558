/*
 * `/settings/organizations/:id/apps`: which applications an organization admits, which its members use in it, and
 * revoking one for all of them. For its owners and administrators; not found for everybody else.
 */
import { CLIENT_ID, POLICY } from '../../../views/teams/admission.js';
import type { AdmissionProps } from '../../../views/teams/admission.js';
import { ORGANIZATION_APPS_DONE, OrganizationAppsPage } from '../../../views/teams/organization-apps.js';
import { notFound } from '../../errors.js';
import { type AppsCursor, appsInUse, revokeForAll } from '../../organization-apps/apps-in-use.js';
import type { ManagedOrganization, Managing } from '../../organization-apps/store.js';
import type { UserPost, UserRequest } from '../page.js';
import { page, type PageReply, redirect } from '../reply.js';
import { doneText, idOf } from '../request-values.js';
import { organizationAppsPath, type TeamPagesDeps } from './deps.js';

const MAX_LISTED = 200;

/** An organization that the user manages. */
interface Managed {
  readonly managing: Managing;
  readonly organization: ManagedOrganization;
}

/** Throws 404 unless the user manages the organization of the address. */
async function managed(request: UserRequest, deps: TeamPagesDeps): Promise<Managed> {
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

type Refused = Pick<AdmissionProps, 'typed' | 'fault' | 'policyFault'>;

async function appsReply(
  request: UserRequest,
  deps: TeamPagesDeps,
  { managing, organization }: Managed,
  refused?: Refused,
): Promise<PageReply> {
  const [path, after] = [organizationAppsPath(organization.id), cursorIn(request)];
  const { apps, next } = await appsInUse(deps, managing, organization, after);
  const props = {
    ...{ user: request.user.account, name: organization.name, apps, action: path, ...refused },
    policy: organization.policy,
    listed: organization.listed,
    first: after && path,
    next: next && pathAfter(path, next),
    now: new Date(deps.clock()),
    csrf: request.csrf(),
    done: doneText(request, ORGANIZATION_APPS_DONE),
  };
  return page(<OrganizationAppsPage {...props} />, { status: refused ? 422 : 200 });
}

export const showOrganizationApps = async (request: UserRequest, deps: TeamPagesDeps): Promise<PageReply> =>
  appsReply(request, deps, await managed(request, deps));

const doneReply = ({ organization }: Managed, done: keyof typeof ORGANIZATION_APPS_DONE): PageReply =>
  redirect(`${organizationAppsPath(organization.id)}?done=${done}`);

export async function setPolicy(post: UserPost, deps: TeamPagesDeps): Promise<PageReply> {
  const found = await managed(post, deps);
  const policy = post.form.text(POLICY);
  if (policy !== 'every' && policy !== 'listed')
    return appsReply(post, deps, found, { policyFault: 'Choose one of the two.' });
  if (!(await deps.organizationApps.setPolicy(found.managing, policy, post.actor))) throw notFound();
  return doneReply(found, 'policy');
}

const REFUSALS = {
  no_such_client:
    'There is no application with this client ID. Check it with the developer of the application.',
  full: `The list already has ${MAX_LISTED} applications, the maximum. Remove one first.`,
} as const;

export async function admit(post: UserPost, deps: TeamPagesDeps): Promise<PageReply> {
  const found = await managed(post, deps);
  const typed = post.form.text(CLIENT_ID);
  const admission = { clientId: typed.trim(), most: MAX_LISTED };
  const outcome = await deps.organizationApps.admit(found.managing, admission, post.actor);
  if (outcome === undefined) throw notFound();
  if (outcome === 'no_such_client' || outcome === 'full')
    return appsReply(post, deps, found, { typed, fault: REFUSALS[outcome] });
  return doneReply(found, 'admitted');
}

/** Idempotent: an application that is not on the list is not an error. */
export async function dismiss(post: UserPost, deps: TeamPagesDeps): Promise<PageReply> {
  const found = await managed(post, deps);
  await deps.organizationApps.dismiss(found.managing, post.form.text(CLIENT_ID), post.actor);
  return doneReply(found, 'dismissed');
}

export async function end(post: UserPost, deps: TeamPagesDeps): Promise<PageReply> {
  const found = await managed(post, deps);
  await revokeForAll(deps, found.managing, post.form.text(CLIENT_ID), post.actor);
  return doneReply(found, 'ended');
}
