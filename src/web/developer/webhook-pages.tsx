/* The webhook of a client, for those who manage it: its address, its secret that is shown once, and its end. */
import type Router from 'koa-router';
import {
  CLIENT_WEBHOOK_TEXT,
  ClientWebhookPage,
  NewWebhookSecretPage,
} from '../../../views/developer/client-webhook.js';
import { conflict, notFound } from '../../errors.js';
import { redirectAfterPost, sendPage } from '../../http/pages.js';
import { allowScript } from '../../http/security-headers.js';
import { outboundUrlFault } from '../../outbound/outbound.js';
import { clientCrumbs } from './client-pages.js';
import {
  type ClientPagesDeps,
  actorOf,
  clientPath,
  confirmed,
  ownClient,
  page,
  type Post,
  posted,
  type Visit,
} from './deps.js';
import type { ClientRecord } from '../../clients/record-store.js';
import { newWebhookSecret } from '../../clients/webhook-secret.js';

const DONE: Readonly<Record<string, string>> = CLIENT_WEBHOOK_TEXT.done;

const webhookPath = (deps: ClientPagesDeps, clientId: string): string =>
  `${clientPath(deps, clientId)}/webhook`;

const noWebhook = () => notFound('This client has no webhook.');

interface Typed {
  readonly url: string;
  readonly fault: string;
}

async function show(visit: Visit, deps: ClientPagesDeps, record: ClientRecord, typed?: Typed): Promise<void> {
  const { ctx, account } = visit;
  const { id } = record.client;
  const webhook = await deps.clientWebhooks.find(id, account.id);
  const props = {
    user: account,
    crumbs: clientCrumbs(deps, record),
    csrf: deps.csrf.csrfField(ctx),
    path: webhookPath(deps, id),
    webhook: webhook && { ...webhook, deliveries: `/settings/webhooks/${webhook.id}` },
    typed: typed?.url ?? webhook?.url ?? '',
    fault: typed?.fault,
    done: DONE[String(ctx.query.done)],
  };
  sendPage(ctx, typed ? 422 : 200, <ClientWebhookPage {...props} />);
}

/** The address that was typed; undefined when it is none, and the form was shown again. */
async function typedUrl(
  post: Post,
  deps: ClientPagesDeps,
  record: ClientRecord,
): Promise<string | undefined> {
  const url = post.form.text('url').trim();
  const fault = outboundUrlFault(url);
  if (fault === undefined) return url;
  await show(post, deps, record, { url, fault });
  return undefined;
}

function showSecret(
  { ctx, account }: Post,
  deps: ClientPagesDeps,
  record: ClientRecord,
  secret: string,
): void {
  const { id, name } = record.client;
  const props = { user: account, crumbs: clientCrumbs(deps, record), name, secret };
  allowScript(ctx, []);
  sendPage(ctx, 201, <NewWebhookSecretPage {...props} backTo={webhookPath(deps, id)} />);
}

async function add(post: Post, deps: ClientPagesDeps): Promise<void> {
  const record = await ownClient(deps, post);
  const url = await typedUrl(post, deps, record);
  if (url === undefined) return;
  const { plain, sealed } = newWebhookSecret(deps.keys, deps.random);
  const webhook = { url, secretSealed: sealed };
  const { id } = record.client;
  if (!(await deps.clientWebhooks.add(id, post.account.id, webhook, actorOf(post))))
    throw conflict(CLIENT_WEBHOOK_TEXT.taken);
  showSecret(post, deps, record, plain);
}

async function move(post: Post, deps: ClientPagesDeps): Promise<void> {
  const record = await ownClient(deps, post);
  const url = await typedUrl(post, deps, record);
  if (url === undefined) return;
  const { id } = record.client;
  if (!(await deps.clientWebhooks.move(id, post.account.id, url, actorOf(post)))) throw noWebhook();
  redirectAfterPost(post.ctx, `${webhookPath(deps, id)}?done=moved`);
}

async function replaceSecret(post: Post, deps: ClientPagesDeps): Promise<void> {
  const record = await ownClient(deps, post);
  const { plain, sealed } = newWebhookSecret(deps.keys, deps.random);
  const { id } = record.client;
  if (!(await deps.clientWebhooks.replaceSecret(id, post.account.id, sealed, actorOf(post))))
    throw noWebhook();
  showSecret(post, deps, record, plain);
}

async function remove(post: Post, deps: ClientPagesDeps): Promise<void> {
  const { client } = await ownClient(deps, post);
  if (!(await deps.clientWebhooks.remove(client.id, post.account.id, actorOf(post)))) throw noWebhook();
  redirectAfterPost(post.ctx, `${webhookPath(deps, client.id)}?done=removed`);
}

export function addWebhookPages(router: Router, deps: ClientPagesDeps): void {
  const path = `${deps.settingsPath}/clients/:id/webhook`;
  const forms = (take: (post: Post, deps: ClientPagesDeps) => Promise<void>) =>
    posted(
      deps,
      confirmed(deps, (post) => take(post, deps)),
    );
  router.get(
    path,
    page(deps, async (visit) => show(visit, deps, await ownClient(deps, visit))),
  );
  router.post(path, forms(add));
  router.post(`${path}/address`, forms(move));
  router.post(`${path}/secret`, forms(replaceSecret));
  router.post(`${path}/removal`, forms(remove));
  // The answers to these forms may be pages, whose addresses are then asked for again.
  router.get(
    ['address', 'secret', 'removal'].map((form) => `${path}/${form}`),
    page(deps, async (visit) => {
      const { client } = await ownClient(deps, visit);
      redirectAfterPost(visit.ctx, webhookPath(deps, client.id));
    }),
  );
}
