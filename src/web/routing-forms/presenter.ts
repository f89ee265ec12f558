/* A routing form in the words of its page. Pure. */
import { TYPE_WORDS } from '../../../views/routing-forms/field-form.js';
import { FORM_TEXT, type ShownPart } from '../../../views/routing-forms/form-page.js';
import { OPERATOR_WORDS } from '../../../views/routing-forms/route-form.js';
import type { EventTypeChoice } from '../../scheduling/routing-forms/design-store.js';
import type {
  Action,
  Condition,
  FormField,
  RoutingForm,
} from '../../scheduling/routing-forms/routing-form.js';
import { formPath } from './page-deps.js';

type Choices = readonly EventTypeChoice[];

const LONGEST = 80;
const shortened = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

function destination(action: Action, choices: Choices): string {
  if (action.kind === 'message') return `Message: ${shortened(action.text)}`;
  if (action.kind === 'url') return shortened(action.url);
  const found = choices.find(({ id }) => id === action.eventTypeId);
  return found ? found.title : 'An event type that is gone. Choose another one';
}

const described = ({ type, required, options }: FormField): string =>
  [
    TYPE_WORDS[type],
    ...(required ? ['must be answered'] : []),
    ...(options.length > 0 ? [shortened(options.join(', '))] : []),
  ].join(' · ');

export const shownFields = ({ id: formId, fields }: RoutingForm): readonly ShownPart[] =>
  fields.map((field) => ({
    id: field.id,
    to: `${formPath(formId)}/fields/${encodeURIComponent(field.id)}`,
    title: field.label,
    detail: described(field),
    identifier: field.identifier,
  }));

function inWords({ fieldId, operator, values }: Condition, fields: readonly FormField[]): string {
  const label = fields.find(({ id }) => id === fieldId)?.label ?? '';
  return [`“${shortened(label)}”`, OPERATOR_WORDS[operator], shortened(values.join('; '))].join(' ').trim();
}

export const shownRoutes = (form: RoutingForm, choices: Choices): readonly ShownPart[] =>
  form.routes.map(({ id, match, conditions, action }) => ({
    id,
    to: `${formPath(form.id)}/routes/${encodeURIComponent(id)}`,
    title: destination(action, choices),
    detail: `If ${conditions
      .map((condition) => inWords(condition, form.fields))
      .join(match === 'all' ? ', and ' : ', or ')}`,
  }));

export const shownFallback = (form: RoutingForm, choices: Choices): ShownPart => ({
  id: 'fallback',
  to: `${formPath(form.id)}/routes/fallback`,
  title: destination(form.fallback, choices),
  detail: FORM_TEXT.otherwise,
});
