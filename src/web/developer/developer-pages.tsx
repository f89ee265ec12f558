/*
 * Developer settings: my clients, creating one, and the doors to the pages of one client. Each is session -> CSRF ->
 * use case -> view; rules stand beside in this folder.
 */
import Router from 'koa-router';
import { ClientFormPage } from '../../../views/developer/client-form.js';
import { NewSecretPage } from '../../../views/developer/client-secrets.js';
import { DEVELOPER_TEXT, MyClientsPage } from '../../../views/developer/my-clients.js';
import { OWNER } from '../../../views/developer/owner-field.js';
import type { PropertyFault } from '../../errors.js';
import { redirectAfterPost, sendPage } from '../../http/pages.js';
import { allowScript } from '../../http/security-headers.js';
import { clientFormOf, EMPTY_FORM, type FormFaults, formFaults, type TypedForm } from './client-form.js';
import { addClientPages } from './client-pages.js';
import { addEditPages } from './edit-pages.js';
import { type ClientPagesDeps, actorOf, clientPath, page, type Post, type Visit } from './deps.js';
import { formTry } from './form-limits.js';
import { clientIdOfDraft, newClientId } from '../../clients/ids.js';
import { logoUrl } from '../../clients/logo.js';
import { type ClientFormPost, postedClientForm } from './read-client-form.js';
import type { ClientRecord } from '../../clients/record-store.js';
import { type Registered, registerClient } from '../../clients/register.js';
import { type ClientForm, clientFaults, isTooManyPending, MAX_PENDING } from '../../clients/rules.js';
import { addSecretPages } from './secret-pages.js';
import { scopeBoxes, presentStatus } from './presenter.js';
import { addTesterPages } from './tester-pages.js';
import { addTransferPages } from './transfer-pages.js';
import { addWebhookPages } from './webhook-pages.js';

const crumbs = ({ settingsPath }: ClientPagesDeps) => [
  { label: 'Your account', to: '/' },
  { label: DEVELOPER_TEXT.title, to: settingsPath },
];

async function list({ ctx, account }: Visit, deps: ClientPagesDeps): Promise<void> {
  const records = await deps.records.ofManager(account.id);
  const active = await deps.usage.lastActive(records.map(({ client }) => client.id));
  const listed = (record: ClientRecord) => {
    const { id, name, logo, kind, createdAt } = record.client;
    const activeAt = active.get(id);
    const shown = { name, logoUrl: logoUrl(logo), kind, createdAt, activeAt, team: record.team?.name };
    return { ...presentStatus(record), to: clientPath(deps, id), ...shown };
  };
  const props = {
    user: account,
    clients: records.map(listed),
    createTo: `${deps.settingsPath}/clients/new`,
    now: new Date(deps.clock()),
    removed: ctx.query.done === 'removed',
  };
  sendPage(ctx, 200, <MyClientsPage {...props} />);
}

interface Again {
  readonly status?: 200 | 409 | 422 | 429;
  readonly faults?: FormFaults;
  /** Why nothing was saved, when it lies in no field. */
  readonly refusal?: string;
}

async function showForm(
  { ctx, account }: Visit,
  deps: ClientPagesDeps,
  typed: TypedForm,
  { status = 200, faults = {}, refusal }: Again = {},
): Promise<void> {
  const props = {
    user: account,
    crumbs: crumbs(deps),
    csrf: deps.csrf.csrfField(ctx),
    action: `${deps.settingsPath}/clients`,
    backTo: deps.settingsPath,
    values: typed.values,
    logoUrl: logoUrl(typed.values.logo),
    groups: scopeBoxes(typed.scopes),
    faults,
    refusal,
    teams: await deps.records.teamsOf(account.id),
    draft: newClientId(deps.random),
  };
  sendPage(ctx, status, <ClientFormPage {...props} />);
}

/** A secret is shown in the answer to its own form, so that it waits nowhere for a second request. */
function showRegistered(post: Post, deps: ClientPagesDeps, name: string, registered: Registered): void {
  const { ctx, account } = post;
  const { clientId, clientSecret } = registered;
  const backTo = `${clientPath(deps, clientId)}?done=created`;
  if (clientSecret === undefined) {
    redirectAfterPost(ctx, backTo);
    return;
  }
  const props = { user: account, crumbs: crumbs(deps), name, clientId, clientSecret, backTo };
  allowScript(ctx, []);
  sendPage(ctx, 201, <NewSecretPage {...props} />);
}

/** Undefined when it was answered: this showing of the form made its client before, or too many wait already. */
async function register(
  post: ClientFormPost,
  deps: ClientPagesDeps,
  { form, teamId }: { readonly form: ClientForm; readonly teamId: number | undefined },
): Promise<Registered | undefined> {
  const ownerId = post.account.id;
  const draft = post.form.text('draft');
  const clientId = clientIdOfDraft(draft === '' ? newClientId(deps.random) : draft, ownerId);
  try {
    const registration = { form, ownerId, teamId, clientId, maxPending: MAX_PENDING };
    return await registerClient(deps, registration, actorOf(post));
  } catch (error) {
    const before = await deps.records.find(clientId);
    if (before?.client.ownerId === ownerId)
      redirectAfterPost(post.ctx, `${clientPath(deps, clientId)}?done=sent_before`);
    else if (isTooManyPending(error))
      await showForm(post, deps, post.typed, { status: 409, refusal: error.message });
    else throw error;
    return undefined;
  }
}

interface Owner {
  /** Absent for the person. */
  readonly teamId: number | undefined;
  readonly faults: readonly PropertyFault[];
}

async function ownerOf({ account, typed }: ClientFormPost, deps: ClientPagesDeps): Promise<Owner> {
  const { team: chosen } = typed.values;
  if (chosen === OWNER.self) return { teamId: undefined, faults: [] };
  const team = (await deps.records.teamsOf(account.id)).find(({ id }) => String(id) === chosen);
  const fault = { property: OWNER.field, message: 'must be you or a team that you manage' };
  return { teamId: team?.id, faults: team === undefined ? [fault] : [] };
}

async function create(post: ClientFormPost, deps: ClientPagesDeps): Promise<void> {
  const { typed } = post;
  const form = clientFormOf(typed);
  const owner = await ownerOf(post, deps);
  const faults = [...post.logoFaults, ...clientFaults(form), ...owner.faults];
  if (faults.length > 0) {
    await showForm(post, deps, typed, { status: 422, faults: formFaults(faults, form) });
    return;
  }
  const tooOften = await formTry(deps.throttle, 'registrations', post.account.id);
  if (tooOften) {
    post.ctx.set('retry-after', String(tooOften.retryAfterSeconds));
    await showForm(post, deps, typed, { status: 429, refusal: tooOften.words });
    return;
  }
  const registered = await register(post, deps, { form, teamId: owner.teamId });
  if (registered) showRegistered(post, deps, form.name, registered);
}

export function createDeveloperPages(deps: ClientPagesDeps): Router {
  const router = new Router();
  const clientsPath = `${deps.settingsPath}/clients`;
  router.get(
    deps.settingsPath,
    page(deps, (visit) => list(visit, deps)),
  );
  router.get(clientsPath, (ctx) => redirectAfterPost(ctx, deps.settingsPath));
  router.get(
    `${clientsPath}/new`,
    page(deps, (visit) => showForm(visit, deps, EMPTY_FORM)),
  );
  router.post(
    clientsPath,
    postedClientForm(deps, (post) => create(post, deps)),
  );
  addClientPages(router, deps);
  addEditPages(router, deps);
  addSecretPages(router, deps);
  addTesterPages(router, deps);
  addTransferPages(router, deps);
  addWebhookPages(router, deps);
  return router;
}
