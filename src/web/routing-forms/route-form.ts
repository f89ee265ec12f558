/* A route as it is typed and as it stands in a form, there and back. Pure. */
import type { ConditionValues, RouteValues } from '../../../views/routing-forms/route-form.js';
import { CONDITION } from '../../../views/routing-forms/route-form.js';
import type { PropertyFault } from '../../errors.js';
import type { Form } from '../../http/forms.js';
import type { Action, Condition, FormRoute } from '../../scheduling/routing-forms/routing-form.js';
import { isOperator, valuesFor } from '../../scheduling/routing-forms/rules.js';
import { textIn } from './page-deps.js';

export const ROUTE_LISTS: readonly string[] = Object.values(CONDITION);

export const BLANK: ConditionValues = { field: '', operator: 'equals', value: '' };

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
    message: textIn(form, 'message'),
    url: textIn(form, 'url'),
  };
}

function conditionOf({ field: fieldId, operator: typed, value }: ConditionValues): Condition {
  const operator = isOperator(typed) ? typed : 'equals';
  const kind = valuesFor(operator);
  const several = value.split(';').map((one) => one.trim());
  const values = kind === 'several' ? several.filter((one) => one !== '') : [value];
  return { fieldId, operator, values: kind === 'none' || value === '' ? [] : values };
}

export function actionOf({ kind, eventType, message, url }: RouteValues): Action {
  if (kind === 'url') return { kind, url };
  if (kind !== 'event_type') return { kind: 'message', text: message };
  return { kind, eventTypeId: /^[1-9]\d{0,9}$/.test(eventType) ? Number(eventType) : 0 };
}

/** Rows without a question are left out. */
const filled = ({ conditions }: RouteValues) => conditions.filter(({ field }) => field !== '');

export const routeOf = (id: string, typed: RouteValues): FormRoute => ({
  id,
  match: typed.match === 'any' ? 'any' : 'all',
  conditions: filled(typed).map(conditionOf),
  action: actionOf(typed),
});

/** The form is shown again with the rows that count alone, so that faults stand beside their rows. */
export const again = (typed: RouteValues): RouteValues => ({ ...typed, conditions: filled(typed) });

export const unknownEventType = (): readonly PropertyFault[] => [
  {
    property: 'event_type',
    message: 'must be one that can be booked, of the team or of a team of the organization',
  },
];
