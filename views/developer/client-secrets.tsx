/* The secrets of a confidential client: the list, adding one, removing one. */
import type { VNode } from 'preact';
import { ButtonForm } from '../parts/forms/actions.js';
import { Button } from '../parts/forms/button.js';
import { Card } from '../parts/card.js';
import { Form } from '../parts/forms/form.js';
import { Identifier } from '../parts/text/identifier.js';
import { Time } from '../parts/text/time.js';
import type { ClientViewPageProps } from './client-heading.js';
import { SecretUse, type SecretUseView } from './secret-use.js';

export interface SecretView {
  readonly id: string;
  /** The last four characters. */
  readonly hint: string;
  readonly createdAt: Date;
  readonly use: SecretUseView;
  /** Uses in the last 7 days. */
  readonly week: number;
}

interface ClientSecretsProps extends Pick<ClientViewPageProps, 'csrf' | 'path' | 'now'> {
  readonly secrets: readonly SecretView[];
}

export const CLIENT_SECRETS_TEXT = {
  title: 'Client secrets',
  lead: 'Two can be active at once, so that you can switch your application to a new one without a failed request.',
  ending: 'Secret ending in',
  created: 'Created',
  consequence: 'Requests with this secret fail from now on. Issued tokens stay valid.',
  remove: (hint: string) => `Remove secret ending in ${hint}`,
  last: 'You cannot remove the only active secret. Add another one and switch your application to it first.',
  add: 'Add a second secret',
  full: 'Two are active. Remove one before you add another.',
} as const;
const TEXT = CLIENT_SECRETS_TEXT;

const Secret = ({ secret, secrets, ...props }: ClientSecretsProps & { secret: SecretView }): VNode => (
  <li class="secret">
    <p>
      {TEXT.ending} <Identifier value={secret.hint} />
    </p>
    <p class="hint">
      {TEXT.created} <Time at={secret.createdAt} now={props.now} />
    </p>
    <SecretUse {...secret} removable={secrets.length > 1} now={props.now} />
    {secrets.length > 1 && (
      <Form action={`${props.path}/secrets/${secret.id}/removal`} csrf={props.csrf}>
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
        <ButtonForm action={`${props.path}/secrets`} csrf={props.csrf} look="plain" text={TEXT.add} />
      </>
    )}
  </Card>
);
