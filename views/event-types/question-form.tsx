/* Form for one question of an event type. Data: web/event-types. */
import type { VNode } from 'preact';
import { AccountPage } from '../parts/account-page.js';
import { BoxField } from '../parts/forms/box-field.js';
import { Button, ButtonLink } from '../parts/forms/button.js';
import { Card } from '../parts/card.js';
import type { FaultsById } from '../parts/forms/error-summary.js';
import { type Choice, Field, SelectField, TextArea } from '../parts/forms/field.js';
import { Form } from '../parts/forms/form.js';
import type { FormPageProps } from '../layout.js';

export interface QuestionValues {
  readonly label: string;
  readonly placeholder: string;
  readonly type: string;
  readonly identifier: string;
  /** One per line. */
  readonly options: string;
  readonly required: boolean;
  readonly hidden: boolean;
}

export interface QuestionFormProps extends FormPageProps {
  readonly action: string;
  readonly backTo: string;
  readonly version: string;
  readonly values: QuestionValues;
  readonly faults: FaultsById;
  readonly refusal?: string | undefined;
  /** The question that is edited. Of a default one there is less to edit, and of the name least. */
  readonly editing?: { readonly label: string; readonly kind: 'own' | 'default' | 'name' } | undefined;
}

export const REMOVE_QUESTION = { name: 'act', value: 'remove' } as const;

export const QUESTION_TEXT = {
  create: 'Add a question',
  label: 'Question',
  labelHint: 'The text that people see.',
  placeholder: 'Placeholder',
  placeholderHint: 'Optional. Shown in the empty field.',
  type: 'Kind of answer',
  options: 'Choices',
  optionsHint: 'One per line. Only for lists, buttons and boxes.',
  identifier: 'Identifier',
  identifierHint: 'The name of the answer in the API. Derived from the question if you leave it empty.',
  required: 'An answer is required',
  hidden: 'Not asked',
  hiddenHint: 'Programs can still send an answer.',
  save: 'Save question',
  remove: 'Delete this question',
  stale: 'The event type was changed in the meantime. Check your input below and save again.',
} as const;
const TEXT = QUESTION_TEXT;

export const QUESTION_TYPES = {
  text: 'A line of text',
  textarea: 'Several lines of text',
  number: 'A number',
  phone: 'A phone number',
  address: 'An address',
  url: 'A web address',
  multiemail: 'E-mail addresses',
  boolean: 'A box to tick',
  select: 'One of a list',
  radio: 'One of several buttons',
  multiselect: 'Several of a list',
  checkbox: 'Several boxes to tick',
} as const;

const TYPES: readonly Choice[] = Object.entries(QUESTION_TYPES).map(([value, label]) => ({ value, label }));

const Kind = ({ values, faults }: QuestionFormProps): VNode => (
  <>
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
    <Field
      name="identifier"
      type="identifier"
      label={TEXT.identifier}
      hint={TEXT.identifierHint}
      fault={faults['identifier']}
      value={values.identifier}
      optional
    />
  </>
);

const Inputs = (props: QuestionFormProps): VNode => {
  const { values, faults, editing } = props;
  return (
    <>
      <Field
        name="label"
        label={TEXT.label}
        hint={TEXT.labelHint}
        fault={faults['label']}
        value={values.label}
      />
      <Field
        name="placeholder"
        label={TEXT.placeholder}
        hint={TEXT.placeholderHint}
        fault={faults['placeholder']}
        value={values.placeholder}
        optional
      />
      {(editing === undefined || editing.kind === 'own') && <Kind {...props} />}
      {editing?.kind !== 'name' && (
        <>
          <BoxField
            name="required"
            label={TEXT.required}
            checked={values.required}
            fault={faults['required']}
          />
          <BoxField name="hidden" label={TEXT.hidden} hint={TEXT.hiddenHint} checked={values.hidden} />
        </>
      )}
    </>
  );
};

export const QuestionFormPage = (props: QuestionFormProps): VNode => {
  const title = props.editing?.label ?? TEXT.create;
  return (
    <AccountPage {...props} title={title} heading={<bdi>{title}</bdi>}>
      <Card>
        <Form action={props.action} csrf={props.csrf}>
          <input type="hidden" name="version" value={props.version} />
          <Inputs {...props} />
          <div class="actions">
            <Button look="primary">{TEXT.save}</Button>
            <ButtonLink look="plain" to={props.backTo}>
              Cancel
            </ButtonLink>
            {props.editing?.kind === 'own' && (
              <Button look="danger" {...REMOVE_QUESTION}>
                {TEXT.remove}
              </Button>
            )}
          </div>
        </Form>
      </Card>
    </AccountPage>
  );
};
