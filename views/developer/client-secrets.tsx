/* The secrets of a confidential client: which there are, adding one, removing one, and the page that shows one once. */
import type { VNode } from 'preact';
import { Layout } from '../layout.js';
import type { Crumb } from '../layout.js';
import type { PagePerson } from '../parts/account-menu.js';
import { Button, ButtonLink } from '../parts/button.js';
import { Card } from '../parts/card.js';
import { Copyable, CopyScript } from '../parts/copyable.js';
import { DefinitionList } from '../parts/definition-list.js';
import { Form } from '../parts/form.js';
import { Identifier } from '../parts/identifier.js';
import { Notice } from '../parts/notice.js';
import { Time } from '../parts/time.js';
import { SecretUse } from './secret-use.js';
import type { SecretUseView } from './secret-use.js';

export interface SecretView {
  readonly id: string;
  /** The last four characters. */
  readonly hint: string;
  readonly createdAt: Date;
  readonly use: SecretUseView;
  /** Uses in the last 7 days. */
  readonly week: number;
}

export interface ClientSecretsProps {
  readonly secrets: readonly SecretView[];
  readonly csrf: string;
  /** Additions are posted here; `/<secret id>/removal` below it removes one. */
  readonly action: string;
  readonly now: Date;
}

const TEXT = {
  title: 'Client secrets',
  lead: 'Two can be active at once, so that you can switch your application to a new one without a failed request.',
  ending: 'Secret ending in',
  created: 'Created',
  consequence: 'Requests with this secret fail from now on. Issued tokens stay valid.',
  remove: (hint: string) => `Remove secret ending in ${hint}`,
  last: 'You cannot remove the only active secret. Add another one and switch your application to it first.',
  add: 'Add a second secret',
  full: 'Two are active. Remove one before you add another.',
  newTitle: 'Your client secret',
  onceTitle: 'Copy this secret now',
  once: 'It is shown only once and not stored in plain text. If you reload or leave this page, it is lost, and you have to add another.',
  name: 'Name',
  clientId: 'Client ID',
  secret: 'Client secret',
  done: 'I have copied it',
} as const;

const Secret = ({ secret, ...props }: ClientSecretsProps & { secret: SecretView }): VNode => (
  <li class="secret">
    <p>
      {TEXT.ending} <Identifier value={secret.hint} />
    </p>
    <p class="hint">
      {TEXT.created} <Time at={secret.createdAt} now={props.now} />
    </p>
    <SecretUse {...secret} removable={props.secrets.length > 1} now={props.now} />
    {props.secrets.length > 1 && (
      <Form action={`${props.action}/${secret.id}/removal`} csrf={props.csrf}>
        <div class="consequence">
          <p class="hint">{TEXT.consequence}</p>
          <Button look="danger">{TEXT.remove(secret.hint)}</Button>
        </div>
      </Form>
    )}
  </li>
);

export const ClientSecrets = (props: ClientSecretsProps): VNode => (
  <Card>
    <h2 id="secrets">{TEXT.title}</h2>
    <p class="hint">{TEXT.lead}</p>
    <ul class="plain-list">
      {props.secrets.map((secret) => (
        <Secret key={secret.id} secret={secret} {...props} />
      ))}
    </ul>
    {props.secrets.length > 1 ? (
      <p class="hint">{TEXT.full}</p>
    ) : (
      <>
        <p class="hint">{TEXT.last}</p>
        <Form action={props.action} csrf={props.csrf}>
          <div class="actions">
            <Button look="plain">{TEXT.add}</Button>
          </div>
        </Form>
      </>
    )}
  </Card>
);

export interface NewSecretProps {
  readonly user: PagePerson;
  readonly crumbs: readonly Crumb[];
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly backTo: string;
}

export const NewSecretPage = (props: NewSecretProps): VNode => (
  <Layout title={TEXT.newTitle} width="wide" user={props.user} crumbs={props.crumbs}>
    <h1>{TEXT.newTitle}</h1>
    <Notice kind="warning" title={TEXT.onceTitle}>
      <p>{TEXT.once}</p>
    </Notice>
    <Card>
      <DefinitionList
        of={[
          { term: TEXT.name, value: <bdi>{props.name}</bdi> },
          { term: TEXT.clientId, value: <Copyable value={props.clientId} what="client ID" /> },
          { term: TEXT.secret, value: <Copyable value={props.clientSecret} what="client secret" once /> },
        ]}
      />
      <div class="actions">
        <ButtonLink look="primary" to={props.backTo}>
          {TEXT.done}
        </ButtonLink>
      </div>
    </Card>
    <CopyScript />
  </Layout>
);
