/* One client, for the users who manage it: its page, withdrawing a proposal, deleting it. */
import type { ClientOwnerProps } from '../../../views/developer/client-owner.js';
import { clientDone, ClientPage } from '../../../views/developer/client-page.js';
import { MY_CLIENTS_TEXT } from '../../../views/developer/my-clients.js';
import type { TestersView } from '../../../views/developer/client-testers.js';
import { ClientRemovalPage, CONFIRMATION, REMOVAL_TEXT } from '../../../views/developer/client-removal.js';
import { isolated } from '../../../views/parts/text/isolated.js';
import { refreshRepeats } from '../../authorization/grants/refresh-repeats.js';
import { deleteClient, withdrawProposal } from '../../clients/edit.js';
import type { ClientRecord } from '../../clients/record-store.js';
import { stageOf } from '../../clients/status.js';
import { tidied } from '../../clients/text.js';
import { transferTarget } from '../../clients/transfer.js';
import type { UserPost, UserRequest } from '../page.js';
import { doneReply, page, type PageReply, redirect } from '../reply.js';
import { doneText, versionOf } from '../request-values.js';
import { clientCrumbs, clientPath, type DeveloperDeps, formPageProps, findOwnClient } from './deps.js';
import { presentAssistant, presentClient, presentSecrets } from './presenter.js';

/** `?scopes=used` on the edit form: the scopes that the calls of a legacy client needed are selected. */
export const SUGGESTED = 'used';

async function presentOwner(
  deps: DeveloperDeps,
  { user }: UserRequest,
  record: ClientRecord,
): Promise<ClientOwnerProps | undefined> {
  const target = transferTarget(record, await deps.records.teamsOf(user.account.id));
  if (record.team === undefined && target === undefined) return undefined;
  return { team: record.team?.name, to: target && `${clientPath(deps, record.client.id)}/transfers/new` };
}

export async function clientReply(
  deps: DeveloperDeps,
  request: UserRequest,
  record: ClientRecord,
  tester?: Omit<TestersView, 'people'>,
): Promise<PageReply> {
  const { client } = record;
  const { account } = request.user;
  const now = new Date(deps.clock());
  const path = clientPath(deps, client.id);
  const tallies = await deps.usage.ofClient(client.id, now);
  const props = {
    ...formPageProps(request, []),
    ...presentClient(record, tallies),
    path,
    now,
    resubmitted: stageOf(client.status, record.editedAt) === 'resubmitted',
    owner: await presentOwner(deps, request, record),
    hasWebhook: (await deps.clientWebhooks.find(client.id, account.id)) !== undefined,
    ...(client.kind === 'confidential' && { secrets: presentSecrets(client, tallies, now) }),
    assistant: presentAssistant(client, tallies, `${path}/edit?scopes=${SUGGESTED}`),
    ...(client.status === 'pending' && {
      testers: { people: await deps.records.testers(client.id), typed: '', ...tester },
    }),
    repeats: await refreshRepeats(deps.audit, `client:${client.id}`, deps.clock()),
    done: doneText(request, clientDone(isolated(client.name))),
  };
  return page(<ClientPage {...props} />, { status: tester ? 422 : 200, scripts: [] });
}

export const showClient = async (deps: DeveloperDeps, request: UserRequest): Promise<PageReply> =>
  clientReply(deps, request, await findOwnClient(deps, request));

/** For a GET of a path that only accepts forms. */
export const redirectToClient = async (deps: DeveloperDeps, request: UserRequest): Promise<PageReply> =>
  redirect(clientPath(deps, (await findOwnClient(deps, request)).client.id));

export async function withdraw(deps: DeveloperDeps, post: UserPost): Promise<PageReply> {
  const { client } = await findOwnClient(deps, post);
  const proposal = { clientId: client.id, version: versionOf(post.form), by: post.user.account.id };
  await withdrawProposal(deps.records, proposal, post.actor);
  return redirect(`${clientPath(deps, client.id)}?done=withdrawn`);
}

function removalReply(
  deps: DeveloperDeps,
  request: UserRequest,
  record: ClientRecord,
  typed?: string,
): PageReply {
  const path = clientPath(deps, record.client.id);
  const props = {
    ...formPageProps(request, clientCrumbs(deps, record)),
    action: `${path}/removal`,
    backTo: path,
    name: record.client.name,
    typed: typed ?? '',
    fault: typed === undefined ? undefined : REMOVAL_TEXT.fault,
  };
  return page(<ClientRemovalPage {...props} />, { status: typed === undefined ? 200 : 422 });
}

export const showRemoval = async (deps: DeveloperDeps, request: UserRequest): Promise<PageReply> =>
  removalReply(deps, request, await findOwnClient(deps, request));

export async function removeClient(deps: DeveloperDeps, post: UserPost): Promise<PageReply> {
  const record = await findOwnClient(deps, post);
  const typed = post.form.text(CONFIRMATION);
  if (tidied(typed) !== record.client.name) return removalReply(deps, post, record, typed);
  await deleteClient(deps.records, { clientId: record.client.id, by: post.user.account.id }, post.actor);
  return doneReply(post, deps.settingsPath, MY_CLIENTS_TEXT.removed(record.client.name));
}
