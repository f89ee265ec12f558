/* Editing a client: the form, and the replies when it is not saved at once. */
import { ClientFormPage } from '../../../views/developer/client-form.js';
import { type EditNoticesProps, SAVE_ANYWAY } from '../../../views/developer/edit-notices.js';
import { PRESET } from '../../../views/developer/scope-picker.js';
import { editClient, type EditOutcome } from '../../clients/edit.js';
import { refusalsToConfirm, suggestedScopes } from '../../clients/legacy/migration.js';
import { logoUrl } from '../../clients/logo/logo.js';
import type { ClientRecord } from '../../clients/record-store.js';
import { desiredTerms, editsWait } from '../../clients/review/revisions.js';
import { clientDetails } from '../../clients/rules.js';
import type { Tally } from '../../clients/usage/usage-store.js';
import type { UserPost, UserRequest } from '../page.js';
import { page, type PageReply, redirect } from '../reply.js';
import { versionOf } from '../request-values.js';
import {
  clientFormOf,
  formFaults,
  formOfTerms,
  type PostedClientForm,
  type PresetForm,
  readClientForm,
  type RefusedForm,
  type TypedForm,
} from './client-form.js';
import { SUGGESTED } from './client-pages.js';
import { clientCrumbs, clientPath, type DeveloperDeps, formPageProps, findOwnClient } from './deps.js';
import { limitForm } from './form-limits.js';
import { presentChanges, presentPicker } from './presenter.js';
import { pressedPreset, scopePresets } from './scope-presets.js';

interface EditForm extends RefusedForm, PresetForm, Omit<EditNoticesProps, 'waits'> {
  readonly typed: TypedForm;
  /** The version that was edited; absent: the current one. */
  readonly version?: number;
}

const typedTerms = ({ client, proposal }: ClientRecord): TypedForm => ({
  ...formOfTerms(desiredTerms(client, proposal), client.kind),
  fromInstallations: proposal?.fromInstallations ?? false,
});

const usesOf = (deps: DeveloperDeps, { client }: ClientRecord): Promise<readonly Tally[]> =>
  deps.usage.ofClient(client.id, new Date(deps.clock()));

async function editReply(
  deps: DeveloperDeps,
  request: UserRequest,
  record: ClientRecord,
  form: EditForm = { typed: typedTerms(record) },
): Promise<PageReply> {
  const { client } = record;
  const { typed, faults = {}, refusal, meanwhile, suggested, refusals, version, applied, ...options } = form;
  const presets = scopePresets(await usesOf(deps, record));
  const props = {
    ...formPageProps(request, clientCrumbs(deps, record)),
    action: clientPath(deps, client.id),
    backTo: clientPath(deps, client.id),
    values: typed,
    logoUrl: logoUrl(typed.logo.hash),
    picker: presentPicker(typed.scopes, presets, applied),
    faults,
    refusal,
    editing: {
      ...{ name: client.name, version: version ?? record.version, legacy: client.legacy },
      ...{ waits: editsWait(client.status), meanwhile, suggested, refusals },
      fromInstallations: typed.fromInstallations ?? false,
    },
  };
  return page(<ClientFormPage {...props} />, { ...options, scripts: [] });
}

export async function showEdit(deps: DeveloperDeps, request: UserRequest): Promise<PageReply> {
  const record = await findOwnClient(deps, request);
  const { client } = record;
  if (!client.legacy || request.query('scopes') !== SUGGESTED) return editReply(deps, request, record);
  const tallies = await usesOf(deps, record);
  const terms = typedTerms(record);
  const typed = { ...terms, scopes: [...terms.scopes, ...suggestedScopes(tallies)] };
  return editReply(deps, request, record, { typed, suggested: true });
}

function outcomeOf({ immediate, waiting, resubmitted }: Extract<EditOutcome, { kind: 'saved' }>): string {
  if (resubmitted) return 'resubmitted';
  if (!waiting) return 'saved';
  return immediate ? 'partly' : 'proposed';
}

/** Not checked while the logo has faults: the form is then shown again with those. */
async function countUnconfirmedRefusals(
  deps: DeveloperDeps,
  { form }: UserPost,
  record: ClientRecord,
  { typed, logoFaults }: PostedClientForm,
): Promise<number> {
  const { client } = record;
  const confirmed = form.text(SAVE_ANYWAY.name) === SAVE_ANYWAY.value;
  if (!client.legacy || confirmed || logoFaults.length > 0) return 0;
  const tallies = await usesOf(deps, record);
  return refusalsToConfirm({ ...clientFormOf(typed), kind: client.kind }, client, tallies);
}

/** The form with the scopes of the preset whose button was pressed. */
async function applyPreset(
  deps: DeveloperDeps,
  { form }: UserPost,
  record: ClientRecord,
  { typed, logoFaults }: PostedClientForm,
): Promise<EditForm | undefined> {
  if (form.text(PRESET.field) === '') return undefined;
  const preset = pressedPreset(form, scopePresets(await usesOf(deps, record)));
  const faults = formFaults(logoFaults, clientFormOf(typed));
  return preset && { typed: { ...typed, scopes: preset.scopes }, faults, applied: preset.name };
}

/** What comes before saving: a preset, a confirmation, or a rate limit. */
async function checkBeforeSaving(
  deps: DeveloperDeps,
  post: UserPost,
  record: ClientRecord,
  posted: PostedClientForm,
): Promise<Partial<EditForm> | undefined> {
  const preset = await applyPreset(deps, post, record, posted);
  if (preset) return preset;
  const refusals = await countUnconfirmedRefusals(deps, post, record, posted);
  if (refusals > 0) return { status: 422, refusals };
  return limitForm(deps.throttle, 'changes', post.user.account.id);
}

/** The client was changed since the form was shown: the page compares both versions. */
async function changedReply(deps: DeveloperDeps, post: UserPost, typed: TypedForm): Promise<PageReply> {
  const current = await findOwnClient(deps, post);
  const wanted = clientDetails({ ...clientFormOf(typed), kind: current.client.kind });
  const meanwhile = presentChanges(desiredTerms(current.client, current.proposal), wanted);
  return editReply(deps, post, current, { status: 409, typed, meanwhile });
}

export async function edit(deps: DeveloperDeps, post: UserPost): Promise<PageReply> {
  const posted = await readClientForm(deps, post);
  const record = await findOwnClient(deps, post);
  const { typed, logoFaults } = posted;
  const form = clientFormOf(typed);
  const version = versionOf(post.form);
  // The form keeps the version that was edited, so that a change saved in the meantime is not overlooked.
  const state = { typed, ...(!Number.isNaN(version) && { version }) };
  const first = await checkBeforeSaving(deps, post, record, posted);
  if (first) return editReply(deps, post, record, { ...state, ...first });
  const by = post.user.account.id;
  const { fromInstallations = false } = typed;
  const change = { record, version, by, form, fromInstallations, faults: logoFaults };
  const outcome = await editClient(deps.records, change, post.actor);
  if (outcome.kind === 'saved')
    return redirect(`${clientPath(deps, record.client.id)}?done=${outcomeOf(outcome)}`);
  if (outcome.kind === 'changed_meanwhile') return changedReply(deps, post, typed);
  return editReply(deps, post, record, { status: 422, faults: formFaults(outcome.faults, form), ...state });
}
