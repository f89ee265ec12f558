/*
 * `/settings/organizations/:id/apps`: which applications an organization admits, which its members use in it, and the
 * end of one for all of them. For its owners and administrators; to everybody else there is nothing here.
 */
import type { Context } from 'koa';
import type Router from 'koa-router';
import { CLIENT_ID, POLICY } from '../../../views/teams/admission.js';
import type { AdmissionProps } from '../../../views/teams/admission.js';
import { ORGANIZATION_APPS_TEXT, OrganizationAppsPage } from '../../../views/teams/organization-apps.js';
import type { SignedInUser } from '../session/user.js';
import { notFound } from '../../errors.js';
import { type Form, readForm } from '../../http/forms.js';
import { redirectAfterPost, sendPage } from '../../http/pages.js';
import { appsInUse, endForAll, type Group } from '../../organization-apps/apps-in-use.js';
import type { ManagedOrganization, Managing } from '../../organization-apps/store.js';
import { actorOf, idIn, signedIn } from './deps.js';
import type { TeamPagesDeps } from './deps.js';

const PATH = '/settings/organizations/:id/apps';
const MAX_LISTED = 200;

export const organizationAppsPath = (id: number): string => PATH.replace(':id', String(id));

const DONE = {
  policy: ORGANIZATION_APPS_TEXT.policy,
  admitted: ORGANIZATION_APPS_TEXT.admitted,
  dismissed: ORGANIZATION_APPS_TEXT.dismissed,
  ended: ORGANIZATION_APPS_TEXT.ended,
} as const;
type Done = keyof typeof DONE;

const isDone = (what: string): what is Done => Object.hasOwn(DONE, what);

/** Somebody who manages the organization of the address. */
interface Visit {
  readonly ctx: Context;
  readonly user: SignedInUser;
  readonly managing: Managing;
  readonly organization: ManagedOrganization;
}

type Said = Pick<AdmissionProps, 'typed' | 'fault' | 'policyFault'>;

const query = (ctx: Context, name: string): string => {
  const value = ctx.query[name];
  return typeof value === 'string' ? value : '';
};

function placeIn(ctx: Context): Group | undefined {
  const [clientId, familyId] = [query(ctx, 'client'), query(ctx, 'grant')];
  return clientId === '' || familyId === '' ? undefined : { clientId, familyId };
}

const addressOf = (path: string, { clientId, familyId }: Group): string =>
  `${path}?${new URLSearchParams({ client: clientId, grant: familyId }).toString()}`;

const organizationIn = ({ params }: Context): number => {
  const { id = '' } = params as { readonly id?: string };
  return idIn(id);
};

/** Throws 404 for what is not theirs to manage. */
async function visitOf(ctx: Context, deps: TeamPagesDeps, user: SignedInUser): Promise<Visit> {
  const organizationId = organizationIn(ctx);
  const managing = { organizationId, viewerId: user.account.id };
  const organization = await deps.organizationApps.find(managing);
  if (organization === undefined) throw notFound();
  return { ctx, user, managing, organization };
}

async function show(deps: TeamPagesDeps, visit: Visit, said: Said = {}): Promise<void> {
  const { ctx, user, managing, organization } = visit;
  const [path, after] = [organizationAppsPath(organization.id), placeIn(ctx)];
  const { apps, next } = await appsInUse(deps, managing, organization, after);
  const done = query(ctx, 'done');
  const props = {
    ...{ user: user.account, name: organization.name, apps, action: path, ...said },
    policy: organization.policy,
    listed: organization.listed,
    first: after && path,
    next: next && addressOf(path, next),
    now: new Date(deps.clock()),
    csrf: deps.csrf.csrfField(ctx),
    done: isDone(done) ? DONE[done] : undefined,
  };
  const refused = (said.fault ?? said.policyFault) !== undefined;
  sendPage(ctx, refused ? 422 : 200, <OrganizationAppsPage {...props} />);
}

const leave = ({ ctx, organization }: Visit, done: Done): void =>
  redirectAfterPost(ctx, `${organizationAppsPath(organization.id)}?done=${done}`);

type Take = (deps: TeamPagesDeps, visit: Visit, form: Form) => Promise<void>;

const setPolicy: Take = async (deps, visit, form) => {
  const policy = form.text(POLICY);
  if (policy !== 'every' && policy !== 'listed') {
    await show(deps, visit, { policyFault: 'Choose one of the two.' });
    return;
  }
  const actor = actorOf(visit.ctx, visit.user);
  if (!(await deps.organizationApps.setPolicy(visit.managing, policy, actor))) throw notFound();
  leave(visit, 'policy');
};

const REFUSALS = {
  no_such_client: 'There is no application with this client ID. Check it with the developer of the application.',
  full: `The list already has ${MAX_LISTED} applications, the maximum. Remove one first.`,
} as const;

const admit: Take = async (deps, visit, form) => {
  const typed = form.text(CLIENT_ID);
  const admission = { clientId: typed.trim(), most: MAX_LISTED };
  const actor = actorOf(visit.ctx, visit.user);
  const answer = await deps.organizationApps.admit(visit.managing, admission, actor);
  if (answer === undefined) throw notFound();
  if (answer === 'no_such_client' || answer === 'full') {
    await show(deps, visit, { typed, fault: REFUSALS[answer] });
  } else leave(visit, 'admitted');
};

/** What is off the list already is off the list: sent twice, it is done once. */
const dismiss: Take = async (deps, visit, form) => {
  await deps.organizationApps.dismiss(visit.managing, form.text(CLIENT_ID), actorOf(visit.ctx, visit.user));
  leave(visit, 'dismissed');
};

const end: Take = async (deps, visit, form) => {
  await endForAll(deps, visit.managing, form.text(CLIENT_ID), actorOf(visit.ctx, visit.user));
  leave(visit, 'ended');
};

const FORMS: Readonly<Record<string, Take>> = {
  policy: setPolicy,
  admissions: admit,
  dismissals: dismiss,
  removals: end,
};

export function addOrganizationApps(router: Router, deps: TeamPagesDeps): void {
  router.get(PATH, async (ctx) => {
    const user = await signedIn(ctx, deps, organizationAppsPath(organizationIn(ctx)));
    if (user) await show(deps, await visitOf(ctx, deps, user));
  });
  for (const [name, take] of Object.entries(FORMS)) {
    router.post(`${PATH}/${name}`, async (ctx) => {
      const form = await readForm(ctx);
      const user = await deps.requireUser(ctx, form);
      if (user) await take(deps, await visitOf(ctx, deps, user), form);
    });
  }
}
