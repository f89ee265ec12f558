/* The webhook of a client, which receives events of its grants and secrets. */
import type { VNode } from 'preact';
import { Layout } from '../layout.js';
import type { Crumb } from '../layout.js';
import type { PagePerson } from '../parts/account-menu.js';
import { Badge } from '../parts/badge.js';
import { Button, ButtonLink } from '../parts/button.js';
import { Card } from '../parts/card.js';
import { Copyable, CopyScript } from '../parts/copyable.js';
import { DefinitionList } from '../parts/definition-list.js';
import { Field } from '../parts/field.js';
import { Form } from '../parts/form.js';
import { Identifier } from '../parts/identifier.js';
import { Link } from '../parts/link.js';
import { Notice } from '../parts/notice.js';

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
  newTitle: 'Your signing secret',
  onceTitle: 'Copy this secret now',
  once: 'It is shown only once. If you reload or leave this page, it is lost, and you have to create a new one.',
  client: 'Client',
  copied: 'I have copied it',
  faulty: (fault: string) => `The URL ${fault}.`,
  taken: 'The client already has a webhook.',
  done: {
    moved: 'The URL was saved. All requests go there from now on.',
    removed: 'The webhook was removed.',
  },
} as const;
const TEXT = CLIENT_WEBHOOK_TEXT;

/** On the page of the client. */
export const ClientWebhookCard = ({ to, set }: { to: string; set: boolean }): VNode => (
  <Card>
    <h2>{TEXT.title}</h2>
    <p class="hint">{TEXT.detail}</p>
    <div class="actions">
      <ButtonLink look="plain" to={to}>
        {set ? TEXT.change : TEXT.set}
      </ButtonLink>
    </div>
  </Card>
);

export interface ClientWebhookProps {
  readonly user: PagePerson;
  readonly crumbs: readonly Crumb[];
  readonly csrf: string;
  /** Of this page; additions are posted to it, everything else below it. */
  readonly path: string;
  /** Absent while there is none. */
  readonly webhook?:
    { readonly url: string; readonly active: boolean; readonly deliveries: string } | undefined;
  readonly typed: string;
  readonly fault?: string | undefined;
  readonly done?: string | undefined;
}

const UrlForm = ({ csrf, path, webhook, typed, fault }: ClientWebhookProps): VNode => (
  <Form action={webhook ? `${path}/address` : path} csrf={csrf}>
    <Field
      name="url"
      type="address"
      autocomplete="off"
      label={TEXT.url}
      hint={TEXT.hint}
      value={typed}
      fault={fault && TEXT.faulty(fault)}
    />
    <div class="actions">
      <Button look="primary">{webhook ? TEXT.move : TEXT.add}</Button>
    </div>
  </Form>
);

type Webhook = NonNullable<ClientWebhookProps['webhook']>;

const State = ({ url, active, deliveries }: Webhook): VNode => (
  <>
    <DefinitionList
      of={[
        { term: TEXT.url, value: <Identifier value={url} /> },
        {
          term: TEXT.state,
          value: active ? (
            <Badge kind="good" text={TEXT.active} />
          ) : (
            <Badge kind="warning" text={TEXT.inactive} />
          ),
        },
      ]}
    />
    <p>
      <Link to={deliveries}>{TEXT.deliveries}</Link>
    </p>
  </>
);

const Further = ({ csrf, path }: ClientWebhookProps): VNode => (
  <>
    <Card>
      <h2>{TEXT.secret}</h2>
      <p class="hint">{TEXT.secretDetail}</p>
      <Form action={`${path}/secret`} csrf={csrf}>
        <div class="actions">
          <Button look="plain">{TEXT.replace}</Button>
        </div>
      </Form>
    </Card>
    <div class="card danger-zone">
      <h2>{TEXT.removeTitle}</h2>
      <p class="hint">{TEXT.removeDetail}</p>
      <Form action={`${path}/removal`} csrf={csrf}>
        <div class="actions">
          <Button look="danger">{TEXT.remove}</Button>
        </div>
      </Form>
    </div>
  </>
);

export const ClientWebhookPage = (props: ClientWebhookProps): VNode => (
  <Layout title={TEXT.title} width="wide" user={props.user} crumbs={props.crumbs}>
    <h1>{TEXT.title}</h1>
    {props.done && <Notice kind="good" title={props.done} />}
    <p class="lead">{TEXT.lead}</p>
    <Card>
      {props.webhook && <State {...props.webhook} />}
      <UrlForm {...props} />
    </Card>
    {props.webhook && <Further {...props} />}
  </Layout>
);

export interface NewWebhookSecretProps {
  readonly user: PagePerson;
  readonly crumbs: readonly Crumb[];
  readonly name: string;
  readonly secret: string;
  readonly backTo: string;
}

export const NewWebhookSecretPage = (props: NewWebhookSecretProps): VNode => (
  <Layout title={TEXT.newTitle} width="wide" user={props.user} crumbs={props.crumbs}>
    <h1>{TEXT.newTitle}</h1>
    <Notice kind="warning" title={TEXT.onceTitle}>
      <p>{TEXT.once}</p>
    </Notice>
    <Card>
      <DefinitionList
        of={[
          { term: TEXT.client, value: <bdi>{props.name}</bdi> },
          { term: TEXT.secret, value: <Copyable value={props.secret} what="signing secret" once /> },
        ]}
      />
      <div class="actions">
        <ButtonLink look="primary" to={props.backTo}>
          {TEXT.copied}
        </ButtonLink>
      </div>
    </Card>
    <CopyScript />
  </Layout>
);
