/* Rules for questions and routes of a routing form. Pure; faults are messages for the editor of the form. */
import type { PropertyFault } from '../../errors.js';
import { isWebUrl, readAnswer } from '../event-types/answers.js';
import { isPlainLine, isPlainText } from '../profile/rules.js';
import { FIELD_TYPES, OPERATORS } from './routing-form.js';
import type { Action, Condition, FieldType, FormDefinition, FormField, FormRoute } from './routing-form.js';

export const FORMS_PER_GROUP = 100;
export const FIELDS_PER_FORM = 30;
export const ROUTES_PER_FORM = 30;
export const CONDITIONS_PER_ROUTE = 10;
const OPTIONS_PER_FIELD = 100;
const NAME_LENGTH = 200;
const TEXT_LENGTH = 2_000;
const VALUE_LENGTH = 500;
const VALUES_PER_CONDITION = 100;

const IDENTIFIER = /^[A-Za-z][\w.-]{0,99}$/;
const CHOICES: readonly FieldType[] = ['select', 'radio', 'multiselect', 'checkbox'];
const SEVERAL: readonly FieldType[] = ['multiselect', 'checkbox'];

export const isChoice = (type: FieldType): boolean => CHOICES.includes(type);

export const isFieldType = (text: string): text is FieldType => FIELD_TYPES.some((type) => type === text);

export const isOperator = (text: string): text is Condition['operator'] =>
  OPERATORS.some((operator) => operator === text);

/** How many values an operator compares with. */
export function valueCountOf(operator: Condition['operator']): 'none' | 'one' | 'several' {
  if (operator === 'empty' || operator === 'not_empty') return 'none';
  return operator === 'any_of' || operator === 'none_of' ? 'several' : 'one';
}

/** `company-size` for `Company size`; empty for a label without Latin letters. */
export const identifierFor = (label: string): string =>
  label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^[-\d]+|-+$/g, '')
    .slice(0, 60);

function lineFaults(property: string, text: string, longest = NAME_LENGTH): readonly PropertyFault[] {
  if (text === '') return [{ property, message: 'must not be empty' }];
  if (text.length > longest) return [{ property, message: `must be at most ${longest} characters` }];
  return isPlainLine(text) ? [] : [{ property, message: 'must not hold control characters' }];
}

function textFaults(property: string, text: string): readonly PropertyFault[] {
  if (text.length > TEXT_LENGTH) return [{ property, message: `must be at most ${TEXT_LENGTH} characters` }];
  return isPlainText(text) ? [] : [{ property, message: 'must not hold control characters' }];
}

export const headerFaults = ({ name, description }: Pick<FormDefinition, 'name' | 'description'>) => [
  ...lineFaults('name', name),
  ...textFaults('description', description ?? ''),
];

function optionFaults({ type, options }: FormField): readonly PropertyFault[] {
  if (!isChoice(type)) return [];
  const property = 'options';
  if (options.length === 0) return [{ property, message: 'must have something to choose from, one a line' }];
  if (options.length > OPTIONS_PER_FIELD)
    return [{ property, message: `must be at most ${OPTIONS_PER_FIELD} lines` }];
  if (new Set(options.map((option) => option.toLowerCase())).size < options.length)
    return [{ property, message: 'must name each choice once' }];
  return options.flatMap((option) => lineFaults(property, option)).slice(0, 1);
}

/** `others`: the other questions of the form. */
export function fieldFaults(field: FormField, others: readonly FormField[]): readonly PropertyFault[] {
  const { label, identifier } = field;
  const property = 'identifier';
  const taken = others.some((other) => other.identifier.toLowerCase() === identifier.toLowerCase());
  return [
    ...lineFaults('label', label),
    ...(IDENTIFIER.test(identifier)
      ? []
      : [{ property, message: 'must begin with a letter and hold letters, digits, hyphens, dots or _' }]),
    ...(taken ? [{ property, message: 'is the identifier of another question' }] : []),
    ...optionFaults(field),
  ];
}

/** Refuses values that no answer can equal: such a condition would never hold. */
function valueFault(
  { type, options }: FormField,
  { operator }: Condition,
  value: string,
): string | undefined {
  if (value.length > VALUE_LENGTH) return `must be at most ${VALUE_LENGTH} characters`;
  if (!isPlainLine(value)) return 'must not hold control characters';
  const [isPart, isMore] = [/contains$/.test(operator), ['greater', 'less'].includes(operator)];
  if (isMore || (type === 'number' && !isPart))
    return value !== '' && Number.isFinite(Number(value)) ? undefined : 'must be a number';
  if (isPart && !SEVERAL.includes(type)) return undefined;
  const read = readAnswer({ type, options }, SEVERAL.includes(type) ? [value] : value);
  return read.kind === 'fault' ? read.message : undefined;
}

/** Values in the form of stored answers: a phone number without spaces. */
export function normalizeRoute({ conditions, ...route }: FormRoute, fields: readonly FormField[]): FormRoute {
  const normalize = ({ fieldId, operator, values }: Condition): Condition => {
    const field = fields.find(({ id }) => id === fieldId);
    const normalizeValue = (value: string): string => {
      const read = field?.type === 'phone' ? readAnswer(field, value) : undefined;
      return read?.kind === 'kept' && !/contains$/.test(operator) ? String(read.value) : value;
    };
    return { fieldId, operator, values: values.map(normalizeValue) };
  };
  return { ...route, conditions: conditions.map(normalize) };
}

function valuesFault(field: FormField, condition: Condition): string | undefined {
  const { operator, values } = condition;
  const count = valueCountOf(operator);
  if (count === 'none') return values.length === 0 ? undefined : 'must stay empty';
  if (values.length === 0) return 'must not be empty';
  if (values.length > (count === 'one' ? 1 : VALUES_PER_CONDITION)) return 'must be fewer values';
  return values.map((value) => valueFault(field, condition, value)).find((fault) => fault !== undefined);
}

/** `conditions.0.field`, `conditions.0.operator`, `conditions.0.value`. */
function conditionFaults(
  condition: Condition,
  at: number,
  fields: readonly FormField[],
): readonly PropertyFault[] {
  const field = fields.find(({ id }) => id === condition.fieldId);
  const property = `conditions.${at}`;
  if (field === undefined)
    return [{ property: `${property}.field`, message: 'must be a question of the form' }];
  if (['greater', 'less'].includes(condition.operator) && field.type !== 'number')
    return [
      { property: `${property}.operator`, message: 'compares numbers; the answer to this question is none' },
    ];
  const message = valuesFault(field, condition);
  return message === undefined ? [] : [{ property: `${property}.value`, message }];
}

/** The store checks the owner of an event type. */
export function actionFaults(action: Action): readonly PropertyFault[] {
  if (action.kind === 'message')
    return action.text === ''
      ? [{ property: 'message', message: 'must not be empty' }]
      : textFaults('message', action.text);
  if (action.kind === 'event_type' || isWebUrl(action.url, ['https:'])) return [];
  return [{ property: 'url', message: 'must be an address that begins with https://' }];
}

export function routeFaults(route: FormRoute, fields: readonly FormField[]): readonly PropertyFault[] {
  const { conditions, action } = route;
  const most = CONDITIONS_PER_ROUTE;
  return [
    ...(conditions.length === 0
      ? [
          {
            property: 'conditions',
            message: 'must be at least one; without any the route would fit all answers',
          },
        ]
      : []),
    ...(conditions.length > most ? [{ property: 'conditions', message: `must be at most ${most}` }] : []),
    ...conditions.flatMap((condition, at) => conditionFaults(condition, at, fields)),
    ...actionFaults(action),
  ];
}
