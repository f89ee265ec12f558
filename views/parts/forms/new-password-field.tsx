import type { VNode } from 'preact';
import { Field, type FieldProps } from './field.js';

/** `minimum`: fewest characters of a password. */
export const NewPasswordField = ({
  minimum,
  ...field
}: Pick<FieldProps, 'label' | 'fault' | 'focused'> & { minimum: number }): VNode => (
  <Field
    {...field}
    name="password"
    type="password"
    autocomplete="new-password"
    minLength={minimum}
    hint={`At least ${minimum} characters. A few words that only you would put together are easiest to remember.`}
  />
);
