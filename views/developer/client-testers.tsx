/* Who may use a client while it waits for its review. */
import type { VNode } from 'preact';
import { Button } from '../parts/button.js';
import { Card } from '../parts/card.js';
import { Field } from '../parts/field.js';
import { Form } from '../parts/form.js';

export interface TesterView {
  readonly accountId: number;
  readonly name: string;
  readonly email: string;
}

export interface ClientTestersProps {
  readonly people: readonly TesterView[];
  readonly csrf: string;
  /** Additions are posted here; `/<account id>/removal` below it removes one. */
  readonly action: string;
  readonly typed: string;
  readonly fault?: string | undefined;
}

const TEXT = {
  title: 'Testers',
  lead: 'While the client waits for review, those who manage it and up to 20 people named here can use it.',
  email: 'E-mail address',
  hint: 'The address they sign in with.',
  add: 'Add tester',
  remove: (email: string) => `Remove ${email}`,
} as const;

export const ClientTesters = ({ people, csrf, action, typed, fault }: ClientTestersProps): VNode => (
  <Card>
    <h2 id="testers">{TEXT.title}</h2>
    <p class="hint">{TEXT.lead}</p>
    {people.length > 0 && (
      <ul class="rows">
        {people.map(({ accountId, name, email }) => (
          <li key={accountId}>
            <p>
              <bdi class="strong">{name}</bdi> <bdi class="hint">{email}</bdi>
            </p>
            <Form action={`${action}/${accountId}/removal`} csrf={csrf}>
              <Button look="plain">{TEXT.remove(email)}</Button>
            </Form>
          </li>
        ))}
      </ul>
    )}
    <Form action={action} csrf={csrf}>
      <Field
        name="email"
        label={TEXT.email}
        hint={TEXT.hint}
        fault={fault}
        type="email"
        autocomplete="off"
        value={typed}
      />
      <div class="actions">
        <Button look="plain">{TEXT.add}</Button>
      </div>
    </Form>
  </Card>
);
