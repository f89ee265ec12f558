/* One webhook with its deliveries and their responses. Data: web/webhooks. */
import type { VNode } from 'preact';
import type { PageUser } from '../parts/account-menu.js';
import { AccountPage } from '../parts/account-page.js';
import { ButtonForm, LinkAction } from '../parts/forms/actions.js';
import { Badge } from '../parts/badge.js';
import { Card, EmptyCard } from '../parts/card.js';
import { type Definition, DefinitionList } from '../parts/definition-list.js';
import { Identifier } from '../parts/text/identifier.js';
import { isolated } from '../parts/text/isolated.js';
import { Notice } from '../parts/notice.js';
import { Pages } from '../parts/pages.js';
import { ExactTime, Time } from '../parts/text/time.js';
import { SecretAndRemoval, TestCard } from './controls.js';
import { WEBHOOK_FORM_TEXT } from './messages.js';
import { WebhookFacts, type WebhookView } from './webhooks.js';

export interface DeliveryView {
  readonly id: string;
  readonly trigger: string;
  readonly body: string;
  readonly state: 'waiting' | 'delivered' | 'dead';
  readonly createdAt: Date;
  readonly attempts: number;
  readonly dueAt?: Date | undefined;
  /** Why it will never be sent. */
  readonly dropped?: string | undefined;
  readonly last?:
    | {
        readonly at: Date;
        readonly durationMs: number;
        readonly status?: number | undefined;
        readonly answer?: string | undefined;
        readonly failure?: string | undefined;
      }
    | undefined;
  /** Target of the form that sends it again. */
  readonly resend: string;
}

export interface WebhookPageProps {
  readonly user: PageUser;
  readonly webhook: WebhookView;
  readonly deliveries: readonly DeliveryView[];
  readonly now: Date;
  readonly csrf: string;
  /** Target of the form that switches the webhook on and off. */
  readonly action: string;
  /** Of this webhook; its other forms are below it. */
  readonly path: string;
  /** Its form; absent for the webhook of a client, which is changed on the page of the client. */
  readonly editTo?: string | undefined;
  readonly done?: string | undefined;
  /** Paths of other pages of the list; absent where there are none. */
  readonly newest?: string | undefined;
  readonly older?: string | undefined;
}

export const WEBHOOK_TEXT = {
  title: (host: string) => `Webhook to ${host}`,
  switchOff: 'Switch off',
  switchOn: 'Switch on',
  enableAgain: 'Switch on again',
  disabledTitle: 'Switched off because its receiver failed',
  disabledText: 'Fix the receiver first. Failed deliveries can be sent again below.',
  deliveries: 'Deliveries',
  retention: 'Newest first, kept for 30 days. Each delivery is attempted up to eight times within a day.',
  none: 'Nothing was sent yet',
  noneDetail: 'A delivery appears here when one of its triggers fires.',
  states: { delivered: 'Delivered', waiting: 'Waiting', retried: 'Retrying', dead: 'Failed' },
  created: 'Event time',
  tried: 'Last attempt',
  attempts: (attempts: number) => (attempts === 1 ? '1 attempt so far' : `${attempts} attempts so far`),
  took: (ms: number) => `took ${ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`}`,
  next: 'Next attempt',
  response: 'Response',
  status: (status: number) => `Status ${status}`,
  reason: 'Reason',
  id: 'webhook-id',
  request: 'Request body',
  unwritten: 'It is written when the delivery is due.',
  responseBody: 'Response body',
  resend: 'Send again',
  sendNow: 'Send now',
  sent: (host: string) =>
    `The delivery is being sent to ${isolated(host)}. Reload the page to see the result.`,
  switchedOn: (host: string) =>
    `The webhook for ${isolated(host)} is switched on. New events are sent to it.`,
  switchedOff: (host: string) =>
    `The webhook for ${isolated(host)} is switched off. No events are sent to it.`,
  isOff: 'The webhook is switched off. Switch it on, then send the delivery again.',
  pages: { first: 'Back to the newest', next: 'Older deliveries' },
} as const;
const TEXT = WEBHOOK_TEXT;

/** Name of the button that switches the webhook on and off. */
export const ACTIVE = 'active';

function StateBadge({ state, last }: DeliveryView): VNode {
  if (state === 'delivered') return <Badge kind="good" text={TEXT.states.delivered} />;
  if (state === 'dead') return <Badge kind="danger" text={TEXT.states.dead} />;
  return last === undefined ? (
    <Badge kind="info" text={TEXT.states.waiting} />
  ) : (
    <Badge kind="warning" text={TEXT.states.retried} />
  );
}

function lastAttempt({ last, attempts, dropped }: DeliveryView, now: Date): readonly Definition[] {
  if (last === undefined) return [{ term: TEXT.reason, value: dropped }];
  const { at, durationMs, status, failure } = last;
  return [
    {
      term: TEXT.tried,
      value: (
        <>
          <Time at={at} now={now} />, {TEXT.took(durationMs)}, {TEXT.attempts(attempts)}
        </>
      ),
    },
    { term: TEXT.response, value: status === undefined ? undefined : TEXT.status(status) },
    { term: TEXT.reason, value: failure },
  ];
}

const definitionsOf = (delivery: DeliveryView, now: Date): readonly Definition[] => [
  { term: TEXT.created, value: <Time at={delivery.createdAt} now={now} /> },
  ...lastAttempt(delivery, now),
  { term: TEXT.next, value: delivery.dueAt && <ExactTime at={delivery.dueAt} /> },
  { term: TEXT.id, value: <Identifier value={delivery.id} /> },
];

const Disclosure = ({ title, text }: { title: string; text: string }): VNode => (
  <details class="folded">
    <summary>{title}</summary>
    <p class="preline identifier" dir="ltr">
      {text}
    </p>
  </details>
);

const Delivery = ({ delivery, now, csrf }: { delivery: DeliveryView; now: Date; csrf: string }): VNode => (
  <li class="entry">
    <div class="entry-head">
      <h3>
        <Identifier value={delivery.trigger} />
      </h3>
      <StateBadge {...delivery} />
    </div>
    <DefinitionList of={definitionsOf(delivery, now)} />
    <Disclosure title={TEXT.request} text={delivery.body === '' ? TEXT.unwritten : delivery.body} />
    {delivery.last?.answer && <Disclosure title={TEXT.responseBody} text={delivery.last.answer} />}
    <ButtonForm
      action={delivery.resend}
      csrf={csrf}
      look="plain"
      text={delivery.state === 'waiting' ? TEXT.sendNow : TEXT.resend}
    />
  </li>
);

const Deliveries = ({ deliveries, now, csrf }: WebhookPageProps): VNode => (
  <>
    <p class="hint">{TEXT.retention}</p>
    <Card>
      <ul class="entries">
        {deliveries.map((delivery) => (
          <Delivery key={delivery.id} delivery={delivery} now={now} csrf={csrf} />
        ))}
      </ul>
    </Card>
  </>
);

const isOff = ({ active, disabledAt }: WebhookView): boolean => !active || disabledAt !== undefined;

const Switch = ({ webhook, csrf, action }: WebhookPageProps): VNode => {
  const off = isOff(webhook);
  const label = webhook.disabledAt === undefined ? TEXT.switchOn : TEXT.enableAgain;
  return (
    <ButtonForm
      {...{ action, csrf }}
      look={off ? 'primary' : 'plain'}
      text={off ? label : TEXT.switchOff}
      name={ACTIVE}
      value={off ? 'on' : 'off'}
    />
  );
};

export const WebhookPage = (props: WebhookPageProps): VNode => {
  const { user, webhook, deliveries, now, done, newest, older, editTo } = props;
  const title = TEXT.title(new URL(webhook.url).host);
  return (
    <AccountPage title={title} user={user} crumbs={[]} done={done}>
      {webhook.disabledReason && (
        <Notice
          kind="warning"
          title={TEXT.disabledTitle}
          detail={`${webhook.disabledReason} ${TEXT.disabledText}`}
        />
      )}
      <Card>
        <p>
          <Identifier value={webhook.url} />
        </p>
        <WebhookFacts webhook={webhook} now={now} />
        <Switch {...props} />
        {editTo && <LinkAction look="plain" to={editTo} text={WEBHOOK_FORM_TEXT.editLink} />}
      </Card>
      {editTo && <TestCard {...props} off={isOff(webhook)} />}
      <h2>{TEXT.deliveries}</h2>
      {deliveries.length === 0 ? (
        <EmptyCard title={TEXT.none} detail={TEXT.noneDetail} level="h3" />
      ) : (
        <Deliveries {...props} />
      )}
      <Pages first={newest} next={older} labels={TEXT.pages} />
      {editTo && <SecretAndRemoval {...props} />}
    </AccountPage>
  );
};
