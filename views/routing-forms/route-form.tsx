/* Form for one route of a routing form, or for its fallback route. Data: web/routing-forms. */
import type { VNode } from 'preact';
import { RadioField } from '../developer/radio-field.js';
import { Button } from '../parts/forms/button.js';
import { type Choice, Faults, Field, SelectField, TextArea } from '../parts/forms/field.js';
import { EditPage, type EditProps } from './edit-page.js';

export interface ConditionValues {
  /** Empty: the row is ignored. */
  readonly field: string;
  readonly operator: string;
  /** Several values are separated by semicolons. */
  readonly value: string;
}

export interface RouteValues {
  readonly match: string;
  readonly conditions: readonly ConditionValues[];
  readonly kind: string;
  readonly eventType: string;
  readonly message: string;
  readonly url: string;
}

/** Keys of faults like `conditions.0.value`, by the rows on the page. */
export interface RouteFormProps extends EditProps {
  readonly title: string;
  /** The fallback has no conditions. */
  readonly fallback: boolean;
  readonly removable: boolean;
  readonly values: RouteValues;
  readonly questions: readonly Choice[];
  readonly eventTypes: readonly Choice[];
}

/** Field names of a condition; each is sent once per row. */
export const CONDITION = {
  field: 'condition_field',
  operator: 'condition_operator',
  value: 'condition_value',
} as const;
export const MORE = { name: 'act', value: 'more' } as const;

export const ROUTE_TEXT = {
  create: 'Add a route',
  edit: (position: number) => `Route ${position}`,
  fallback: 'Everyone else',
  fallbackDetail: 'Used when no route above matches the answers.',
  conditions: 'Who takes this route',
  match: 'How many conditions must match',
  all: 'All of them',
  any: 'At least one',
  row: (position: number) => `Condition ${position}`,
  question: 'Question',
  noQuestion: 'Ignore this row',
  operator: 'Comparison',
  value: 'Value',
  valueHint: 'Separate several values with semicolons. Upper and lower case are treated alike.',
  more: 'Add a condition',
  destination: 'Destination',
  eventType: 'An event type',
  eventTypeHint: 'People choose a time right away.',
  message: 'A message',
  messageHint: 'People see a text instead of available times.',
  url: 'Another page',
  urlHint: 'People are redirected to an external address.',
  whichEventType: 'Event type',
  noEventTypes: 'No event types',
  text: 'Text of the message',
  address: 'Address',
  addressHint: 'For example https://example.com/help',
  save: 'Save route',
  remove: 'Delete this route',
} as const;
const TEXT = ROUTE_TEXT;

export const OPERATOR_LABELS = {
  equals: 'is',
  not_equals: 'is not',
  contains: 'contains',
  not_contains: 'does not contain',
  any_of: 'is one of',
  none_of: 'is none of',
  greater: 'is greater than',
  less: 'is less than',
  empty: 'is not answered',
  not_empty: 'is answered',
} as const;

const OPERATORS: readonly Choice[] = Object.entries(OPERATOR_LABELS).map(([value, label]) => ({
  value,
  label,
}));

const Row = ({ row, at, props }: { row: ConditionValues; at: number; props: RouteFormProps }): VNode => {
  const { questions, faults } = props;
  const fault = (part: string) => faults[`conditions.${at}.${part}`];
  const common = (part: keyof typeof CONDITION) => ({
    name: CONDITION[part],
    id: `${CONDITION[part]}-${at}`,
    fault: fault(part),
  });
  return (
    <fieldset class="condition">
      <legend>{TEXT.row(at + 1)}</legend>
      <SelectField
        {...common('field')}
        label={TEXT.question}
        choices={[{ value: '', label: TEXT.noQuestion }, ...questions]}
        chosen={row.field}
      />
      <SelectField {...common('operator')} label={TEXT.operator} choices={OPERATORS} chosen={row.operator} />
      <Field {...common('value')} label={TEXT.value} value={row.value} optional />
    </fieldset>
  );
};

const Conditions = (props: RouteFormProps): VNode => (
  <section class="conditions" aria-labelledby="conditions-title">
    <h2 id="conditions-title">{TEXT.conditions}</h2>
    <Faults name="conditions" label={TEXT.conditions} fault={props.faults['conditions']} />
    <SelectField
      name="match"
      label={TEXT.match}
      choices={[
        { value: 'all', label: TEXT.all },
        { value: 'any', label: TEXT.any },
      ]}
      chosen={props.values.match}
    />
    <p class="hint">{TEXT.valueHint}</p>
    {props.values.conditions.map((row, at) => (
      <Row key={at} row={row} at={at} props={props} />
    ))}
  </section>
);

const KINDS = [
  { value: 'event_type', label: TEXT.eventType, hint: TEXT.eventTypeHint },
  { value: 'message', label: TEXT.message, hint: TEXT.messageHint },
  { value: 'url', label: TEXT.url, hint: TEXT.urlHint },
];

const Destination = ({ values, faults, eventTypes }: RouteFormProps): VNode => (
  <section>
    <RadioField
      name="kind"
      legend={TEXT.destination}
      options={KINDS}
      chosen={values.kind}
      fault={faults['kind']}
    />
    <SelectField
      name="event_type"
      label={TEXT.whichEventType}
      choices={eventTypes.length === 0 ? [{ value: '', label: TEXT.noEventTypes }] : eventTypes}
      chosen={values.eventType}
      fault={faults['event_type']}
    />
    <TextArea
      name="message"
      label={TEXT.text}
      value={values.message}
      rows={3}
      fault={faults['message']}
      optional
    />
    <Field
      name="url"
      label={TEXT.address}
      hint={TEXT.addressHint}
      type="address"
      value={values.url}
      fault={faults['url']}
      optional
    />
  </section>
);

export const RouteFormPage = (props: RouteFormProps): VNode => (
  <EditPage
    page={props}
    title={props.title}
    reasons={props.faults['route']}
    lead={props.fallback ? TEXT.fallbackDetail : undefined}
    save={TEXT.save}
    buttons={
      !props.fallback && (
        <Button look="plain" {...MORE}>
          {TEXT.more}
        </Button>
      )
    }
    remove={props.removable ? TEXT.remove : undefined}
  >
    {!props.fallback && <Conditions {...props} />}
    <Destination {...props} />
  </EditPage>
);
