/* Creating a client. */
import { ClientFormPage } from '../../../views/developer/client-form.js';
import { OWNER } from '../../../views/developer/owner-field.js';
import { clientIdOfDraft, newClientId } from '../../clients/ids.js';
import { logoUrl } from '../../clients/logo/logo.js';
import { type Registered, registerClient } from '../../clients/register.js';
import { type ClientForm, clientFaults, isTooMany, MAX_PENDING } from '../../clients/rules.js';
import type { PropertyFault } from '../../errors.js';
import type { UserPost, UserRequest } from '../page.js';
import { page, type PageReply, redirect } from '../reply.js';
import {
  clientFormOf,
  EMPTY_FORM,
  formFaults,
  type PresetForm,
  readClientForm,
  type RefusedForm,
  type TypedForm,
} from './client-form.js';
import { clientPath, type DeveloperDeps, formPageProps } from './deps.js';
import { limitForm } from './form-limits.js';
import { presentPicker } from './presenter.js';
import { pressedPreset, scopePresets } from './scope-presets.js';
import { newSecretReply } from './secret-pages.js';

export const redirectToMyClients = (deps: DeveloperDeps, _: UserRequest): PageReply =>
  redirect(deps.settingsPath);

/** Those that need no uses. */
const PRESETS = scopePresets([]);

async function formReply(
  deps: DeveloperDeps,
  request: UserRequest,
  typed: TypedForm,
  { faults = {}, refusal, applied, ...options }: RefusedForm & PresetForm = {},
): Promise<PageReply> {
  const props = {
    ...formPageProps(request, []),
    action: `${deps.settingsPath}/clients`,
    backTo: deps.settingsPath,
    values: typed,
    logoUrl: logoUrl(typed.logo.hash),
    picker: presentPicker(typed.scopes, PRESETS, applied),
    faults,
    refusal,
    teams: await deps.records.teamsOf(request.user.account.id),
    draft: newClientId(deps.random),
  };
  return page(<ClientFormPage {...props} />, { ...options, scripts: [] });
}

export const showNewClient = (deps: DeveloperDeps, request: UserRequest): Promise<PageReply> =>
  formReply(deps, request, EMPTY_FORM);

function registeredReply(
  deps: DeveloperDeps,
  post: UserPost,
  name: string,
  { clientId, clientSecret }: Registered,
): PageReply {
  const backTo = `${clientPath(deps, clientId)}?done=created`;
  if (clientSecret === undefined) return redirect(backTo);
  const props = { name, clientId, secret: clientSecret, backTo };
  return newSecretReply(post, { kind: 'client', crumbs: [], ...props });
}

interface Owner {
  /** Absent for the user. */
  readonly teamId: number | undefined;
  readonly faults: readonly PropertyFault[];
}

async function readOwner(deps: DeveloperDeps, { user }: UserPost, chosen: string): Promise<Owner> {
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
  deps: DeveloperDeps,
  post: UserPost,
  { typed, form, teamId }: NewClient,
): Promise<PageReply> {
  const ownerId = post.user.account.id;
  const draft = post.form.text('draft');
  const clientId = clientIdOfDraft(draft === '' ? newClientId(deps.random) : draft, ownerId);
  try {
    const limits = { maxPending: MAX_PENDING, maxClients: deps.clientsPerAccount };
    const registration = { form, ownerId, teamId, clientId, ...limits };
    return registeredReply(deps, post, form.name, await registerClient(deps, registration, post.actor));
  } catch (error) {
    const before = await deps.records.find(clientId);
    if (before?.client.ownerId === ownerId) return redirect(`${clientPath(deps, clientId)}?done=sent_before`);
    if (!isTooMany(error)) throw error;
    return formReply(deps, post, typed, { status: 409, refusal: error.message });
  }
}

export async function createClient(deps: DeveloperDeps, post: UserPost): Promise<PageReply> {
  const { typed, logoFaults } = await readClientForm(deps, post);
  const form = clientFormOf(typed);
  const preset = pressedPreset(post.form, PRESETS);
  if (preset) {
    const extra = { faults: formFaults(logoFaults, form), applied: preset.name };
    return formReply(deps, post, { ...typed, scopes: preset.scopes }, extra);
  }
  const owner = await readOwner(deps, post, typed.team);
  const faults = [...logoFaults, ...clientFaults(form), ...owner.faults];
  if (faults.length > 0) {
    return formReply(deps, post, typed, { status: 422, faults: formFaults(faults, form) });
  }
  const limited = await limitForm(deps.throttle, 'registrations', post.user.account.id);
  if (limited) return formReply(deps, post, typed, limited);
  return register(deps, post, { typed, form, teamId: owner.teamId });
}
