/* One question of a routing form. Filled by routing-forms/field-pages. */
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
  /** One a line. */
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
  /** Of a question that is there. */
  readonly standing?: { readonly label: string } | undefined;
}

export const REMOVE = { name: 'act', value: 'remove' } as const;
export const REQUIRED = { name: 'required', value: 'yes' } as const;

export const FIELD_TEXT = {
  create: 'Add a question',
  label: 'Question',
  labelHint: 'As people read it.',
  identifier: 'Identifier',
  identifierHint: 'What programs call it. Made from the question when you leave it empty.',
  type: 'Kind of answer',
  required: 'It must be answered',
  options: 'Choices',
  optionsHint: 'One a line. For lists, buttons and boxes alone.',
  save: 'Save question',
  cancel: 'Cancel',
  remove: 'Delete this question',
  faulty: 'Nothing was saved. Look at what is marked below.',
  changed: 'Somebody changed this form meanwhile. What you typed is below; save it again if it still fits.',
} as const;
const TEXT = FIELD_TEXT;

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
  const { standing, faults } = props;
  const title = standing?.label ?? TEXT.create;
  const refusals = faults['field'] ?? [];
  const said = props.refusal ?? (Object.keys(faults).length > 0 ? TEXT.faulty : undefined);
  return (
    <Layout title={title} width="wide" user={props.user} crumbs={props.crumbs}>
      <h1>
        <bdi>{title}</bdi>
      </h1>
      {said && (
        <Notice kind="danger" title={said}>
          {refusals.map((sentence) => (
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
            {standing && (
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
