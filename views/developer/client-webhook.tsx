/* The webhook of a client, which receives events of its grants and secrets. */
import type { VNode } from 'preact';
import type { FormPageProps } from '../layout.js';
import { AccountPage } from '../parts/account-page.js';
import { ButtonForm, LinkAction, Submit } from '../parts/forms/actions.js';
import { Badge } from '../parts/badge.js';
import { Card, DangerCard } from '../parts/card.js';
import { DefinitionList } from '../parts/definition-list.js';
import { Field } from '../parts/forms/field.js';
import { Form } from '../parts/forms/form.js';
import { Identifier } from '../parts/text/identifier.js';
import { Link } from '../parts/link.js';

export const CLIENT_WEBHOOK_TEXT = {
  title: 'Grant webhook',
  detail: 'Notify your server when a grant ends or is narrowed, and when a secret or the client itself ends.',
  set: 'Set up the grant webhook',
  change: 'View the grant webhook',
  lead: 'Your server receives a signed request when a person’s grant is narrowed, revoked or expires, when the client is suspended, and when a secret is removed. It contains IDs, times and scope names, and no personal data.',
  url: 'URL',
  hint: 'Where the requests go, such as https://example.com/hooks/slotkey.',
  add: 'Add the webhook',
  move: 'Save the URL',
  state: 'State',
  active: 'Active',
  inactive: 'Switched off',
  deliveries: 'View its deliveries, and switch it on or off',
  secret: 'Signing secret',
  secretDetail: 'A new secret signs every request from then on, including retries.',
  replace: 'Create a new secret',
  removeTitle: 'Remove this webhook',
  removeDetail: 'Your server receives no more requests. Pending deliveries are not sent.',
  remove: 'Remove the webhook',
  faulty: (fault: string) => `The URL ${fault}.`,
  taken: 'The client already has a webhook.',
  done: {
    moved: (name: string) => `The webhook of ${name} was saved. All requests go to its URL from now on.`,
    removed: (name: string) => `The webhook of ${name} was removed.`,
  },
} as const;
const TEXT = CLIENT_WEBHOOK_TEXT;

/** On the page of the client. */
export const ClientWebhookCard = ({ to, exists }: { to: string; exists: boolean }): VNode => (
  <Card>
    <h2>{TEXT.title}</h2>
    <p class="hint">{TEXT.detail}</p>
    <LinkAction look="plain" to={to} text={exists ? TEXT.change : TEXT.set} />
  </Card>
);

interface Webhook {
  readonly url: string;
  readonly active: boolean;
  /** Path of its deliveries. */
  readonly deliveries: string;
}

export interface ClientWebhookProps extends FormPageProps {
  /** Of this page; additions are posted to it, everything else below it. */
  readonly path: string;
  /** Absent while there is none. */
  readonly webhook?: Webhook | undefined;
  readonly typed: string;
  readonly fault?: string | undefined;
  readonly done?: string | undefined;
}

const UrlForm = ({ csrf, path, webhook, typed, fault }: ClientWebhookProps): VNode => (
  <Form action={webhook ? `${path}/address` : path} csrf={csrf}>
    <Field
      name="url"
      type="address"
      label={TEXT.url}
      hint={TEXT.hint}
      value={typed}
      fault={fault && TEXT.faulty(fault)}
    />
    <Submit look="primary" text={webhook ? TEXT.move : TEXT.add} />
  </Form>
);

const State = ({ url, active, deliveries }: Webhook): VNode => (
  <>
    <DefinitionList
      of={[
        { term: TEXT.url, value: <Identifier value={url} /> },
        {
          term: TEXT.state,
          value: <Badge kind={active ? 'good' : 'warning'} text={active ? TEXT.active : TEXT.inactive} />,
        },
      ]}
    />
    <p>
      <Link to={deliveries}>{TEXT.deliveries}</Link>
    </p>
  </>
);

const SecretAndRemoval = ({ csrf, path }: ClientWebhookProps): VNode => (
  <>
    <Card>
      <h2>{TEXT.secret}</h2>
      <p class="hint">{TEXT.secretDetail}</p>
      <ButtonForm action={`${path}/secret`} csrf={csrf} look="plain" text={TEXT.replace} />
    </Card>
    <DangerCard title={TEXT.removeTitle} detail={TEXT.removeDetail}>
      <ButtonForm action={`${path}/removal`} csrf={csrf} look="danger" text={TEXT.remove} />
    </DangerCard>
  </>
);

export const ClientWebhookPage = (props: ClientWebhookProps): VNode => (
  <AccountPage title={TEXT.title} user={props.user} crumbs={props.crumbs} done={props.done}>
    <p class="lead">{TEXT.lead}</p>
    <Card>
      {props.webhook && <State {...props.webhook} />}
      <UrlForm {...props} />
    </Card>
    {props.webhook && <SecretAndRemoval {...props} />}
  </AccountPage>
);
