/* Deleting a client is confirmed by typing its name. */
import type { VNode } from 'preact';
import { Field } from '../parts/forms/field.js';
import { isolated } from '../parts/text/isolated.js';
import { Confirmation, type ConfirmationProps } from './confirmation.js';

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
} as const;
const TEXT = REMOVAL_TEXT;

export const ClientRemovalPage = (props: ConfirmationProps & { readonly typed: string }): VNode => (
  <Confirmation page={props} text={{ ...TEXT, title: TEXT.title(props.name) }}>
    <Field
      name={CONFIRMATION}
      label={TEXT.label}
      hint={TEXT.hint(props.name)}
      fault={props.fault}
      value={props.typed}
      focused
    />
  </Confirmation>
);
