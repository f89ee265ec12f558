/* Editing a client: the form, and the replies when it is not saved at once. */
import { ClientFormPage } from '../../../views/developer/client-form.js';
import { type EditNoticesProps, SAVE_ANYWAY } from '../../../views/developer/edit-notices.js';
import { editClient, type EditOutcome } from '../../clients/edit.js';
import { refusalsToConfirm, suggestedScopes } from '../../clients/legacy/migration.js';
import { logoUrl } from '../../clients/logo/logo.js';
import type { ClientRecord } from '../../clients/record-store.js';
import { desiredTerms, editsWait } from '../../clients/review/revisions.js';
import { clientDetails } from '../../clients/rules.js';
import type { UserPost, UserRequest } from '../page.js';
import { page, type PageReply, redirect } from '../reply.js';
import { versionOf } from '../request-values.js';
import {
  clientFormOf,
  formFaults,
  formOfTerms,
  type PostedClientForm,
  readClientForm,
  type RefusedForm,
  type TypedForm,
} from './client-form.js';
import { SUGGESTED } from './client-pages.js';
import { clientCrumbs, clientPath, type DeveloperDeps, formPageProps, findOwnClient } from './deps.js';
import { limitForm } from './form-limits.js';
import { presentChanges, scopeBoxes } from './presenter.js';

interface EditForm extends RefusedForm, Omit<EditNoticesProps, 'waits'> {
  readonly typed: TypedForm;
  /** The version that was edited; absent: the current one. */
  readonly version?: number;
}

const typedTerms = ({ client, proposal }: ClientRecord): TypedForm => ({
  ...formOfTerms(desiredTerms(client, proposal), client.kind),
  fromInstallations: proposal?.fromInstallations ?? false,
});

function editReply(
  deps: DeveloperDeps,
  request: UserRequest,
  record: ClientRecord,
  form: EditForm = { typed: typedTerms(record) },
): PageReply {
  const { client } = record;
  const { typed, faults = {}, refusal, meanwhile, suggested, refusals, version, ...options } = form;
  const props = {
    ...formPageProps(request, clientCrumbs(deps, record)),
    action: clientPath(deps, client.id),
    backTo: clientPath(deps, client.id),
    values: typed,
    logoUrl: logoUrl(typed.logo.hash),
    groups: scopeBoxes(typed.scopes),
    faults,
    refusal,
    editing: {
      ...{ name: client.name, version: version ?? record.version, legacy: client.legacy },
      ...{ waits: editsWait(client.status), meanwhile, suggested, refusals },
      fromInstallations: typed.fromInstallations ?? false,
    },
  };
  return page(<ClientFormPage {...props} />, options);
}

export async function showEdit(deps: DeveloperDeps, request: UserRequest): Promise<PageReply> {
  const record = await findOwnClient(deps, request);
  const { client } = record;
  if (!client.legacy || request.query('scopes') !== SUGGESTED) return editReply(deps, request, record);
  const tallies = await deps.usage.ofClient(client.id, new Date(deps.clock()));
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
  { client }: ClientRecord,
  { typed, logoFaults }: PostedClientForm,
): Promise<number> {
  const confirmed = form.text(SAVE_ANYWAY.name) === SAVE_ANYWAY.value;
  if (!client.legacy || confirmed || logoFaults.length > 0) return 0;
  const tallies = await deps.usage.ofClient(client.id, new Date(deps.clock()));
  return refusalsToConfirm({ ...clientFormOf(typed), kind: client.kind }, client, tallies);
}

/** A confirmation or a rate limit that comes before saving. */
async function checkBeforeSaving(
  deps: DeveloperDeps,
  post: UserPost,
  record: ClientRecord,
  posted: PostedClientForm,
): Promise<Omit<EditForm, 'typed'> | undefined> {
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
  if (first) return editReply(deps, post, record, { ...first, ...state });
  const by = post.user.account.id;
  const { fromInstallations = false } = typed;
  const change = { record, version, by, form, fromInstallations, faults: logoFaults };
  const outcome = await editClient(deps.records, change, post.actor);
  if (outcome.kind === 'saved')
    return redirect(`${clientPath(deps, record.client.id)}?done=${outcomeOf(outcome)}`);
  if (outcome.kind === 'changed_meanwhile') return changedReply(deps, post, typed);
  return editReply(deps, post, record, { status: 422, faults: formFaults(outcome.faults, form), ...state });
}
