/*
 * `/settings/webhooks`: the webhooks that a user manages, with their deliveries. Every query of the store is limited to
 * webhooks of the user.
 */
import { ACTIVE, WEBHOOK_TEXT, WebhookPage } from '../../../views/webhooks/webhook.js';
import { WebhooksPage } from '../../../views/webhooks/webhooks.js';
import type { WebhookWatch } from '../../delivery/webhook-delivery-store.js';
import { conflict, notFound } from '../../errors.js';
import { definePage, handlerWith, type Page, type UserPost, type UserRequest } from '../page.js';
import { page, type PageReply, redirect } from '../reply.js';
import { doneText } from '../request-values.js';

export interface WebhookPagesDeps {
  readonly webhookWatch: WebhookWatch;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

export const WEBHOOKS_PATH = '/settings/webhooks';
const WEBHOOK_PATH = `${WEBHOOKS_PATH}/:id`;
const DELIVERIES_PER_PAGE = 20;

const DONE: Readonly<Record<string, string>> = {
  on: WEBHOOK_TEXT.switchedOn,
  off: WEBHOOK_TEXT.switchedOff,
  sent: WEBHOOK_TEXT.sent,
};

const pathOf = (id: string): string => `${WEBHOOKS_PATH}/${encodeURIComponent(id)}`;
const webhookNotFound = () => notFound('You have no webhook with this id.');

async function listWebhooks({ webhookWatch, clock }: WebhookPagesDeps, { user }: UserRequest) {
  const webhooks = await webhookWatch.list(user.account.id);
  const props = {
    user: user.account,
    webhooks: webhooks.map((webhook) => ({ ...webhook, to: pathOf(webhook.id) })),
    now: new Date(clock()),
  };
  return page(<WebhooksPage {...props} />);
}

async function showWebhook(
  { webhookWatch, clock }: WebhookPagesDeps,
  request: UserRequest,
): Promise<PageReply> {
  const { param, query } = request;
  const { account } = request.user;
  const [id, behind] = [param('id'), query('behind') || undefined];
  const path = pathOf(id);
  const webhook = await webhookWatch.find(account.id, id);
  if (webhook === undefined) throw webhookNotFound();
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
    done: doneText(request, DONE),
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

export function createWebhookPages(deps: WebhookPagesDeps): readonly Page[] {
  const handler = handlerWith(deps);
  return [
    definePage({ method: 'GET', path: WEBHOOKS_PATH, who: 'user', handle: handler(listWebhooks) }),
    definePage({ method: 'GET', path: WEBHOOK_PATH, who: 'user', handle: handler(showWebhook) }),
    definePage({
      method: 'POST',
      path: `${WEBHOOK_PATH}/activity`,
      who: 'user',
      handle: handler(switchActive),
    }),
    definePage({
      method: 'POST',
      path: `${WEBHOOK_PATH}/deliveries/:delivery/tries`,
      who: 'user',
      handle: handler(sendAgain),
    }),
  ];
}
