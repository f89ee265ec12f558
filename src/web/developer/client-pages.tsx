/* One client, for those who manage it: its page, withdrawing a proposal, deleting it. */
import type { ClientOwnerProps } from '../../../views/developer/client-owner.js';
import { CLIENT_DONE, ClientPage } from '../../../views/developer/client-page.js';
import { ClientRemovalPage, CONFIRMATION, REMOVAL_TEXT } from '../../../views/developer/client-removal.js';
import { deleteClient, withdrawProposal } from '../../clients/edit.js';
import { logoUrl } from '../../clients/logo/logo.js';
import type { ClientRecord } from '../../clients/record-store.js';
import { stageOf } from '../../clients/status.js';
import { tidied } from '../../clients/text.js';
import { transferTarget } from '../../clients/transfer.js';
import type { UserPost, UserRequest } from '../page.js';
import { page, type PageReply, redirect } from '../reply.js';
import { doneText, versionOf } from '../request-values.js';
import { clientCrumbs, clientPath, type DeveloperDeps, ownClient, settingsCrumbs } from './deps.js';
import {
  presentAssistant,
  presentFacts,
  presentProposal,
  presentSecrets,
  presentStatus,
} from './presenter.js';

/** `?scopes=used` on the edit form: the scopes that the calls of a legacy client needed are selected. */
export const SUGGESTED = 'used';

/** What was typed into the tester form, when it is shown again. */
interface RefusedTester {
  readonly typed: string;
  readonly fault: string;
}

async function presentOwner(
  { user }: UserRequest,
  deps: DeveloperDeps,
  record: ClientRecord,
): Promise<ClientOwnerProps | undefined> {
  const target = transferTarget(record, await deps.records.teamsOf(user.account.id));
  if (record.team === undefined && target === undefined) return undefined;
  return { team: record.team?.name, to: target && `${clientPath(deps, record.client.id)}/transfers/new` };
}

export async function clientReply(
  request: UserRequest,
  deps: DeveloperDeps,
  record: ClientRecord,
  tester?: RefusedTester,
): Promise<PageReply> {
  const { client } = record;
  const { account } = request.user;
  const now = new Date(deps.clock());
  const path = clientPath(deps, client.id);
  const tallies = await deps.usage.ofClient(client.id, now);
  const testers = client.status === 'pending' && {
    testers: { people: await deps.records.testers(client.id), typed: '', ...tester },
  };
  const props = {
    user: account,
    crumbs: settingsCrumbs(deps),
    csrf: request.csrf(),
    path,
    now,
    name: client.name,
    logoUrl: logoUrl(client.logo),
    version: record.version,
    status: presentStatus(record),
    reason: client.statusReason,
    resubmitted: stageOf(client.status, record.editedAt) === 'resubmitted',
    facts: presentFacts(client, tallies),
    owner: await presentOwner(request, deps, record),
    webhook: (await deps.clientWebhooks.find(client.id, account.id)) !== undefined,
    proposal: presentProposal(record),
    ...(client.kind === 'confidential' && { secrets: presentSecrets(client, tallies, now) }),
    assistant: presentAssistant(client, tallies, `${path}/edit?scopes=${SUGGESTED}`),
    ...testers,
    done: doneText(request, CLIENT_DONE),
  };
  return page(<ClientPage {...props} />, { status: tester ? 422 : 200, scripts: [] });
}

export const showClient = async (request: UserRequest, deps: DeveloperDeps): Promise<PageReply> =>
  clientReply(request, deps, await ownClient(request, deps));

/** For a GET of a path that only takes forms. */
export const toClient = async (request: UserRequest, deps: DeveloperDeps): Promise<PageReply> =>
  redirect(clientPath(deps, (await ownClient(request, deps)).client.id));

export async function withdraw(post: UserPost, deps: DeveloperDeps): Promise<PageReply> {
  const { client } = await ownClient(post, deps);
  const proposal = { clientId: client.id, version: versionOf(post.form), by: post.user.account.id };
  await withdrawProposal(deps.records, proposal, post.actor);
  return redirect(`${clientPath(deps, client.id)}?done=withdrawn`);
}

function removalReply(
  request: UserRequest,
  deps: DeveloperDeps,
  record: ClientRecord,
  typed?: string,
): PageReply {
  const path = clientPath(deps, record.client.id);
  const props = {
    user: request.user.account,
    crumbs: clientCrumbs(deps, record),
    csrf: request.csrf(),
    action: `${path}/removal`,
    backTo: path,
    name: record.client.name,
    typed: typed ?? '',
    fault: typed === undefined ? undefined : REMOVAL_TEXT.fault,
  };
  return page(<ClientRemovalPage {...props} />, { status: typed === undefined ? 200 : 422 });
}

export const showRemoval = async (request: UserRequest, deps: DeveloperDeps): Promise<PageReply> =>
  removalReply(request, deps, await ownClient(request, deps));

export async function removeClient(post: UserPost, deps: DeveloperDeps): Promise<PageReply> {
  const record = await ownClient(post, deps);
  const typed = post.form.text(CONFIRMATION);
  if (tidied(typed) !== record.client.name) return removalReply(post, deps, record, typed);
  await deleteClient(deps.records, { clientId: record.client.id, by: post.user.account.id }, post.actor);
  return redirect(`${deps.settingsPath}?done=removed`);
}
