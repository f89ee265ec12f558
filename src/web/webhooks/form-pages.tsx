/* The form of a webhook, its secret, a test event, and its deletion. The use cases are those of `/v2/webhooks`. */
import { confirmWebhookRemoval } from '../../../views/webhooks/controls.js';
import { TRIGGER_TEXT, WEBHOOK_FORM_TEXT as TEXT } from '../../../views/webhooks/messages.js';
import { WebhookFormPage, type WebhookValues } from '../../../views/webhooks/webhook-form.js';
import type { Confirmation } from '../../../views/parts/confirmation.js';
import { isolated } from '../../../views/parts/text/isolated.js';
import { checkValue } from '../../api/input.js';
import { randomWebhookSecret } from '../../clients/webhook-secret.js';
import type { WebhookOwnerChoice } from '../../delivery/webhook-delivery-store.js';
import { conflict, type PropertyFault } from '../../errors.js';
import { triggerFault, TRIGGERS } from '../../events/triggers.js';
import type { Form } from '../../http/forms.js';
import {
  eventTypeWebhookChangeInput,
  eventTypeWebhookInput,
  webhookChangeInput,
  webhookInput,
} from '../../scheduling/webhooks/schemas.js';
import type { WebhookOwner } from '../../scheduling/webhooks/store.js';
import { WEBHOOK_VERSION } from '../../scheduling/webhooks/webhook-event.js';
import { newSecretReply } from '../developer/secret-pages.js';
import type { UserPost, UserRequest } from '../page.js';
import { refusedInput, type RefusedInput } from '../refused-input.js';
import { doneReply, page, type PageReply, redirect } from '../reply.js';
import { type FieldFaults, groupByField, textOf } from '../request-values.js';
import {
  findOwn,
  findOwnRecord,
  hostOf,
  pathOf,
  type WebhookPagesDeps,
  WEBHOOKS_PATH,
} from './own-webhook.js';

export const WEBHOOK_LISTS: readonly string[] = ['triggers'];
const MAX_OWNERS = 1_000;
const OWN = 'you';

const keyOf = (owner: WebhookOwner): string => {
  if (owner.eventTypeId !== undefined) return `event-type-${owner.eventTypeId}`;
  return 'teamId' in owner ? `organization-${owner.teamId}` : OWN;
};

function labelOf({ kind, name, team }: WebhookOwnerChoice): string {
  if (kind === 'user') return TEXT.you;
  if (kind === 'organization') return TEXT.organization(isolated(name));
  return TEXT.eventType(isolated(name), team === undefined ? undefined : isolated(team));
}

const possible = TRIGGERS.filter((trigger) => triggerFault(trigger, false) === undefined);
const details: Readonly<Partial<Record<string, string>>> = TRIGGER_TEXT;

/** Of a new webhook all that there are: its owner is chosen in the same form. */
const triggersFor = (owner: WebhookOwner | undefined) =>
  possible
    .filter((trigger) => owner === undefined || !triggerFault(trigger, owner.eventTypeId !== undefined))
    .map((value) => {
      const limit = triggerFault(value, true) === undefined ? [] : [TEXT.notOfEventTypes];
      return { value, detail: [details[value] ?? '', ...(owner === undefined ? limit : [])].join(' ') };
    });

const typedIn = (form: Form): WebhookValues => ({
  url: textOf(form, 'url'),
  owner: form.text('owner'),
  triggers: form.list('triggers'),
  template: textOf(form, 'template'),
});

interface Rejected {
  readonly values: WebhookValues;
  readonly faults: FieldFaults;
  readonly refusal?: string | undefined;
  readonly status?: number;
}

const formProps = (request: UserRequest, rejected: Rejected | undefined) => ({
  user: request.user.account,
  csrf: request.csrf(),
  faults: rejected?.faults ?? {},
  refusal: rejected?.refusal,
  version: WEBHOOK_VERSION,
});

const statusOf = (rejected: Rejected | undefined) => ({
  status: rejected === undefined ? 200 : (rejected.status ?? 422),
});

const BLANK: WebhookValues = { url: '', owner: OWN, triggers: [], template: '' };

export async function showNewWebhook(
  { webhookWatch }: WebhookPagesDeps,
  request: UserRequest,
  rejected?: Rejected,
): Promise<PageReply> {
  const owners = await webhookWatch.owners(request.user.account.id, MAX_OWNERS);
  const props = {
    ...formProps(request, rejected),
    ...{ crumbs: [], action: WEBHOOKS_PATH, backTo: WEBHOOKS_PATH },
    values: rejected?.values ?? BLANK,
    owners: owners.map((choice) => ({ value: keyOf(choice.owner), label: labelOf(choice) })),
    triggers: triggersFor(undefined),
  };
  return page(<WebhookFormPage {...props} />, statusOf(rejected));
}

export async function showEditWebhook(
  deps: WebhookPagesDeps,
  request: UserRequest,
  rejected?: Rejected,
): Promise<PageReply> {
  const { webhook, record } = await findOwnRecord(deps, request);
  const { payloadTemplate } = await deps.useCases.find(record.owner, record.id);
  const path = pathOf(webhook.id);
  const stored = { ...BLANK, url: webhook.url, triggers: webhook.triggers, template: payloadTemplate ?? '' };
  const props = {
    ...formProps(request, rejected),
    ...{ crumbs: [{ label: webhook.url, to: path }], action: path, backTo: path },
    values: rejected?.values ?? stored,
    triggers: triggersFor(record.owner),
  };
  return page(<WebhookFormPage {...props} />, statusOf(rejected));
}

const FIELDS: Readonly<Record<string, string>> = { subscriberUrl: 'url', payloadTemplate: 'template' };

/** Some messages of the API name their subject, and others begin with "must". */
const sentenceOf = (subject: string, message: string): string =>
  message.startsWith('must')
    ? `The ${subject} ${message}.`
    : `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;

const SUBJECTS: Readonly<Record<string, string>> = { url: 'URL', template: 'body', triggers: 'trigger' };

const faultsOf = (faults: readonly PropertyFault[]): FieldFaults =>
  groupByField(
    faults.map(({ property, message }) => {
      const [first = '', item] = property.split('.');
      const field = FIELDS[first] ?? first;
      const isList = field === 'triggers' && item === undefined;
      return [field, isList ? TEXT.noTrigger : sentenceOf(SUBJECTS[field] ?? field, message)];
    }),
  );

const inputOf = ({ url, triggers, template }: WebhookValues) => ({
  subscriberUrl: url,
  triggers,
  payloadTemplate: template,
});

const refusalOf = (values: WebhookValues, { status, faults, reason }: RefusedInput): Rejected => ({
  ...{ values, status },
  faults: faultsOf(faults),
  refusal: reason,
});

const secretReply = (request: UserPost, url: string, webhookPath: string, secret: string): PageReply =>
  newSecretReply(request, {
    kind: 'subscriber',
    crumbs: [],
    name: url,
    secret,
    backTo: webhookPath,
  });

export async function createWebhook(deps: WebhookPagesDeps, request: UserPost): Promise<PageReply> {
  const values = typedIn(request.form);
  const choices = await deps.webhookWatch.owners(request.user.account.id, MAX_OWNERS);
  const owner = choices.find((choice) => keyOf(choice.owner) === values.owner)?.owner;
  if (owner === undefined)
    return showNewWebhook(deps, request, { values, faults: { owner: [TEXT.unknownOwner] } });
  const schema = owner.eventTypeId === undefined ? webhookInput : eventTypeWebhookInput;
  const checked = checkValue(schema, { ...inputOf(values), active: true }, 'form');
  if ('faults' in checked) return showNewWebhook(deps, request, { values, faults: faultsOf(checked.faults) });
  const secret = randomWebhookSecret(deps.random);
  const created = await deps.useCases
    .create(owner, { ...checked.data, secret }, request.actor)
    .catch(refusedInput);
  if ('refused' in created) return showNewWebhook(deps, request, refusalOf(values, created.refused));
  return secretReply(request, created.subscriberUrl, WEBHOOKS_PATH, secret);
}

export async function saveWebhook(deps: WebhookPagesDeps, request: UserPost): Promise<PageReply> {
  const { webhook, record } = await findOwnRecord(deps, request);
  const values = typedIn(request.form);
  const { owner, id } = record;
  const schema = owner.eventTypeId === undefined ? webhookChangeInput : eventTypeWebhookChangeInput;
  const checked = checkValue(schema, inputOf(values), 'form');
  if ('faults' in checked)
    return showEditWebhook(deps, request, { values, faults: faultsOf(checked.faults) });
  const saved = await deps.useCases.change(owner, id, checked.data, request.actor).catch(refusedInput);
  if ('refused' in saved) return showEditWebhook(deps, request, refusalOf(values, saved.refused));
  return redirect(`${pathOf(webhook.id)}?done=edited`);
}

export async function replaceSecret(deps: WebhookPagesDeps, request: UserPost): Promise<PageReply> {
  const { webhook, record } = await findOwnRecord(deps, request);
  const secret = randomWebhookSecret(deps.random);
  await deps.useCases.change(record.owner, record.id, { secret }, request.actor);
  return secretReply(request, webhook.url, pathOf(webhook.id), secret);
}

export async function sendTest(deps: WebhookPagesDeps, request: UserPost): Promise<PageReply> {
  const { webhook } = await findOwnRecord(deps, request);
  const { id } = request.user.account;
  const outcome = await deps.webhookWatch.sendTest(id, webhook.id, request.actor);
  if (outcome === 'switched_off') throw conflict(TEXT.testOff);
  return redirect(`${pathOf(webhook.id)}?done=tested`);
}

const MAX_WAITING = 100;

export async function askToRemove(deps: WebhookPagesDeps, request: UserPost): Promise<Confirmation> {
  const webhook = await findOwn(deps, request);
  const { id } = request.user.account;
  const newest = await deps.webhookWatch.deliveries(id, webhook.id, { limit: MAX_WAITING });
  const waiting = newest.filter(({ state }) => state === 'waiting').length;
  return confirmWebhookRemoval(hostOf(webhook), waiting);
}

export async function removeWebhook(deps: WebhookPagesDeps, request: UserPost): Promise<PageReply> {
  const { webhook, record } = await findOwnRecord(deps, request);
  await deps.useCases.remove(record.owner, record.id, request.actor);
  return doneReply(request, WEBHOOKS_PATH, TEXT.removed(hostOf(webhook)));
}
