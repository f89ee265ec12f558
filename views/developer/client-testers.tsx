/* The testers, who may use a client while it waits for its review. */
import type { VNode } from 'preact';
import { Submit } from '../parts/forms/actions.js';
import { Button } from '../parts/forms/button.js';
import { Card } from '../parts/card.js';
import { Field } from '../parts/forms/field.js';
import { Form } from '../parts/forms/form.js';
import type { ClientViewPageProps } from './client-heading.js';

export interface TestersView {
  readonly people: readonly {
    readonly accountId: number;
    readonly name: string;
    readonly email: string;
    readonly accepted: boolean;
  }[];
  /** As typed, when the form is shown again. */
  readonly typed: string;
  readonly fault?: string | undefined;
}

type ClientTestersProps = Pick<ClientViewPageProps, 'csrf' | 'path'> & { readonly testers: TestersView };

const TEXT = {
  title: 'Testers',
  lead: 'While the client waits for review, those who manage it and up to 20 people named here can use it. They get a mail and have to accept.',
  email: 'E-mail address',
  hint: 'The address they sign in with.',
  add: 'Add tester',
  waiting: 'Has not accepted yet',
  remove: (email: string) => `Remove ${email}`,
} as const;

export const ClientTesters = ({ testers, csrf, path }: ClientTestersProps): VNode => (
  <Card>
    <h2 id="testers">{TEXT.title}</h2>
    <p class="hint">{TEXT.lead}</p>
    {testers.people.length > 0 && (
      <ul class="rows">
        {testers.people.map(({ accountId, name, email, accepted }) => (
          <li key={accountId}>
            <p>
              <bdi class="strong">{name}</bdi> <bdi class="hint">{email}</bdi>
            </p>
            {!accepted && <p class="hint">{TEXT.waiting}</p>}
            <Form action={`${path}/testers/${accountId}/removal`} csrf={csrf}>
              <Button look="plain">{TEXT.remove(email)}</Button>
            </Form>
          </li>
        ))}
      </ul>
    )}
    <Form action={`${path}/testers`} csrf={csrf}>
      <Field
        name="email"
        label={TEXT.email}
        hint={TEXT.hint}
        fault={testers.fault}
        type="email"
        value={testers.typed}
      />
      <Submit look="plain" text={TEXT.add} />
    </Form>
  </Card>
);
