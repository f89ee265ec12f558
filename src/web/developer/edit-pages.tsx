/* Editing a client by its owner: the form, and what is answered when it is not saved at once. */
import type Router from 'koa-router';
import { ClientFormPage } from '../../../views/developer/client-form.js';
import type { ChangeView } from '../../../views/developer/comparison.js';
import { CONFIRMED } from '../../../views/developer/legacy-notices.js';
import { redirectAfterPost, sendPage } from '../../http/pages.js';
import { clientFormOf, type FormFaults, formFaults, formOfTerms, type TypedForm } from './client-form.js';
import { clientCrumbs, SUGGESTED } from './client-pages.js';
import { editClient, type EditOutcome } from '../../clients/edit.js';
import { formTry } from './form-limits.js';
import { refusalsToConfirm, suggestedScopes } from '../../clients/legacy-migration.js';
import {
  type ClientPagesDeps,
  actorOf,
  clientPath,
  ownClient,
  page,
  versionOf,
  type Visit,
} from './deps.js';
import { logoUrl } from '../../clients/logo.js';
import { type ClientFormPost, postedClientForm } from './read-client-form.js';
import type { ClientRecord } from '../../clients/record-store.js';
import { desiredTerms, editsWait } from '../../clients/revisions.js';
import { clientDetails } from '../../clients/rules.js';
import { scopeBoxes, presentChanges } from './presenter.js';

interface Again {
  readonly status: 200 | 422 | 409 | 429;
  readonly typed: TypedForm;
  readonly faults?: FormFaults;
  /** Why nothing was saved, when it lies in no field. */
  readonly refusal?: string;
  readonly meanwhile?: readonly ChangeView[];
  /** Ticked are the scopes of its calls. */
  readonly suggested?: true;
  /** How many requests will be refused; saving waits for a confirmation. */
  readonly refusals?: number;
  /** That the answer is about; absent: the one there is now. */
  readonly version?: number;
}

const typedTerms = ({ client, proposal }: ClientRecord): TypedForm =>
  formOfTerms(desiredTerms(client, proposal), client.kind);

const editingOf = ({ client, version }: ClientRecord, again?: Again) => ({
  name: client.name,
  version: again?.version ?? version,
  waits: editsWait(client.status),
  legacy: client.legacy,
  meanwhile: again?.meanwhile,
  suggested: again?.suggested,
  refusals: again?.refusals,
});

function showEdit({ ctx, account }: Visit, deps: ClientPagesDeps, record: ClientRecord, again?: Again): void {
  const { client } = record;
  const typed = again?.typed ?? typedTerms(record);
  const props = {
    user: account,
    crumbs: clientCrumbs(deps, record),
    csrf: deps.csrf.csrfField(ctx),
    action: clientPath(deps, client.id),
    backTo: clientPath(deps, client.id),
    values: typed.values,
    logoUrl: logoUrl(typed.values.logo),
    groups: scopeBoxes(typed.scopes),
    faults: again?.faults ?? {},
    refusal: again?.refusal,
    editing: editingOf(record, again),
  };
  sendPage(ctx, again?.status ?? 200, <ClientFormPage {...props} />);
}

async function open(visit: Visit, deps: ClientPagesDeps): Promise<void> {
  const record = await ownClient(deps, visit);
  const { client } = record;
  if (!client.legacy || visit.ctx.query.scopes !== SUGGESTED) {
    showEdit(visit, deps, record);
    return;
  }
  const tallies = await deps.usage.ofClient(client.id, new Date(deps.clock()));
  const { values, scopes } = typedTerms(record);
  const typed = { values, scopes: [...scopes, ...suggestedScopes(tallies)] };
  showEdit(visit, deps, record, { status: 200, typed, suggested: true });
}

function whatWasDone({ concurrency, waiting, resubmitted }: Extract<EditOutcome, { kind: 'saved' }>): string {
  if (resubmitted) return 'resubmitted';
  if (!waiting) return 'saved';
  return concurrency ? 'partly' : 'proposed';
}

/** Asked last: a form with faults is shown again with those. */
async function unconfirmedRefusals(
  { form, typed, logoFaults }: ClientFormPost,
  deps: ClientPagesDeps,
  { client }: ClientRecord,
): Promise<number> {
  const confirmed = form.text(CONFIRMED.name) === CONFIRMED.value;
  if (!client.legacy || confirmed || logoFaults.length > 0) return 0;
  const tallies = await deps.usage.ofClient(client.id, new Date(deps.clock()));
  return refusalsToConfirm({ ...clientFormOf(typed), kind: client.kind }, tallies);
}

/** A confirmation or patience, before anything is saved. */
async function beforeSaving(
  post: ClientFormPost,
  deps: ClientPagesDeps,
  record: ClientRecord,
): Promise<Pick<Again, 'status' | 'refusals' | 'refusal'> | undefined> {
  const refusals = await unconfirmedRefusals(post, deps, record);
  if (refusals > 0) return { status: 422, refusals };
  const tooOften = await formTry(deps.throttle, 'changes', post.account.id);
  if (tooOften === undefined) return undefined;
  post.ctx.set('retry-after', String(tooOften.retryAfterSeconds));
  return { status: 429, refusal: tooOften.words };
}

async function edit(post: ClientFormPost, deps: ClientPagesDeps): Promise<void> {
  const record = await ownClient(deps, post);
  const { typed, logoFaults } = post;
  const form = clientFormOf(typed);
  const version = versionOf(post.form);
  // The version stays the one that was shown: an answer must not hide that somebody else saved meanwhile.
  const kept = Number.isNaN(version) ? {} : { version };
  const first = await beforeSaving(post, deps, record);
  if (first) {
    showEdit(post, deps, record, { typed, ...first, ...kept });
    return;
  }
  const outcome = await editClient(
    deps.records,
    { record, version, by: post.account.id, form, faults: logoFaults },
    actorOf(post),
  );
  if (outcome.kind === 'saved') {
    redirectAfterPost(post.ctx, `${clientPath(deps, record.client.id)}?done=${whatWasDone(outcome)}`);
  } else if (outcome.kind === 'faulty') {
    showEdit(post, deps, record, { status: 422, typed, faults: formFaults(outcome.faults, form), ...kept });
  } else {
    const now = await ownClient(deps, post);
    const wanted = clientDetails({ ...form, kind: now.client.kind });
    const meanwhile = presentChanges(desiredTerms(now.client, now.proposal), wanted);
    showEdit(post, deps, now, { status: 409, typed, meanwhile });
  }
}

export function addEditPages(router: Router, deps: ClientPagesDeps): void {
  const path = `${deps.settingsPath}/clients/:id`;
  router.get(
    `${path}/edit`,
    page(deps, (visit) => open(visit, deps)),
  );
  router.post(
    path,
    postedClientForm(deps, (post) => edit(post, deps)),
  );
}
