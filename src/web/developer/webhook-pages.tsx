/* The webhook of a client: its URL, its secret, which is shown once, and its removal. */
import { CLIENT_WEBHOOK_TEXT, ClientWebhookPage } from '../../../views/developer/client-webhook.js';
import { isolated } from '../../../views/parts/text/isolated.js';
import type { ClientRecord } from '../../clients/record-store.js';
import { newWebhookSecret } from '../../clients/webhook-secret.js';
import { conflict, notFound } from '../../errors.js';
import type { UserPost, UserRequest } from '../page.js';
import { page, type PageReply, redirect } from '../reply.js';
import { doneText } from '../request-values.js';
import { clientCrumbs, clientPath, type DeveloperDeps, formPageProps, findOwnClient } from './deps.js';
import { newSecretReply } from './secret-pages.js';

const webhookPath = (deps: DeveloperDeps, { client }: ClientRecord): string =>
  `${clientPath(deps, client.id)}/webhook`;

const doneTexts = (name: string) => ({
  moved: CLIENT_WEBHOOK_TEXT.done.moved(name),
  removed: CLIENT_WEBHOOK_TEXT.done.removed(name),
});

const webhookNotFound = () => notFound('This client has no webhook.');

async function webhookReply(
  deps: DeveloperDeps,
  request: UserRequest,
  record: ClientRecord,
  refused?: { readonly url: string; readonly fault: string },
): Promise<PageReply> {
  const webhook = await deps.clientWebhooks.find(record.client.id, request.user.account.id);
  const props = {
    ...formPageProps(request, clientCrumbs(deps, record)),
    path: webhookPath(deps, record),
    webhook: webhook && { ...webhook, deliveries: `/settings/webhooks/${webhook.id}` },
    typed: refused?.url ?? webhook?.url ?? '',
    fault: refused?.fault,
    done: doneText(request, doneTexts(isolated(record.client.name))),
  };
  return page(<ClientWebhookPage {...props} />, { status: refused ? 422 : 200 });
}

export const showWebhook = async (deps: DeveloperDeps, request: UserRequest): Promise<PageReply> =>
  webhookReply(deps, request, await findOwnClient(deps, request));

export const redirectToWebhook = async (deps: DeveloperDeps, request: UserRequest): Promise<PageReply> =>
  redirect(webhookPath(deps, await findOwnClient(deps, request)));

const secretReply = (deps: DeveloperDeps, post: UserPost, record: ClientRecord, secret: string): PageReply =>
  newSecretReply(post, {
    kind: 'webhook',
    crumbs: clientCrumbs(deps, record),
    name: record.client.name,
    secret,
    backTo: webhookPath(deps, record),
  });

/** Calls `save` with the URL that was typed, or shows the form again with what is wrong with it. */
async function withUrl(
  deps: DeveloperDeps,
  post: UserPost,
  save: (record: ClientRecord, url: string) => Promise<PageReply>,
): Promise<PageReply> {
  const record = await findOwnClient(deps, post);
  const url = post.form.text('url').trim();
  const fault = deps.webhookUrlFault(url);
  return fault === undefined ? save(record, url) : webhookReply(deps, post, record, { url, fault });
}

export const addWebhook = (deps: DeveloperDeps, post: UserPost): Promise<PageReply> =>
  withUrl(deps, post, async (record, url) => {
    const { plain, sealed } = newWebhookSecret(deps.keys, deps.random);
    const webhook = { url, secretSealed: sealed };
    if (!(await deps.clientWebhooks.add(record.client.id, post.user.account.id, webhook, post.actor)))
      throw conflict(CLIENT_WEBHOOK_TEXT.taken);
    return secretReply(deps, post, record, plain);
  });

const changeWebhookUrl = (deps: DeveloperDeps, post: UserPost): Promise<PageReply> =>
  withUrl(deps, post, async (record, url) => {
    if (!(await deps.clientWebhooks.move(record.client.id, post.user.account.id, url, post.actor)))
      throw webhookNotFound();
    return redirect(`${webhookPath(deps, record)}?done=moved`);
  });

async function replaceSecret(deps: DeveloperDeps, post: UserPost): Promise<PageReply> {
  const record = await findOwnClient(deps, post);
  const { plain, sealed } = newWebhookSecret(deps.keys, deps.random);
  const { id } = record.client;
  if (!(await deps.clientWebhooks.replaceSecret(id, post.user.account.id, sealed, post.actor)))
    throw webhookNotFound();
  return secretReply(deps, post, record, plain);
}

async function removeWebhook(deps: DeveloperDeps, post: UserPost): Promise<PageReply> {
  const record = await findOwnClient(deps, post);
  if (!(await deps.clientWebhooks.remove(record.client.id, post.user.account.id, post.actor)))
    throw webhookNotFound();
  return redirect(`${webhookPath(deps, record)}?done=removed`);
}

/** By the last part of their paths. */
export const WEBHOOK_FORMS = {
  address: changeWebhookUrl,
  secret: replaceSecret,
  removal: removeWebhook,
} as const;
