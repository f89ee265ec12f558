/* Shared by the pages of webhooks: dependencies, paths, and finding a webhook for a user who manages it. */
import type { WatchedWebhook, WebhookWatch } from '../../delivery/webhook-delivery-store.js';
import { notFound } from '../../errors.js';
import type { WebhookUseCases } from '../../scheduling/webhooks/use-cases.js';
import type { UserRequest } from '../page.js';

export interface WebhookPagesDeps {
  readonly webhookWatch: WebhookWatch;
  readonly useCases: WebhookUseCases;
  readonly random: (bytes: number) => Buffer;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

export const WEBHOOKS_PATH = '/settings/webhooks';

export const pathOf = (id: string): string => `${WEBHOOKS_PATH}/${encodeURIComponent(id)}`;
/** Its name on pages: URLs may be long, and contain credentials. */
export const hostOf = ({ url }: Pick<WatchedWebhook, 'url'>): string => new URL(url).host;
export const webhookNotFound = () => notFound('You have no webhook with this id.');

export async function findOwn(
  { webhookWatch }: WebhookPagesDeps,
  { user, param }: UserRequest,
): Promise<WatchedWebhook> {
  const webhook = await webhookWatch.find(user.account.id, param('id'));
  if (webhook === undefined) throw webhookNotFound();
  return webhook;
}

interface OwnRecord {
  readonly webhook: WatchedWebhook;
  readonly record: NonNullable<WatchedWebhook['record']>;
}

/** The webhook of a client has pages of its own (web/developer). */
export async function findOwnRecord(deps: WebhookPagesDeps, request: UserRequest): Promise<OwnRecord> {
  const webhook = await findOwn(deps, request);
  const { record } = webhook;
  if (record === undefined) throw webhookNotFound();
  return { webhook, record };
}
