/* One client, for those who manage it: looking at it, withdrawing a proposal, deleting. Editing stands in edit-pages.tsx. */
import type Router from 'koa-router';
import type { ClientOwnerProps } from '../../../views/developer/client-owner.js';
import { CLIENT_DONE, ClientPage } from '../../../views/developer/client-page.js';
import { ClientRemovalPage, CONFIRMATION, REMOVAL_TEXT } from '../../../views/developer/client-removal.js';
import { DEVELOPER_TEXT } from '../../../views/developer/my-clients.js';
import { redirectAfterPost, sendPage } from '../../http/pages.js';
import { allowScript } from '../../http/security-headers.js';
import { deleteClient, withdrawProposal } from '../../clients/edit.js';
import { legacyAssistant } from '../../clients/legacy-migration.js';
import {
  type ClientPagesDeps,
  actorOf,
  clientPath,
  ownClient,
  page,
  type Post,
  posted,
  versionOf,
  type Visit,
} from './deps.js';
import { logoUrl } from '../../clients/logo.js';
import type { ClientRecord } from '../../clients/record-store.js';
import { presentFacts, presentProposal, presentSecrets, presentStatus } from './presenter.js';
import { stageOf } from '../../clients/status.js';
import { tidied } from '../../clients/text.js';
import { wayOf } from '../../clients/transfer.js';

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

async function presentOwner(
  { account }: Visit,
  deps: ClientPagesDeps,
  record: ClientRecord,
): Promise<ClientOwnerProps | undefined> {
  const way = wayOf(record, await deps.records.teamsOf(account.id));
  if (record.team === undefined && way === undefined) return undefined;
  return { team: record.team?.name, to: way && `${clientPath(deps, record.client.id)}/transfers/new` };
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
    user: account,
    crumbs: clientCrumbs(deps, record, false),
    csrf: deps.csrf.csrfField(ctx),
    path,
    now,
    name: client.name,
    logoUrl: logoUrl(client.logo),
    version: record.version,
    status: presentStatus(record),
    reason: client.statusReason,
    resubmitted: stageOf(client.status, record.editedAt) === 'resubmitted',
    facts: presentFacts(client, tallies),
    owner: await presentOwner(visit, deps, record),
    webhook: (await deps.clientWebhooks.find(client.id, account.id)) !== undefined,
    proposal: presentProposal(record),
    ...(client.kind === 'confidential' && { secrets: presentSecrets(client, tallies, now) }),
    assistant: legacyAssistant(client, tallies, `${path}/edit?scopes=${SUGGESTED}`),
    ...testers,
    done: CLIENT_DONE[String(ctx.query.done)],
  };
  allowScript(ctx, []);
  sendPage(ctx, tester ? 422 : 200, <ClientPage {...props} />);
}

async function withdraw(post: Post, deps: ClientPagesDeps): Promise<void> {
  const record = await ownClient(deps, post);
  const shown = { clientId: record.client.id, version: versionOf(post.form), by: post.account.id };
  await withdrawProposal(deps.records, shown, actorOf(post));
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
    user: account,
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
  const removal = { clientId: record.client.id, by: post.account.id };
  await deleteClient(deps.records, removal, actorOf(post));
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
