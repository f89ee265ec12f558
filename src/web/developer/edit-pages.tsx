/* Editing a client: the form, and the replies when it is not saved at once. */
import { ClientFormPage } from '../../../views/developer/client-form.js';
import type { ChangeView } from '../../../views/developer/comparison.js';
import { CONFIRMED } from '../../../views/developer/legacy-notices.js';
import { editClient, type EditOutcome } from '../../clients/edit.js';
import { refusalsToConfirm, suggestedScopes } from '../../clients/legacy/migration.js';
import { logoUrl } from '../../clients/logo/logo.js';
import type { ClientRecord } from '../../clients/record-store.js';
import { desiredTerms, editsWait } from '../../clients/review/revisions.js';
import { clientDetails } from '../../clients/rules.js';
import type { UserPost, UserRequest } from '../page.js';
import { page, type PageOptions, type PageReply, redirect, retryAfter } from '../reply.js';
import { versionOf } from '../request-values.js';
import { clientFormOf, type FormFaults, formFaults, formOfTerms, type TypedForm } from './client-form.js';
import { SUGGESTED } from './client-pages.js';
import { clientCrumbs, clientPath, type DeveloperDeps, ownClient } from './deps.js';
import { formTry } from './form-limits.js';
import { presentChanges, scopeBoxes } from './presenter.js';
import { type PostedClientForm, readClientForm } from './read-client-form.js';

/** The form as it is shown another time. */
interface EditForm extends PageOptions {
  readonly typed: TypedForm;
  readonly faults?: FormFaults;
  /** Why nothing was saved, when it is about no field. */
  readonly refusal?: string;
  readonly meanwhile?: readonly ChangeView[];
  /** The scopes of its calls are selected. */
  readonly suggested?: true;
  /** How many requests will be refused; saving waits for a confirmation. */
  readonly refusals?: number;
  /** That the form is about; absent: the current one. */
  readonly version?: number;
}

const typedTerms = ({ client, proposal }: ClientRecord): TypedForm =>
  formOfTerms(desiredTerms(client, proposal), client.kind);

function editReply(
  request: UserRequest,
  deps: DeveloperDeps,
  record: ClientRecord,
  shown: EditForm = { typed: typedTerms(record) },
): PageReply {
  const { client } = record;
  const { typed, faults = {}, refusal, meanwhile, suggested, refusals, version, ...options } = shown;
  const props = {
    user: request.user.account,
    crumbs: clientCrumbs(deps, record),
    csrf: request.csrf(),
    action: clientPath(deps, client.id),
    backTo: clientPath(deps, client.id),
    values: typed.values,
    logoUrl: logoUrl(typed.values.logo),
    groups: scopeBoxes(typed.scopes),
    faults,
    refusal,
    editing: {
      ...{ name: client.name, version: version ?? record.version, legacy: client.legacy },
      ...{ waits: editsWait(client.status), meanwhile, suggested, refusals },
    },
  };
  return page(<ClientFormPage {...props} />, options);
}

export async function showEdit(request: UserRequest, deps: DeveloperDeps): Promise<PageReply> {
  const record = await ownClient(request, deps);
  const { client } = record;
  if (!client.legacy || request.query('scopes') !== SUGGESTED) return editReply(request, deps, record);
  const tallies = await deps.usage.ofClient(client.id, new Date(deps.clock()));
  const { values, scopes } = typedTerms(record);
  const typed = { values, scopes: [...scopes, ...suggestedScopes(tallies)] };
  return editReply(request, deps, record, { typed, suggested: true });
}

function doneOf({ immediate, waiting, resubmitted }: Extract<EditOutcome, { kind: 'saved' }>): string {
  if (resubmitted) return 'resubmitted';
  if (!waiting) return 'saved';
  return immediate ? 'partly' : 'proposed';
}

/** Asked last: a form with faults is shown again with those. */
async function unconfirmedRefusals(
  { form }: UserPost,
  deps: DeveloperDeps,
  { client }: ClientRecord,
  { typed, logoFaults }: PostedClientForm,
): Promise<number> {
  const confirmed = form.text(CONFIRMED.name) === CONFIRMED.value;
  if (!client.legacy || confirmed || logoFaults.length > 0) return 0;
  const tallies = await deps.usage.ofClient(client.id, new Date(deps.clock()));
  return refusalsToConfirm({ ...clientFormOf(typed), kind: client.kind }, tallies);
}

/** What has to be confirmed or waited for before anything is saved. */
async function beforeSaving(
  post: UserPost,
  deps: DeveloperDeps,
  record: ClientRecord,
  posted: PostedClientForm,
): Promise<Omit<EditForm, 'typed'> | undefined> {
  const refusals = await unconfirmedRefusals(post, deps, record, posted);
  if (refusals > 0) return { status: 422, refusals };
  const limited = await formTry(deps.throttle, 'changes', post.user.account.id);
  if (limited === undefined) return undefined;
  return { status: 429, refusal: limited.message, headers: retryAfter(limited.retryAfterSeconds) };
}

/** Somebody saved since the form was shown: what differs from the current client. */
async function changedReply(post: UserPost, deps: DeveloperDeps, typed: TypedForm): Promise<PageReply> {
  const current = await ownClient(post, deps);
  const wanted = clientDetails({ ...clientFormOf(typed), kind: current.client.kind });
  const meanwhile = presentChanges(desiredTerms(current.client, current.proposal), wanted);
  return editReply(post, deps, current, { status: 409, typed, meanwhile });
}

export async function edit(post: UserPost, deps: DeveloperDeps): Promise<PageReply> {
  const posted = await readClientForm(post, deps);
  const record = await ownClient(post, deps);
  const { typed, logoFaults } = posted;
  const form = clientFormOf(typed);
  const version = versionOf(post.form);
  // The version stays the one that was shown, so that a change saved in the meantime is not overlooked.
  const kept = { typed, ...(!Number.isNaN(version) && { version }) };
  const first = await beforeSaving(post, deps, record, posted);
  if (first) return editReply(post, deps, record, { ...first, ...kept });
  const by = post.user.account.id;
  const change = { record, version, by, form, faults: logoFaults };
  const outcome = await editClient(deps.records, change, post.actor);
  if (outcome.kind === 'saved')
    return redirect(`${clientPath(deps, record.client.id)}?done=${doneOf(outcome)}`);
  if (outcome.kind === 'changed_meanwhile') return changedReply(post, deps, typed);
  return editReply(post, deps, record, { status: 422, faults: formFaults(outcome.faults, form), ...kept });
}
