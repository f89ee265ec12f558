/* Form for one question of a routing form. Data: web/routing-forms. */
import type { VNode } from 'preact';
import { Layout } from '../layout.js';
import type { Crumb } from '../layout.js';
import type { PagePerson } from '../parts/account-menu.js';
import { Button, ButtonLink } from '../parts/button.js';
import { Card } from '../parts/card.js';
import { Field, SelectField, TextArea } from '../parts/field.js';
import type { Choice } from '../parts/field.js';
import { Form } from '../parts/form.js';
import { Notice } from '../parts/notice.js';

export interface FieldValues {
  readonly label: string;
  readonly identifier: string;
  readonly type: string;
  readonly required: boolean;
  /** One per line. */
  readonly options: string;
}

export type FieldFormFaults = Readonly<Partial<Record<string, readonly string[]>>>;

export interface FieldFormProps {
  readonly user: PagePerson;
  readonly crumbs: readonly Crumb[];
  readonly csrf: string;
  readonly action: string;
  readonly backTo: string;
  readonly version: number;
  readonly values: FieldValues;
  readonly faults: FieldFormFaults;
  readonly refusal?: string | undefined;
  /** The question being edited; absent for a new one. */
  readonly editing?: { readonly label: string } | undefined;
}

export const REMOVE = { name: 'act', value: 'remove' } as const;
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
  cancel: 'Cancel',
  remove: 'Delete this question',
  faulty: 'Nothing was saved. Correct the marked fields.',
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
      type="text"
      autocomplete="off"
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
      type="text"
      autocomplete="off"
      value={values.identifier}
      optional
    />
  </>
);

export function FieldFormPage(props: FieldFormProps): VNode {
  const { editing, faults } = props;
  const title = editing?.label ?? TEXT.create;
  const reasons = faults['field'] ?? [];
  const refusal = props.refusal ?? (Object.keys(faults).length > 0 ? TEXT.faulty : undefined);
  return (
    <Layout title={title} width="wide" user={props.user} crumbs={props.crumbs}>
      <h1>
        <bdi>{title}</bdi>
      </h1>
      {refusal && (
        <Notice kind="danger" title={refusal}>
          {reasons.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Notice>
      )}
      <Card>
        <Form action={props.action} csrf={props.csrf}>
          <input type="hidden" name="version" value={props.version} />
          <Inputs {...props} />
          <div class="actions">
            <Button look="primary">{TEXT.save}</Button>
            <ButtonLink look="plain" to={props.backTo}>
              {TEXT.cancel}
            </ButtonLink>
            {editing && (
              <Button look="danger" {...REMOVE}>
                {TEXT.remove}
              </Button>
            )}
          </div>
        </Form>
      </Card>
    </Layout>
  );
}
