/* The webhooks that a user manages. Data: web/webhooks. */
import type { VNode } from 'preact';
import type { PageUser } from '../parts/account-menu.js';
import { AccountPage } from '../parts/account-page.js';
import { Badge } from '../parts/badge.js';
import { Card, EmptyCard } from '../parts/card.js';
import { type Definition, DefinitionList } from '../parts/definition-list.js';
import { Identifier, IdentifierList } from '../parts/text/identifier.js';
import { LinkAction } from '../parts/forms/actions.js';
import { Link } from '../parts/link.js';
import { Pages } from '../parts/pages.js';
import { Time } from '../parts/text/time.js';
import { WEBHOOK_FORM_TEXT } from './messages.js';

export interface WebhookView {
  readonly id: string;
  readonly url: string;
  readonly triggers: readonly string[];
  /** The team, organization or application it belongs to; absent for the user's own. */
  readonly of?: { readonly kind: string; readonly name: string } | undefined;
  readonly active: boolean;
  readonly signed: boolean;
  readonly disabledAt?: Date | undefined;
  readonly disabledReason?: string | undefined;
  readonly failingSince?: Date | undefined;
  /** Address of its page. */
  readonly to: string;
}

export const WEBHOOKS_TEXT = {
  title: 'Webhooks',
  detail: 'Send events of your bookings to other services, and send failed deliveries again.',
  lead: 'These addresses receive events of your bookings, of bookings of teams that you administer, and of grants of your clients.',
  none: 'There are no webhooks yet',
  noneDetail:
    'A webhook sends events of your bookings to a URL. Applications add them with your permission, too.',
  of: 'Belongs to',
  own: 'You',
  triggers: 'Triggers',
  clientTriggers: 'Grants and secrets of the application that end',
  signature: 'Signature',
  signed: 'Every delivery is signed with the secret of the webhook',
  unsigned: 'None: without a secret the receiver cannot verify the sender',
  failing: 'Failing since',
  disabled: 'Switched off',
  active: 'Active',
  isFailing: 'Failing',
  isDisabled: 'Switched off after failures',
  inactive: 'Switched off',
  see: 'See its deliveries',
  pages: { first: 'Back to the first', next: 'More webhooks' },
} as const;
const TEXT = WEBHOOKS_TEXT;

interface WebhookFactsProps {
  readonly webhook: WebhookView;
  readonly now: Date;
}

function WebhookBadge({ active, disabledAt, failingSince }: WebhookView): VNode {
  if (disabledAt !== undefined) return <Badge kind="danger" text={TEXT.isDisabled} />;
  if (!active) return <Badge kind="info" text={TEXT.inactive} />;
  return failingSince === undefined ? (
    <Badge kind="good" text={TEXT.active} />
  ) : (
    <Badge kind="warning" text={TEXT.isFailing} />
  );
}

const Owner = ({ of }: Pick<WebhookView, 'of'>): VNode =>
  of === undefined ? (
    <>{TEXT.own}</>
  ) : (
    <>
      the {of.kind} <bdi>{of.name}</bdi>
    </>
  );

const factsOf = ({ webhook, now }: WebhookFactsProps): readonly Definition[] => [
  { term: TEXT.of, value: <Owner {...webhook} /> },
  {
    term: TEXT.triggers,
    value: webhook.triggers.length === 0 ? TEXT.clientTriggers : <IdentifierList values={webhook.triggers} />,
  },
  { term: TEXT.signature, value: webhook.signed ? TEXT.signed : TEXT.unsigned },
  { term: TEXT.failing, value: webhook.failingSince && <Time at={webhook.failingSince} now={now} /> },
  { term: TEXT.disabled, value: webhook.disabledAt && <Time at={webhook.disabledAt} now={now} /> },
];

export const WebhookFacts = (props: WebhookFactsProps): VNode => (
  <>
    <p>
      <WebhookBadge {...props.webhook} />
    </p>
    <DefinitionList of={factsOf(props)} />
  </>
);

const WebhookCard = ({ webhook, now }: WebhookFactsProps): VNode => (
  <li>
    <Card>
      <h2>
        <Identifier value={webhook.url} />
      </h2>
      <WebhookFacts webhook={webhook} now={now} />
      <p>
        <Link to={webhook.to}>{TEXT.see}</Link>
      </p>
    </Card>
  </li>
);

export interface WebhooksProps {
  readonly user: PageUser;
  readonly webhooks: readonly WebhookView[];
  readonly now: Date;
  /** The form to add one. */
  readonly newTo: string;
  readonly done?: string | undefined;
  /** Paths of other pages of the list; absent where there are none. */
  readonly first?: string | undefined;
  readonly next?: string | undefined;
}

export const WebhooksPage = ({ user, webhooks, now, newTo, done, first, next }: WebhooksProps): VNode => (
  <AccountPage title={TEXT.title} user={user} done={done}>
    <LinkAction look="primary" to={newTo} text={WEBHOOK_FORM_TEXT.create} />
    {webhooks.length === 0 ? (
      <EmptyCard title={TEXT.none} detail={TEXT.noneDetail} />
    ) : (
      <>
        <p class="lead">{TEXT.lead}</p>
        <ul class="cards">
          {webhooks.map((webhook) => (
            <WebhookCard key={webhook.id} webhook={webhook} now={now} />
          ))}
        </ul>
        <Pages first={first} next={next} labels={TEXT.pages} />
      </>
    )}
  </AccountPage>
);
