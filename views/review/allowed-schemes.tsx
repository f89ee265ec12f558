/* The private-use schemes without a dot that a public client may use, and the form that allows one more. */
import type { VNode } from 'preact';
import { Button } from '../parts/forms/button.js';
import { Card } from '../parts/card.js';
import { Field } from '../parts/forms/field.js';
import { Form } from '../parts/forms/form.js';
import { IdentifierList } from '../parts/text/identifier.js';

export interface AllowedSchemesProps {
  readonly allowed: readonly string[];
  /** A scheme that was not accepted, and why. */
  readonly refused?: { readonly typed: string; readonly fault: string } | undefined;
}

const TEXT = {
  title: 'Schemes without a dot',
  none: 'None is allowed.',
  risk: 'Any app can claim such a scheme and receive the codes. Allow one only for an app that cannot change its own.',
  label: 'Scheme',
  hint: 'Without the colon. Its developers can then use it in redirect URIs.',
  allow: 'Allow the scheme',
} as const;

export const AllowedSchemes = ({
  allowed,
  refused,
  form,
}: AllowedSchemesProps & {
  /** Absent for a reviewer who may not decide on this client. */
  form?: { readonly action: string; readonly csrf: string } | undefined;
}): VNode => (
  <Card>
    <h2>{TEXT.title}</h2>
    {allowed.length === 0 ? (
      <p>{TEXT.none}</p>
    ) : (
      <IdentifierList values={allowed.map((name) => `${name}:`)} />
    )}
    {form && (
      <Form {...form}>
        <p class="hint">{TEXT.risk}</p>
        <Field
          name="scheme"
          type="address"
          label={TEXT.label}
          hint={TEXT.hint}
          value={refused?.typed}
          fault={refused?.fault}
        />
        <Button look="danger">{TEXT.allow}</Button>
      </Form>
    )}
  </Card>
);
