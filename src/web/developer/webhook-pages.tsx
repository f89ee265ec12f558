/* The webhook of a client: its URL, its secret, which is shown once, and its removal. */
import {
  CLIENT_WEBHOOK_TEXT,
  ClientWebhookPage,
  NewWebhookSecretPage,
} from '../../../views/developer/client-webhook.js';
import type { ClientRecord } from '../../clients/record-store.js';
import { newWebhookSecret } from '../../clients/webhook-secret.js';
import { conflict, notFound } from '../../errors.js';
import { outboundUrlFault } from '../../outbound/outbound.js';
import type { UserPost, UserRequest } from '../page.js';
import { page, type PageReply, redirect } from '../reply.js';
import { doneText } from '../request-values.js';
import { clientCrumbs, clientPath, type DeveloperDeps, ownClient } from './deps.js';

const webhookPath = (deps: DeveloperDeps, { client }: ClientRecord): string =>
  `${clientPath(deps, client.id)}/webhook`;

const noWebhook = () => notFound('This client has no webhook.');

async function webhookReply(
  request: UserRequest,
  deps: DeveloperDeps,
  record: ClientRecord,
  refused?: { readonly url: string; readonly fault: string },
): Promise<PageReply> {
  const { account } = request.user;
  const webhook = await deps.clientWebhooks.find(record.client.id, account.id);
  const props = {
    user: account,
    crumbs: clientCrumbs(deps, record),
    csrf: request.csrf(),
    path: webhookPath(deps, record),
    webhook: webhook && { ...webhook, deliveries: `/settings/webhooks/${webhook.id}` },
    typed: refused?.url ?? webhook?.url ?? '',
    fault: refused?.fault,
    done: doneText(request, CLIENT_WEBHOOK_TEXT.done),
  };
  return page(<ClientWebhookPage {...props} />, { status: refused ? 422 : 200 });
}

export const showWebhook = async (request: UserRequest, deps: DeveloperDeps): Promise<PageReply> =>
  webhookReply(request, deps, await ownClient(request, deps));

export const toWebhook = async (request: UserRequest, deps: DeveloperDeps): Promise<PageReply> =>
  redirect(webhookPath(deps, await ownClient(request, deps)));

function secretReply(
  { user }: UserRequest,
  deps: DeveloperDeps,
  record: ClientRecord,
  secret: string,
): PageReply {
  const props = {
    user: user.account,
    crumbs: clientCrumbs(deps, record),
    name: record.client.name,
    secret,
    backTo: webhookPath(deps, record),
  };
  return page(<NewWebhookSecretPage {...props} />, { status: 201, scripts: [] });
}

/** Calls `save` with the URL that was typed, or shows the form again with what is wrong with it. */
async function withUrl(
  post: UserPost,
  deps: DeveloperDeps,
  save: (record: ClientRecord, url: string) => Promise<PageReply>,
): Promise<PageReply> {
  const record = await ownClient(post, deps);
  const url = post.form.text('url').trim();
  const fault = outboundUrlFault(url);
  return fault === undefined ? save(record, url) : webhookReply(post, deps, record, { url, fault });
}

export const addWebhook = (post: UserPost, deps: DeveloperDeps): Promise<PageReply> =>
  withUrl(post, deps, async (record, url) => {
    const { plain, sealed } = newWebhookSecret(deps.keys, deps.random);
    const webhook = { url, secretSealed: sealed };
    if (!(await deps.clientWebhooks.add(record.client.id, post.user.account.id, webhook, post.actor)))
      throw conflict(CLIENT_WEBHOOK_TEXT.taken);
    return secretReply(post, deps, record, plain);
  });

const moveWebhook = (post: UserPost, deps: DeveloperDeps): Promise<PageReply> =>
  withUrl(post, deps, async (record, url) => {
    if (!(await deps.clientWebhooks.move(record.client.id, post.user.account.id, url, post.actor)))
      throw noWebhook();
    return redirect(`${webhookPath(deps, record)}?done=moved`);
  });

async function replaceSecret(post: UserPost, deps: DeveloperDeps): Promise<PageReply> {
  const record = await ownClient(post, deps);
  const { plain, sealed } = newWebhookSecret(deps.keys, deps.random);
  const { id } = record.client;
  if (!(await deps.clientWebhooks.replaceSecret(id, post.user.account.id, sealed, post.actor)))
    throw noWebhook();
  return secretReply(post, deps, record, plain);
}

async function removeWebhook(post: UserPost, deps: DeveloperDeps): Promise<PageReply> {
  const record = await ownClient(post, deps);
  if (!(await deps.clientWebhooks.remove(record.client.id, post.user.account.id, post.actor)))
    throw noWebhook();
  return redirect(`${webhookPath(deps, record)}?done=removed`);
}

/** By the last part of their paths. */
export const WEBHOOK_FORMS = { address: moveWebhook, secret: replaceSecret, removal: removeWebhook } as const;
