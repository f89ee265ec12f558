/* Presents a routing form for its page. Pure. */
import { TYPE_LABELS } from '../../../views/routing-forms/field-form.js';
import { FORM_TEXT, type FormPageProps, type PartView } from '../../../views/routing-forms/form-page.js';
import { OPERATOR_LABELS } from '../../../views/routing-forms/route-form.js';
import type { EventTypeChoice, FormGroup, OwnForm } from '../../scheduling/routing-forms/design-store.js';
import type {
  Action,
  Condition,
  FormField,
  RoutingForm,
} from '../../scheduling/routing-forms/routing-form.js';
import { formPath } from './own-form.js';

type Choices = readonly EventTypeChoice[];

export const groupName = ({ name, organizationName }: FormGroup['group']): string =>
  organizationName === undefined ? name : `${name} (${organizationName})`;

const MAX_LENGTH = 80;
const shortened = (text: string): string =>
  text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;

function destination(action: Action, choices: Choices): string {
  if (action.kind === 'message') return `Message: ${shortened(action.text)}`;
  if (action.kind === 'url') return shortened(action.url);
  const eventType = choices.find(({ id }) => id === action.eventTypeId);
  return eventType ? eventType.title : 'A deleted event type. Choose another one';
}

const fieldDetail = ({ type, required, options }: FormField): string =>
  [
    TYPE_LABELS[type],
    ...(required ? ['required'] : []),
    ...(options.length > 0 ? [shortened(options.join(', '))] : []),
  ].join(' · ');

const presentFields = ({ id: formId, fields }: RoutingForm): readonly PartView[] =>
  fields.map((field) => ({
    id: field.id,
    to: `${formPath(formId)}/fields/${encodeURIComponent(field.id)}`,
    title: field.label,
    detail: fieldDetail(field),
    identifier: field.identifier,
  }));

function describeCondition({ fieldId, operator, values }: Condition, fields: readonly FormField[]): string {
  const label = fields.find(({ id }) => id === fieldId)?.label ?? '';
  return [`“${shortened(label)}”`, OPERATOR_LABELS[operator], shortened(values.join('; '))].join(' ').trim();
}

const presentRoutes = (form: RoutingForm, choices: Choices): readonly PartView[] =>
  form.routes.map(({ id, match, conditions, action }) => ({
    id,
    to: `${formPath(form.id)}/routes/${encodeURIComponent(id)}`,
    title: destination(action, choices),
    detail: `If ${conditions
      .map((condition) => describeCondition(condition, form.fields))
      .join(match === 'all' ? ', and ' : ', or ')}`,
  }));

const presentFallback = (form: RoutingForm, choices: Choices): PartView => ({
  id: 'fallback',
  to: `${formPath(form.id)}/routes/fallback`,
  title: destination(form.fallback, choices),
  detail: FORM_TEXT.otherwise,
});

export function presentForm(
  { form, group, responses }: OwnForm,
  choices: Choices,
): Omit<FormPageProps, 'user' | 'crumbs' | 'csrf' | 'done' | 'refusal'> {
  const path = formPath(form.id);
  return {
    action: `${path}/acts`,
    version: form.version,
    form: { ...form, groupName: groupName(group), responses },
    fields: presentFields(form),
    routes: presentRoutes(form, choices),
    fallback: presentFallback(form, choices),
    to: {
      edit: `${path}/edit`,
      newField: `${path}/fields/new`,
      newRoute: `${path}/routes/new`,
      responses: `${path}/responses.csv`,
    },
  };
}
