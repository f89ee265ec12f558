/*
 * `/settings/webhooks`: the webhooks that a person looks after, what was sent to each and what came of it; a switch, and
 * a way to send something again. Whose they are is asked in every statement of the store.
 */
import type { Context } from 'koa';
import Router from 'koa-router';
import { ACTIVE, WEBHOOK_TEXT, WebhookPage } from '../../../views/webhooks/webhook.js';
import { WEBHOOKS_TEXT, WebhooksPage } from '../../../views/webhooks/webhooks.js';
import type { CurrentUser, SignedInUser, RequireUser } from '../session/user.js';
import type { Actor } from '../../events/audit-log.js';
import { conflict, notFound } from '../../errors.js';
import type { CsrfField } from '../../http/csrf.js';
import type { Form } from '../../http/forms.js';
import { readForm } from '../../http/forms.js';
import { redirectAfterPost, sendPage } from '../../http/pages.js';
import { clientIp } from '../../http/proxies.js';
import type { WatchedWebhook, WebhookWatch } from '../../delivery/webhook-delivery-store.js';

export interface WebhookPagesDeps {
  readonly webhookWatch: WebhookWatch;
  readonly csrf: CsrfField;
  readonly currentUser: CurrentUser;
  readonly requireUser: RequireUser;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

const WEBHOOKS_PATH = '/settings/webhooks';
const PAGE = 20;

/** What the home page shows of this room. */
export const WEBHOOKS_LINK = {
  to: WEBHOOKS_PATH,
  label: WEBHOOKS_TEXT.title,
  detail: WEBHOOKS_TEXT.detail,
};

const DONE: Readonly<Record<string, string>> = {
  on: WEBHOOK_TEXT.switchedOn,
  off: WEBHOOK_TEXT.switchedOff,
  sent: WEBHOOK_TEXT.sent,
};

const pathOf = (id: string): string => `${WEBHOOKS_PATH}/${encodeURIComponent(id)}`;

const shown = (webhook: WatchedWebhook) => ({ ...webhook, to: pathOf(webhook.id) });

interface Visit {
  readonly ctx: Context;
  readonly user: SignedInUser;
}

const actorOf = ({ ctx, user }: Visit): Actor => ({
  actor: `account:${user.account.id}`,
  clientIp: clientIp(ctx),
});

function paramOf({ params }: Context, name: string): string {
  const value: unknown = (params as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' ? value : '';
}

const noWebhook = () => notFound('You have no such webhook.');

type Show = (deps: WebhookPagesDeps, visit: Visit) => Promise<void>;

/** A page for whoever is signed in; others are asked to sign in first. */
const page =
  (deps: WebhookPagesDeps, show: Show) =>
  async (ctx: Context): Promise<void> => {
    const user = await deps.currentUser(ctx);
    if (user !== undefined) await show(deps, { ctx, user });
    else redirectAfterPost(ctx, `/sign-in?${new URLSearchParams({ return_to: ctx.url }).toString()}`);
  };

const posted =
  (deps: WebhookPagesDeps, take: (deps: WebhookPagesDeps, visit: Visit, form: Form) => Promise<void>) =>
  async (ctx: Context): Promise<void> => {
    const form = await readForm(ctx);
    const user = await deps.requireUser(ctx, form);
    if (user !== undefined) await take(deps, { ctx, user }, form);
  };

const showAll: Show = async ({ webhookWatch, clock }, { ctx, user: { account } }) => {
  const webhooks = (await webhookWatch.ofPerson(account.id)).map(shown);
  sendPage(ctx, 200, <WebhooksPage user={account} webhooks={webhooks} now={new Date(clock())} />);
};

const showOne: Show = async ({ webhookWatch, csrf, clock }, { ctx, user: { account } }) => {
  const id = paramOf(ctx, 'id');
  const webhook = await webhookWatch.find(account.id, id);
  if (webhook === undefined) throw noWebhook();
  const behind = typeof ctx.query.behind === 'string' ? ctx.query.behind : undefined;
  // One more than is shown is asked for: whether there is another page.
  const found = await webhookWatch.deliveries(account.id, id, { behind, limit: PAGE + 1 });
  const deliveries = found.slice(0, PAGE);
  const last = deliveries.at(-1);
  const path = pathOf(id);
  const props = {
    user: account,
    webhook: shown(webhook),
    deliveries: deliveries.map((one) => ({ ...one, resend: `${path}/deliveries/${one.id}/tries` })),
    now: new Date(clock()),
    csrf: csrf.csrfField(ctx),
    action: `${path}/activity`,
    done: DONE[String(ctx.query.done)],
    newest: behind === undefined ? undefined : path,
    older: found.length > PAGE && last ? `${path}?behind=${last.id}` : undefined,
  };
  sendPage(ctx, 200, <WebhookPage {...props} />);
};

async function switchActive(deps: WebhookPagesDeps, visit: Visit, form: Form): Promise<void> {
  const id = paramOf(visit.ctx, 'id');
  const active = form.text(ACTIVE) === 'on';
  const { account } = visit.user;
  if (!(await deps.webhookWatch.setActive(account.id, id, active, actorOf(visit)))) throw noWebhook();
  redirectAfterPost(visit.ctx, `${pathOf(id)}?done=${active ? 'on' : 'off'}`);
}

async function sendAgain(deps: WebhookPagesDeps, visit: Visit): Promise<void> {
  const [id, delivery] = [paramOf(visit.ctx, 'id'), paramOf(visit.ctx, 'delivery')];
  const { account } = visit.user;
  const verdict = await deps.webhookWatch.sendAgain(account.id, id, delivery, actorOf(visit));
  if (verdict === 'not_found') throw notFound('There is no such delivery any more.');
  if (verdict === 'switched_off') throw conflict(WEBHOOK_TEXT.isOff);
  redirectAfterPost(visit.ctx, `${pathOf(id)}?done=sent`);
}

export function createWebhookPages(deps: WebhookPagesDeps): Router {
  const router = new Router();
  router.get(WEBHOOKS_PATH, page(deps, showAll));
  router.get(`${WEBHOOKS_PATH}/:id`, page(deps, showOne));
  router.post(`${WEBHOOKS_PATH}/:id/activity`, posted(deps, switchActive));
  router.post(`${WEBHOOKS_PATH}/:id/deliveries/:delivery/tries`, posted(deps, sendAgain));
  return router;
}
