/* The list of my clients, and creating one. */
import { ClientFormPage } from '../../../views/developer/client-form.js';
import { NewSecretPage } from '../../../views/developer/client-secrets.js';
import { MyClientsPage } from '../../../views/developer/my-clients.js';
import { OWNER } from '../../../views/developer/owner-field.js';
import { clientIdOfDraft, newClientId } from '../../clients/ids.js';
import { logoUrl } from '../../clients/logo/logo.js';
import type { ClientRecord } from '../../clients/record-store.js';
import { type Registered, registerClient } from '../../clients/register.js';
import { type ClientForm, clientFaults, isTooManyPending, MAX_PENDING } from '../../clients/rules.js';
import type { PropertyFault } from '../../errors.js';
import type { UserPost, UserRequest } from '../page.js';
import { page, type PageOptions, type PageReply, redirect, retryAfter } from '../reply.js';
import { clientFormOf, EMPTY_FORM, type FormFaults, formFaults, type TypedForm } from './client-form.js';
import { clientPath, type DeveloperDeps, settingsCrumbs } from './deps.js';
import { formTry } from './form-limits.js';
import { presentStatus, scopeBoxes } from './presenter.js';
import { readClientForm } from './read-client-form.js';

export async function showMyClients(request: UserRequest, deps: DeveloperDeps): Promise<PageReply> {
  const { account } = request.user;
  const records = await deps.records.ofManager(account.id);
  const active = await deps.usage.lastActive(records.map(({ client }) => client.id));
  const listed = (record: ClientRecord) => {
    const { id, name, logo, kind, createdAt } = record.client;
    const facts = { name, logoUrl: logoUrl(logo), kind, createdAt, team: record.team?.name };
    return { ...presentStatus(record), ...facts, to: clientPath(deps, id), activeAt: active.get(id) };
  };
  const props = {
    user: account,
    clients: records.map(listed),
    createTo: `${deps.settingsPath}/clients/new`,
    now: new Date(deps.clock()),
    removed: request.query('done') === 'removed',
  };
  return page(<MyClientsPage {...props} />);
}

export const toMyClients = (_: UserRequest, deps: DeveloperDeps): PageReply => redirect(deps.settingsPath);

interface Refused {
  readonly faults?: FormFaults;
  /** Why nothing was saved, when it is about no field. */
  readonly refusal?: string;
}

async function formReply(
  { user, csrf }: UserRequest,
  deps: DeveloperDeps,
  typed: TypedForm,
  { faults = {}, refusal, ...options }: Refused & PageOptions = {},
): Promise<PageReply> {
  const props = {
    user: user.account,
    crumbs: settingsCrumbs(deps),
    csrf: csrf(),
    action: `${deps.settingsPath}/clients`,
    backTo: deps.settingsPath,
    values: typed.values,
    logoUrl: logoUrl(typed.values.logo),
    groups: scopeBoxes(typed.scopes),
    faults,
    refusal,
    teams: await deps.records.teamsOf(user.account.id),
    draft: newClientId(deps.random),
  };
  return page(<ClientFormPage {...props} />, options);
}

export const showNewClient = (request: UserRequest, deps: DeveloperDeps): Promise<PageReply> =>
  formReply(request, deps, EMPTY_FORM);

/** A secret is shown in the reply to its own form, so that it is never stored for a second request. */
function registeredReply(
  post: UserPost,
  deps: DeveloperDeps,
  name: string,
  registered: Registered,
): PageReply {
  const { clientId, clientSecret } = registered;
  const backTo = `${clientPath(deps, clientId)}?done=created`;
  if (clientSecret === undefined) return redirect(backTo);
  const props = {
    user: post.user.account,
    crumbs: settingsCrumbs(deps),
    name,
    clientId,
    clientSecret,
    backTo,
  };
  return page(<NewSecretPage {...props} />, { status: 201, scripts: [] });
}

interface Owner {
  /** Absent for the user. */
  readonly teamId: number | undefined;
  readonly faults: readonly PropertyFault[];
}

async function ownerOf({ user }: UserPost, deps: DeveloperDeps, chosen: string): Promise<Owner> {
  if (chosen === OWNER.self) return { teamId: undefined, faults: [] };
  const team = (await deps.records.teamsOf(user.account.id)).find(({ id }) => String(id) === chosen);
  const fault = { property: OWNER.field, message: 'must be you or a team that you manage' };
  return { teamId: team?.id, faults: team === undefined ? [fault] : [] };
}

interface NewClient {
  readonly typed: TypedForm;
  readonly form: ClientForm;
  readonly teamId: number | undefined;
}

async function register(
  post: UserPost,
  deps: DeveloperDeps,
  { typed, form, teamId }: NewClient,
): Promise<PageReply> {
  const ownerId = post.user.account.id;
  const draft = post.form.text('draft');
  const clientId = clientIdOfDraft(draft === '' ? newClientId(deps.random) : draft, ownerId);
  try {
    const registration = { form, ownerId, teamId, clientId, maxPending: MAX_PENDING };
    return registeredReply(post, deps, form.name, await registerClient(deps, registration, post.actor));
  } catch (error) {
    const before = await deps.records.find(clientId);
    if (before?.client.ownerId === ownerId) return redirect(`${clientPath(deps, clientId)}?done=sent_before`);
    if (!isTooManyPending(error)) throw error;
    return formReply(post, deps, typed, { status: 409, refusal: error.message });
  }
}

export async function createClient(post: UserPost, deps: DeveloperDeps): Promise<PageReply> {
  const { typed, logoFaults } = await readClientForm(post, deps);
  const form = clientFormOf(typed);
  const owner = await ownerOf(post, deps, typed.values.team);
  const faults = [...logoFaults, ...clientFaults(form), ...owner.faults];
  if (faults.length > 0) {
    return formReply(post, deps, typed, { status: 422, faults: formFaults(faults, form) });
  }
  const limited = await formTry(deps.throttle, 'registrations', post.user.account.id);
  if (limited) {
    const headers = retryAfter(limited.retryAfterSeconds);
    return formReply(post, deps, typed, { status: 429, refusal: limited.message, headers });
  }
  return register(post, deps, { typed, form, teamId: owner.teamId });
}
