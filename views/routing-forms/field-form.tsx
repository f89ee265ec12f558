/* Form for one question of a routing form. Data: web/routing-forms. */
import type { VNode } from 'preact';
import { type Choice, Field, SelectField, TextArea } from '../parts/forms/field.js';
import { EditPage, type EditProps } from './edit-page.js';

export interface FieldValues {
  readonly label: string;
  readonly identifier: string;
  readonly type: string;
  readonly required: boolean;
  /** One per line. */
  readonly options: string;
}

export interface FieldFormProps extends EditProps {
  readonly values: FieldValues;
  /** The question that is edited; absent for a new one. */
  readonly editing?: { readonly label: string } | undefined;
}

export const REQUIRED = { name: 'required', value: 'yes' } as const;

const TEXT = {
  create: 'Add a question',
  label: 'Question',
  labelHint: 'The text that people see.',
  identifier: 'Identifier',
  identifierHint: 'The name in the API. Derived from the question if you leave it empty.',
  type: 'Kind of answer',
  required: 'An answer is required',
  options: 'Choices',
  optionsHint: 'One per line. Only for lists, buttons and boxes.',
  save: 'Save question',
  remove: 'Delete this question',
} as const;

export const TYPE_LABELS = {
  text: 'A line of text',
  textarea: 'Several lines of text',
  number: 'A number',
  email: 'An e-mail address',
  phone: 'A phone number',
  url: 'A web address',
  select: 'One of a list',
  radio: 'One of several buttons',
  multiselect: 'Several of a list',
  checkbox: 'Several boxes to tick',
} as const;

const TYPES: readonly Choice[] = Object.entries(TYPE_LABELS).map(([value, label]) => ({ value, label }));

const Inputs = ({ values, faults }: FieldFormProps): VNode => (
  <>
    <Field
      name="label"
      label={TEXT.label}
      hint={TEXT.labelHint}
      fault={faults['label']}
      value={values.label}
    />
    <SelectField name="type" label={TEXT.type} fault={faults['type']} choices={TYPES} chosen={values.type} />
    <TextArea
      name="options"
      label={TEXT.options}
      hint={TEXT.optionsHint}
      fault={faults['options']}
      value={values.options}
      rows={4}
      optional
    />
    <label class="box">
      <input type="checkbox" name={REQUIRED.name} value={REQUIRED.value} checked={values.required} />
      <span>{TEXT.required}</span>
    </label>
    <Field
      name="identifier"
      label={TEXT.identifier}
      hint={TEXT.identifierHint}
      fault={faults['identifier']}
      value={values.identifier}
      optional
    />
  </>
);

export const FieldFormPage = (props: FieldFormProps): VNode => (
  <EditPage
    page={props}
    title={props.editing?.label ?? TEXT.create}
    reasons={props.faults['field']}
    save={TEXT.save}
    remove={props.editing && TEXT.remove}
  >
    <Inputs {...props} />
  </EditPage>
);
