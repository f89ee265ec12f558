/* Use cases of webhooks, for every owner: results of the store become values or errors. */
import { present } from '../../present.js';
import { invalidToken } from '../../api/guard.js';
import type { Actor } from '../../events/audit-log.js';
import type { AppError } from '../../errors.js';
import { conflict, invalidInput, notFound } from '../../errors.js';
import type { KeyRing } from '../../keys/key-ring.js';
import { noEventType, noTeamEventType } from '../event-types/refusals.js';
import { receiverUrlFault } from '../../outbound/addresses.js';
import type { WebhookView, WebhookChangeInput, WebhookInput } from './schemas.js';
import type { ListPage } from '../list-page.js';
import type { Webhook, WebhookOwner, WebhookStore } from './store.js';

export interface WebhookDeps {
  readonly webhooks: WebhookStore;
  readonly keys: Pick<KeyRing, 'seal' | 'open'>;
  /** CIDRs that may be called although they are private. */
  readonly outboundAllow: readonly string[];
}

const WEBHOOKS_PER_OWNER = 100;

const noWebhook = (): AppError => notFound('You have no webhook with this id here.');
const urlTaken = (): AppError =>
  conflict('There is a webhook for this URL here already. Change that one.', { property: 'subscriberUrl' });
const tooMany = (): AppError =>
  conflict(`There are ${WEBHOOKS_PER_OWNER} webhooks here, the maximum. Remove one first.`);

function noOwner(owner: WebhookOwner): AppError {
  if (owner.eventTypeId !== undefined) return 'teamId' in owner ? noTeamEventType() : noEventType();
  return 'teamId' in owner ? notFound() : invalidToken();
}

function written(answer: Webhook | 'url_taken' | 'too_many' | undefined, missing: () => AppError): Webhook {
  if (answer === undefined) throw missing();
  if (answer === 'url_taken') throw urlTaken();
  if (answer === 'too_many') throw tooMany();
  return answer;
}

export interface WebhookUseCases {
  list(owner: WebhookOwner, page: ListPage): Promise<readonly Webhook[]>;
  find(owner: WebhookOwner, id: number): Promise<Webhook>;
  create(owner: WebhookOwner, input: WebhookInput, actor: Actor): Promise<Webhook>;
  change(owner: WebhookOwner, id: number, input: WebhookChangeInput, actor: Actor): Promise<Webhook>;
  remove(owner: WebhookOwner, id: number, actor: Actor): Promise<Webhook>;
  removeAll(owner: WebhookOwner, actor: Actor): Promise<string>;
  /** `readsSecret`: the caller may change the webhook, and so reads the secret that signs its deliveries. */
  view(webhook: Webhook, readsSecret: boolean): WebhookView;
}

export function createWebhookUseCases({ webhooks, keys, outboundAllow }: WebhookDeps): WebhookUseCases {
  const urlFault = receiverUrlFault(outboundAllow);
  function checkUrl(url: string): void {
    const fault = urlFault(url);
    if (fault !== undefined) throw invalidInput([{ property: 'subscriberUrl', message: `the URL ${fault}` }]);
  }
  const sealed = (secret: string | null) => (secret === null ? null : keys.seal(secret));
  /** Undefined also when its key is not on the ring any more. */
  const opened = ({ sealedSecret }: Webhook) => (sealedSecret === null ? undefined : keys.open(sealedSecret));
  return {
    async list(owner, page) {
      const list = await webhooks.list(owner, page);
      if (list === undefined) throw noOwner(owner);
      return list;
    },
    find: async (owner, id) => written(await webhooks.find(owner, id), noWebhook),
    async create(owner, { version: _, secret = null, payloadTemplate = null, ...fields }, actor) {
      checkUrl(fields.subscriberUrl);
      const terms = { ...fields, payloadTemplate, sealedSecret: sealed(secret) };
      const webhook = await webhooks.create(owner, { ...terms, most: WEBHOOKS_PER_OWNER }, actor);
      return written(webhook, () => noOwner(owner));
    },
    async change(owner, id, { version: _, secret, ...fields }, actor) {
      if (fields.subscriberUrl !== undefined) checkUrl(fields.subscriberUrl);
      const change = { ...fields, ...(secret === undefined ? {} : { sealedSecret: sealed(secret) }) };
      const isEmpty = Object.keys(change).length === 0;
      const changed = isEmpty ? webhooks.find(owner, id) : webhooks.change(owner, id, change, actor);
      return written(await changed, noWebhook);
    },
    remove: async (owner, id, actor) => written(await webhooks.remove(owner, id, actor), noWebhook),
    async removeAll(owner, actor) {
      const count = await webhooks.removeAll(owner, actor);
      if (count === undefined) throw noOwner(owner);
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
