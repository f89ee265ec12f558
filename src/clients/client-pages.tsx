/* One client of its owner: looking at it, withdrawing a proposal, deleting. Editing stands in edit-pages.tsx. */
import type Router from 'koa-router';
import { CLIENT_DONE, ClientPage } from '../../views/clients/client-page.js';
import { ClientRemovalPage, CONFIRMATION, REMOVAL_TEXT } from '../../views/clients/client-removal.js';
import { DEVELOPER_TEXT } from '../../views/clients/my-clients.js';
import { redirectAfterPost, sendPage } from '../http/pages.js';
import { allowScript } from '../http/security-headers.js';
import { deleteClient, withdrawProposal } from './edit.js';
import { legacyAssistant } from './legacy-migration.js';
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
import { logoUrl } from './logo.js';
import type { ClientRecord } from './record-store.js';
import { shownFacts, shownProposal, shownSecrets, shownStatus } from './shown-client.js';
import { tidied } from './text.js';

export const clientCrumbs = (deps: ClientPagesDeps, { client }: ClientRecord, below = true) => [
  { label: 'Your account', to: '/' },
  { label: DEVELOPER_TEXT.title, to: deps.settingsPath },
  ...(below ? [{ label: client.name, to: clientPath(deps, client.id) }] : []),
];

/** `?scopes=used` on the form: the scopes that the calls of a legacy client needed are ticked. */
export const SUGGESTED = 'used';

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
  const now = new Date(deps.clock());
  const path = clientPath(deps, client.id);
  const tallies = await deps.usage.ofClient(client.id, now);
  const testers = client.status === 'pending' && {
    testers: { people: await deps.records.testers(client.id), typed: '', ...tester },
  };
  const props = {
    person: account,
    crumbs: clientCrumbs(deps, record, false),
    csrf: deps.csrf.csrfField(ctx),
    path,
    now,
    name: client.name,
    logoUrl: logoUrl(client.logo),
    version: record.version,
    status: shownStatus(record),
    reason: client.statusReason,
    facts: shownFacts(client, tallies),
    proposal: shownProposal(record),
    ...(client.kind === 'confidential' && { secrets: shownSecrets(client, tallies, now) }),
    assistant: legacyAssistant(client, tallies, `${path}/edit?scopes=${SUGGESTED}`),
    ...testers,
    done: CLIENT_DONE[String(ctx.query.done)],
  };
  allowScript(ctx, []);
  sendPage(ctx, tester ? 422 : 200, <ClientPage {...props} />);
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
    `${path}/removal`,
    ofClient((visit, record) => showRemoval(visit, deps, record)),
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
