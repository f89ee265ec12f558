/* Questions, routes and whole routing forms for the suites of routing forms. */
import type {
  Action,
  Condition,
  FormDefinition,
  FormField,
  FormRoute,
  Operator,
} from '../../../src/scheduling/routing-forms/routing-form.js';

export const field = (change: Partial<FormField> & Pick<FormField, 'id'>): FormField => ({
  label: `About ${change.id}`,
  identifier: change.id,
  type: 'text',
  required: false,
  options: [],
  ...change,
});

export const condition = (fieldId: string, operator: Operator, ...values: readonly string[]): Condition => ({
  fieldId,
  operator,
  values,
});

export const message = (text: string): Action => ({ kind: 'message', text });

export const route = (change: Partial<FormRoute> & Pick<FormRoute, 'conditions'>): FormRoute => ({
  id: 'first',
  match: 'all',
  action: message('First'),
  ...change,
});

export const definition = (change: Partial<FormDefinition> = {}): FormDefinition => ({
  name: 'Who helps you?',
  description: null,
  disabled: false,
  fields: [],
  routes: [],
  fallback: message('Nobody'),
  ...change,
});
