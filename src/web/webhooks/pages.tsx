/*
 * `/settings/webhooks`: the webhooks that a user manages, with their deliveries. Every query of the store is limited to
 * webhooks of the user.
 */
import { WEBHOOK_FORM_TEXT } from '../../../views/webhooks/messages.js';
import { ACTIVE, WEBHOOK_TEXT, WebhookPage } from '../../../views/webhooks/webhook.js';
import { WebhooksPage } from '../../../views/webhooks/webhooks.js';
import { conflict, notFound } from '../../errors.js';
import { createWebhookUseCases, type WebhookDeps } from '../../scheduling/webhooks/use-cases.js';
import { defineConfirmedForm } from '../confirmed-form.js';
import { definePage, handlerWith, type Page, type UserPost, type UserRequest } from '../page.js';
import { page, type PageReply, redirect } from '../reply.js';
import { doneText, idOf } from '../request-values.js';
import {
  askToRemove,
  createWebhook,
  removeWebhook,
  replaceSecret,
  saveWebhook,
  sendTest,
  showEditWebhook,
  showNewWebhook,
  WEBHOOK_LISTS,
} from './form-pages.js';
import {
  findOwn,
  hostOf,
  pathOf,
  webhookNotFound,
  type WebhookPagesDeps,
  WEBHOOKS_PATH,
} from './own-webhook.js';

const WEBHOOK_PATH = `${WEBHOOKS_PATH}/:id`;
const DELIVERIES_PER_PAGE = 20;
const WEBHOOKS_PER_PAGE = 20;

const doneTexts = (host: string): Readonly<Record<string, string>> => ({
  on: WEBHOOK_TEXT.switchedOn(host),
  off: WEBHOOK_TEXT.switchedOff(host),
  sent: WEBHOOK_TEXT.sent(host),
  edited: WEBHOOK_FORM_TEXT.done.edited(host),
  tested: WEBHOOK_FORM_TEXT.done.tested(host),
});

async function listWebhooks(
  { webhookWatch, clock }: WebhookPagesDeps,
  { user, query, session }: UserRequest,
) {
  const all = await webhookWatch.list(user.account.id);
  const skip = idOf(query('skip'));
  const next = skip + WEBHOOKS_PER_PAGE;
  const props = {
    user: user.account,
    webhooks: all.slice(skip, next).map((webhook) => ({ ...webhook, to: pathOf(webhook.id) })),
    now: new Date(clock()),
    newTo: `${WEBHOOKS_PATH}/new`,
    done: session.takeMessage(),
    first: skip > 0 ? WEBHOOKS_PATH : undefined,
    next: all.length > next ? `${WEBHOOKS_PATH}?skip=${next}` : undefined,
  };
  return page(<WebhooksPage {...props} />);
}

async function showWebhook(deps: WebhookPagesDeps, request: UserRequest): Promise<PageReply> {
  const { webhookWatch, clock } = deps;
  const { account } = request.user;
  const webhook = await findOwn(deps, request);
  const [{ id }, behind] = [webhook, request.query('behind') || undefined];
  const path = pathOf(id);
  // One more than a page shows whether there is a next page.
  const rows = await webhookWatch.deliveries(account.id, id, { behind, limit: DELIVERIES_PER_PAGE + 1 });
  const deliveries = rows.slice(0, DELIVERIES_PER_PAGE);
  const last = deliveries.at(-1);
  const props = {
    user: account,
    webhook: { ...webhook, to: path },
    deliveries: deliveries.map((delivery) => ({
      ...delivery,
      resend: `${path}/deliveries/${delivery.id}/tries`,
    })),
    now: new Date(clock()),
    csrf: request.csrf(),
    action: `${path}/activity`,
    path,
    editTo: webhook.record && `${path}/edit`,
    done: doneText(request, doneTexts(hostOf(webhook))),
    newest: behind === undefined ? undefined : path,
    older: rows.length > DELIVERIES_PER_PAGE && last ? `${path}?behind=${last.id}` : undefined,
  };
  return page(<WebhookPage {...props} />);
}

async function switchActive(
  { webhookWatch }: WebhookPagesDeps,
  { user, actor, param, form }: UserPost,
): Promise<PageReply> {
  const [id, active] = [param('id'), form.text(ACTIVE) === 'on'];
  if (!(await webhookWatch.setActive(user.account.id, id, active, actor))) throw webhookNotFound();
  return redirect(`${pathOf(id)}?done=${active ? 'on' : 'off'}`);
}

async function sendAgain(
  { webhookWatch }: WebhookPagesDeps,
  { user, actor, param }: UserPost,
): Promise<PageReply> {
  const id = param('id');
  const outcome = await webhookWatch.sendAgain(user.account.id, id, param('delivery'), actor);
  if (outcome === 'not_found')
    throw notFound('There is no delivery with this id. Deliveries are kept for 30 days.');
  if (outcome === 'switched_off') throw conflict(WEBHOOK_TEXT.isOff);
  return redirect(`${pathOf(id)}?done=sent`);
}

/** Forms that change a webhook or what belongs to it. */
function formPages(deps: WebhookPagesDeps): readonly Page[] {
  const by = handlerWith(deps);
  const [who, recentSignIn] = ['user', true] as const;
  const form = { lists: WEBHOOK_LISTS };
  return [
    definePage({ method: 'GET', path: `${WEBHOOKS_PATH}/new`, who, handle: by(showNewWebhook) }),
    definePage({
      ...{ method: 'POST', path: WEBHOOKS_PATH, who, recentSignIn, form },
      handle: by(createWebhook),
    }),
    definePage({ method: 'GET', path: `${WEBHOOK_PATH}/edit`, who, handle: by(showEditWebhook) }),
    definePage({ method: 'POST', path: WEBHOOK_PATH, who, form, handle: by(saveWebhook) }),
    definePage({
      ...{ method: 'POST', path: `${WEBHOOK_PATH}/secret`, who, recentSignIn },
      handle: by(replaceSecret),
    }),
    definePage({ method: 'POST', path: `${WEBHOOK_PATH}/tests`, who, handle: by(sendTest) }),
    ...defineConfirmedForm({
      ...{ path: `${WEBHOOK_PATH}/removal`, who },
      confirm: { ask: (post) => askToRemove(deps, post), backTo: ({ param }) => pathOf(param('id')) },
      handle: by(removeWebhook),
    }),
  ];
}

export type WebhookPagesStores = Omit<WebhookPagesDeps, 'useCases'> & WebhookDeps;

export function createWebhookPages({
  webhookWatch,
  clock,
  random,
  ...webhookDeps
}: WebhookPagesStores): readonly Page[] {
  const deps = { webhookWatch, clock, random, useCases: createWebhookUseCases(webhookDeps) };
  const by = handlerWith(deps);
  const who = 'user';
  const delivery = `${WEBHOOK_PATH}/deliveries/:delivery/tries`;
  return [
    definePage({ method: 'GET', path: WEBHOOKS_PATH, who, handle: by(listWebhooks) }),
    ...formPages(deps),
    definePage({ method: 'GET', path: WEBHOOK_PATH, who, handle: by(showWebhook) }),
    definePage({ method: 'POST', path: `${WEBHOOK_PATH}/activity`, who, handle: by(switchActive) }),
    definePage({ method: 'POST', path: delivery, who, handle: by(sendAgain) }),
  ];
}
