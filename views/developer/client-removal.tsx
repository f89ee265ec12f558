/* Deleting a client is confirmed by typing its name. */
import type { VNode } from 'preact';
import { Layout } from '../layout.js';
import type { Crumb } from '../layout.js';
import type { PagePerson } from '../parts/account-menu.js';
import { Button, ButtonLink } from '../parts/button.js';
import { Card } from '../parts/card.js';
import { Field } from '../parts/field.js';
import { Form } from '../parts/form.js';
import { isolated } from '../parts/isolated.js';
import { Notice } from '../parts/notice.js';

export interface ClientRemovalProps {
  readonly user: PagePerson;
  readonly crumbs: readonly Crumb[];
  readonly csrf: string;
  readonly action: string;
  readonly backTo: string;
  readonly name: string;
  readonly typed: string;
  readonly fault?: string | undefined;
}

/** Name of the field that is typed as confirmation. */
export const CONFIRMATION = 'confirmation';

export const REMOVAL_TEXT = {
  title: (name: string) => `Delete ${isolated(name)}?`,
  consequence: 'This cannot be undone',
  detail:
    'Its secrets stop working and nobody can use it. All its tokens lose access within a second. Its client ID is never reused.',
  label: 'Name of the client',
  hint: (name: string) => `Type it to confirm: ${isolated(name)}`,
  fault: 'This is not the name of the client. Type it exactly as shown above.',
  submit: 'Delete this client',
  stay: 'Cancel',
} as const;
const TEXT = REMOVAL_TEXT;

export const ClientRemovalPage = (props: ClientRemovalProps): VNode => (
  <Layout title={TEXT.title(props.name)} width="narrow" user={props.user} crumbs={props.crumbs}>
    <Card>
      <h1>{TEXT.title(props.name)}</h1>
      <Notice kind="warning" title={TEXT.consequence}>
        <p>{TEXT.detail}</p>
      </Notice>
      <Form action={props.action} csrf={props.csrf}>
        <Field
          name={CONFIRMATION}
          label={TEXT.label}
          hint={TEXT.hint(props.name)}
          fault={props.fault}
          type="text"
          autocomplete="off"
          value={props.typed}
          focused
        />
        <div class="actions">
          <Button look="danger">{TEXT.submit}</Button>
          <ButtonLink look="plain" to={props.backTo}>
            {TEXT.stay}
          </ButtonLink>
        </div>
      </Form>
    </Card>
  </Layout>
);
