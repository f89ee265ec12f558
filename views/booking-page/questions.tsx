/* The fields of the form: what each event type asks. */
import type { VNode } from 'preact';
import type { FaultsById } from '../parts/forms/error-summary.js';
import { isolated } from '../parts/text/isolated.js';
import { Faults, Field, fieldClass, Hint, SelectField, TextArea } from '../parts/forms/field.js';

export interface ChoiceView {
  readonly value: string;
  readonly label: string;
  readonly chosen: boolean;
}

interface Common {
  readonly name: string;
  /** The name where it is absent. */
  readonly id?: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly required: boolean;
  readonly fault?: readonly string[] | undefined;
}

export type QuestionView = Common &
  (
    | {
        readonly kind: 'line';
        readonly type: 'text' | 'email' | 'tel' | 'number' | 'address';
        readonly value: string;
        readonly autocomplete?: string;
        /** Has the focus when the page opens. */
        readonly focused?: boolean;
      }
    | { readonly kind: 'text'; readonly value: string }
    | { readonly kind: 'select' | 'radio' | 'boxes'; readonly choices: readonly ChoiceView[] }
    | { readonly kind: 'box'; readonly chosen: boolean }
  );

const TEXT = { choose: 'Choose' } as const;

type WithChoices = Extract<QuestionView, { choices: readonly ChoiceView[] }>;

/** Radio buttons for one answer, boxes for several. */
const Choices = ({ kind, choices, required, name, id = name, ...labels }: WithChoices): VNode => (
  <fieldset class={fieldClass({ ...labels, name })} id={id}>
    <legend dir="auto">{labels.label}</legend>
    <Hint {...labels} name={id} />
    <Faults {...labels} name={id} />
    {choices.map(({ value, label, chosen }) => (
      <label class="box" key={value}>
        <input
          type={kind === 'radio' ? 'radio' : 'checkbox'}
          name={name}
          value={value}
          checked={chosen}
          required={kind === 'radio' && required}
        />
        <bdi>{label}</bdi>
      </label>
    ))}
  </fieldset>
);

const Select = ({ choices, required, ...labels }: WithChoices): VNode => {
  const chosen = choices.find((choice) => choice.chosen)?.value ?? '';
  const all = chosen === '' ? [{ value: '', label: TEXT.choose }, ...choices] : choices;
  return <SelectField {...labels} choices={all} chosen={chosen} />;
};

const Box = ({
  name,
  label,
  hint,
  required,
  fault,
  chosen,
}: Extract<QuestionView, { kind: 'box' }>): VNode => (
  <div class={fieldClass({ name, label, fault })}>
    <Faults name={name} label={label} fault={fault} />
    <label class="box">
      <input id={name} type="checkbox" name={name} value="true" checked={chosen} required={required} />
      <bdi>{label}</bdi>
    </label>
    <Hint name={name} label={label} hint={hint} />
  </div>
);

export const Question = (question: QuestionView): VNode => {
  const { label, hint, required, fault } = question;
  switch (question.kind) {
    case 'line': {
      const { name, type, value, autocomplete, focused = false } = question;
      const more = { focused, ...(autocomplete !== undefined && { autocomplete }) };
      return <Field {...{ name, type, value, label, hint, fault, ...more }} optional={!required} />;
    }
    case 'text': {
      const { name, value } = question;
      return <TextArea {...{ name, value, label, hint, fault }} rows={3} optional={!required} />;
    }
    case 'select':
      return <Select {...question} />;
    case 'radio':
    case 'boxes':
      return <Choices {...question} />;
    case 'box':
      return <Box {...question} />;
  }
};

/** For the summary on top of the form: the first of each, behind the label of its question. */
export const faultsById = (questions: readonly QuestionView[]): FaultsById =>
  Object.fromEntries(
    questions.flatMap(({ name, id = name, label, fault: [sentence] = [] }) =>
      sentence === undefined ? [] : [[id, [`${isolated(label)}: ${sentence}`]]],
    ),
  );
