/* What the doors of people, event types, teams and organizations do with webhooks: the store's answers, or refusals. */
import { present } from '../../present.js';
import { invalidToken } from '../../api/guard.js';
import type { Actor } from '../../events/audit-log.js';
import type { AppError } from '../../errors.js';
import { conflict, notFound } from '../../errors.js';
import type { KeyRing } from '../../keys/key-ring.js';
import { noEventType, noTeamEventType } from '../event-types/refusals.js';
import type { WebhookView, WebhookChangeInput, WebhookInput } from './schemas.js';
import type { Webhook, WebhookPage, WebhookGroup, WebhookStore } from './store.js';

export interface WebhookDeps {
  readonly webhooks: WebhookStore;
  readonly keys: Pick<KeyRing, 'seal' | 'open'>;
}

const WEBHOOKS_PER_OWNER = 100;

const noWebhook = (): AppError => notFound('You have no webhook with this id here.');
const urlTaken = (): AppError =>
  conflict('There is a webhook for this URL here already. Change that one.', { property: 'subscriberUrl' });
const tooMany = (): AppError =>
  conflict(`There are ${WEBHOOKS_PER_OWNER} webhooks here, the maximum. Remove one first.`);

/** The place that a call names is gone, or was never theirs. */
function missing(group: WebhookGroup): AppError {
  if (group.eventTypeId !== undefined) return 'teamId' in group ? noTeamEventType() : noEventType();
  return 'teamId' in group ? notFound() : invalidToken();
}

function written(answer: Webhook | 'url_taken' | 'too_many' | undefined, gone: () => AppError): Webhook {
  if (answer === undefined) throw gone();
  if (answer === 'url_taken') throw urlTaken();
  if (answer === 'too_many') throw tooMany();
  return answer;
}

export interface WebhookUseCases {
  list(group: WebhookGroup, page: WebhookPage): Promise<readonly Webhook[]>;
  find(group: WebhookGroup, id: number): Promise<Webhook>;
  create(group: WebhookGroup, input: WebhookInput, actor: Actor): Promise<Webhook>;
  change(group: WebhookGroup, id: number, input: WebhookChangeInput, actor: Actor): Promise<Webhook>;
  remove(group: WebhookGroup, id: number, actor: Actor): Promise<Webhook>;
  removeAll(group: WebhookGroup, actor: Actor): Promise<string>;
  /** `readsSecret`: whoever may change the webhook may read what signs its deliveries. */
  view(webhook: Webhook, readsSecret: boolean): WebhookView;
}

export function createWebhookUseCases({ webhooks, keys }: WebhookDeps): WebhookUseCases {
  const sealed = (secret: string | null) => (secret === null ? null : keys.seal(secret));
  /** Nothing is left of a secret whose key has left the ring. */
  const opened = ({ sealedSecret }: Webhook) => (sealedSecret === null ? undefined : keys.open(sealedSecret));
  return {
    async list(group, page) {
      const found = await webhooks.list(group, page);
      if (found === undefined) throw missing(group);
      return found;
    },
    find: async (group, id) => written(await webhooks.find(group, id), noWebhook),
    async create(group, { version: _, secret = null, payloadTemplate = null, ...fields }, actor) {
      const terms = { ...fields, payloadTemplate, sealedSecret: sealed(secret) };
      const made = await webhooks.create(group, { ...terms, most: WEBHOOKS_PER_OWNER }, actor);
      return written(made, () => missing(group));
    },
    async change(group, id, { version: _, secret, ...fields }, actor) {
      const change = { ...fields, ...(secret === undefined ? {} : { sealedSecret: sealed(secret) }) };
      const saysNothing = Object.keys(change).length === 0;
      const changed = saysNothing
        ? await webhooks.find(group, id)
        : await webhooks.change(group, id, change, actor);
      return written(changed, noWebhook);
    },
    remove: async (group, id, actor) => written(await webhooks.remove(group, id, actor), noWebhook),
    async removeAll(group, actor) {
      const count = await webhooks.removeAll(group, actor);
      if (count === undefined) throw missing(group);
      return count === 1 ? '1 webhook deleted' : `${count} webhooks deleted`;
    },
    view(webhook, readsSecret) {
      const { sealedSecret: _, payloadTemplate, triggers, ...rest } = webhook;
      const secret = readsSecret ? opened(webhook) : undefined;
      return {
        ...rest,
        triggers: [...triggers],
        payloadTemplate: payloadTemplate ?? '',
        ...present({ secret }),
      };
    },
  };
}
