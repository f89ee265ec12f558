/* Converts routes between the form and the posted values. Pure. */
import {
  CONDITION,
  type ConditionValues,
  type RouteValues,
} from '../../../views/routing-forms/route-form.js';
import type { Form } from '../../http/forms.js';
import type { Action, Condition, FormRoute } from '../../scheduling/routing-forms/routing-form.js';
import { CONDITIONS_PER_ROUTE, isOperator, valueCountOf } from '../../scheduling/routing-forms/rules.js';
import { idOf, textOf } from '../request-values.js';

export const ROUTE_LISTS: readonly string[] = Object.values(CONDITION);

const BLANK: ConditionValues = { field: '', operator: 'equals', value: '' };

const typedAction = (action: Action): Omit<RouteValues, 'match' | 'conditions'> => ({
  kind: action.kind,
  eventType: action.kind === 'event_type' ? String(action.eventTypeId) : '',
  message: action.kind === 'message' ? action.text : '',
  url: action.kind === 'url' ? action.url : '',
});

export const valuesOf = ({ match, conditions, action }: Omit<FormRoute, 'id'>): RouteValues => ({
  match,
  conditions: conditions.map(({ fieldId: field, operator, values }) => ({
    ...{ field, operator },
    value: values.join('; '),
  })),
  ...typedAction(action),
});

export function typedIn(form: Form): RouteValues {
  const [operators, values] = [form.list(CONDITION.operator), form.list(CONDITION.value)];
  return {
    match: form.text('match') === 'any' ? 'any' : 'all',
    conditions: form.list(CONDITION.field).map((field, at) => ({
      field,
      operator: operators[at] ?? '',
      value: (values[at] ?? '').trim(),
    })),
    kind: form.text('kind'),
    eventType: form.text('event_type'),
    message: textOf(form, 'message'),
    url: textOf(form, 'url'),
  };
}

function conditionOf({ field: fieldId, operator: typed, value }: ConditionValues): Condition {
  const operator = isOperator(typed) ? typed : 'equals';
  const kind = valueCountOf(operator);
  const several = value.split(';').map((one) => one.trim());
  const values = kind === 'several' ? several.filter((one) => one !== '') : [value];
  return { fieldId, operator, values: kind === 'none' || value === '' ? [] : values };
}

export function actionOf({ kind, eventType, message, url }: RouteValues): Action {
  if (kind === 'url') return { kind, url };
  if (kind !== 'event_type') return { kind: 'message', text: message };
  return { kind, eventTypeId: idOf(eventType) };
}

/** Rows without a question are ignored. */
const filledRows = ({ conditions }: RouteValues) => conditions.filter(({ field }) => field !== '');

export const routeOf = (id: string, typed: RouteValues): FormRoute => ({
  id,
  match: typed.match === 'any' ? 'any' : 'all',
  conditions: filledRows(typed).map(conditionOf),
  action: actionOf(typed),
});

/** Keeps only the rows that are validated, so that the faults are next to their rows. */
export const withoutBlankRows = (typed: RouteValues): RouteValues => ({
  ...typed,
  conditions: filledRows(typed),
});

/** Adds a row to fill in, up to the limit. */
export const withBlankRow = (values: RouteValues): RouteValues =>
  values.conditions.length >= CONDITIONS_PER_ROUTE
    ? values
    : { ...values, conditions: [...values.conditions, BLANK] };
