/* One client of its owner: looking at it, editing, withdrawing a proposal, deleting. */
import type Router from 'koa-router';
import { ClientFormPage } from '../../views/clients/client-form.js';
import { CLIENT_DONE, ClientPage } from '../../views/clients/client-page.js';
import { ClientRemovalPage, CONFIRMATION, REMOVAL_TEXT } from '../../views/clients/client-removal.js';
import type { ShownChange } from '../../views/clients/comparison.js';
import { DEVELOPER_TEXT } from '../../views/clients/my-clients.js';
import { redirectAfterPost, sendPage } from '../http/pages.js';
import {
  clientFormOf,
  type FormFaults,
  FORM_LISTS,
  formFaults,
  formOfTerms,
  type TypedForm,
  typedForm,
} from './client-form.js';
import { deleteClient, editClient, type EditOutcome, withdrawProposal } from './edit.js';
import {
  type ClientPagesDeps,
  causeOf,
  clientPath,
  ownClient,
  page,
  type Post,
  posted,
  versionOf,
  type Visit,
} from './page-doors.js';
import type { ClientRecord } from './record-store.js';
import { desiredTerms, editsWait } from './revisions.js';
import { clientDetails } from './rules.js';
import { scopeBoxes, shownChanges, shownFacts, shownProposal, shownStatus } from './shown-client.js';
import { tidied } from './text.js';

export const clientCrumbs = (deps: ClientPagesDeps, { client }: ClientRecord, below = true) => [
  { label: 'Your account', to: '/' },
  { label: DEVELOPER_TEXT.title, to: deps.settingsPath },
  ...(below ? [{ label: client.name, to: clientPath(deps, client.id) }] : []),
];

/** What was typed into the tester form, when it is shown again. */
export interface TypedTester {
  readonly typed: string;
  readonly fault: string;
}

export async function showClient(
  visit: Visit,
  deps: ClientPagesDeps,
  record: ClientRecord,
  tester?: TypedTester,
): Promise<void> {
  const { ctx, account } = visit;
  const { client } = record;
  const testers = client.status === 'pending' && {
    testers: { people: await deps.records.testers(client.id), typed: '', ...tester },
  };
  const props = {
    person: account,
    crumbs: clientCrumbs(deps, record, false),
    csrf: deps.csrf.csrfField(ctx),
    path: clientPath(deps, client.id),
    now: new Date(deps.clock()),
    name: client.name,
    version: record.version,
    status: shownStatus(record),
    reason: client.statusReason,
    facts: shownFacts(client),
    proposal: shownProposal(record),
    ...(client.kind === 'confidential' && { secrets: client.secrets }),
    ...testers,
    done: CLIENT_DONE[String(ctx.query.done)],
  };
  sendPage(ctx, tester ? 422 : 200, <ClientPage {...props} />);
}

interface Again {
  readonly status: 422 | 409;
  readonly typed: TypedForm;
  readonly faults?: FormFaults;
  readonly meanwhile?: readonly ShownChange[];
  /** That the answer is about; absent: the one there is now. */
  readonly version?: number;
}

function showEdit({ ctx, account }: Visit, deps: ClientPagesDeps, record: ClientRecord, again?: Again): void {
  const { client, proposal, version } = record;
  const typed = again?.typed ?? formOfTerms(desiredTerms(client, proposal), client.kind);
  const props = {
    person: account,
    crumbs: clientCrumbs(deps, record),
    csrf: deps.csrf.csrfField(ctx),
    action: clientPath(deps, client.id),
    backTo: clientPath(deps, client.id),
    values: typed.values,
    groups: scopeBoxes(typed.scopes),
    faults: again?.faults ?? {},
    editing: {
      name: client.name,
      version: again?.version ?? version,
      waits: editsWait(client.status),
      legacy: client.legacy,
      meanwhile: again?.meanwhile,
    },
  };
  sendPage(ctx, again?.status ?? 200, <ClientFormPage {...props} />);
}

function whatWasDone({ atOnce, waiting }: Extract<EditOutcome, { kind: 'saved' }>): string {
  if (!waiting) return 'saved';
  return atOnce ? 'partly' : 'proposed';
}

async function edit(post: Post, deps: ClientPagesDeps): Promise<void> {
  const record = await ownClient(deps, post);
  const typed = typedForm(post.form);
  const form = clientFormOf(typed);
  const version = versionOf(post.form);
  const outcome = await editClient(deps.records, { record, version, form }, causeOf(post));
  if (outcome.kind === 'saved') {
    redirectAfterPost(post.ctx, `${clientPath(deps, record.client.id)}?done=${whatWasDone(outcome)}`);
  } else if (outcome.kind === 'faulty') {
    // The version stays the one that was shown: a fault must not hide that somebody else saved meanwhile.
    const kept = Number.isNaN(version) ? {} : { version };
    showEdit(post, deps, record, { status: 422, typed, faults: formFaults(outcome.faults, form), ...kept });
  } else {
    const now = await ownClient(deps, post);
    const wanted = clientDetails({ ...form, kind: now.client.kind });
    const meanwhile = shownChanges(desiredTerms(now.client, now.proposal), wanted);
    showEdit(post, deps, now, { status: 409, typed, meanwhile });
  }
}

async function withdraw(post: Post, deps: ClientPagesDeps): Promise<void> {
  const record = await ownClient(deps, post);
  await withdrawProposal(deps.records, record, versionOf(post.form), causeOf(post));
  redirectAfterPost(post.ctx, `${clientPath(deps, record.client.id)}?done=withdrawn`);
}

function showRemoval(
  { ctx, account }: Visit,
  deps: ClientPagesDeps,
  record: ClientRecord,
  typed?: string,
): void {
  const path = clientPath(deps, record.client.id);
  const props = {
    person: account,
    crumbs: clientCrumbs(deps, record),
    csrf: deps.csrf.csrfField(ctx),
    action: `${path}/removal`,
    backTo: path,
    name: record.client.name,
    typed: typed ?? '',
    fault: typed === undefined ? undefined : REMOVAL_TEXT.fault,
  };
  sendPage(ctx, typed === undefined ? 200 : 422, <ClientRemovalPage {...props} />);
}

async function remove(post: Post, deps: ClientPagesDeps): Promise<void> {
  const record = await ownClient(deps, post);
  const typed = post.form.text(CONFIRMATION);
  if (tidied(typed) !== record.client.name) {
    showRemoval(post, deps, record, typed);
    return;
  }
  await deleteClient(deps.records, record, causeOf(post));
  redirectAfterPost(post.ctx, `${deps.settingsPath}?done=removed`);
}

export function addClientPages(router: Router, deps: ClientPagesDeps): void {
  const path = `${deps.settingsPath}/clients/:id`;
  const ofClient = (show: (visit: Visit, record: ClientRecord) => Promise<void> | void) =>
    page(deps, async (visit) => show(visit, await ownClient(deps, visit)));
  router.get(
    path,
    ofClient((visit, record) => showClient(visit, deps, record)),
  );
  router.get(
    `${path}/edit`,
    ofClient((visit, record) => showEdit(visit, deps, record)),
  );
  router.get(
    `${path}/removal`,
    ofClient((visit, record) => showRemoval(visit, deps, record)),
  );
  router.post(
    path,
    posted(deps, (post) => edit(post, deps), FORM_LISTS),
  );
  router.post(
    `${path}/revision/withdrawal`,
    posted(deps, (post) => withdraw(post, deps)),
  );
  router.post(
    `${path}/removal`,
    posted(deps, (post) => remove(post, deps)),
  );
}
