/* Creates a routing form, and changes the name and description of one. */
import {
  FormHeadPage,
  type FormHeadProps,
  ROUTING_FORMS_TEXT as TEXT,
} from '../../../views/routing-forms/my-forms.js';
import type { Form } from '../../http/forms.js';
import { withHead } from '../../scheduling/routing-forms/edits.js';
import type { FormDefinition } from '../../scheduling/routing-forms/routing-form.js';
import { FORMS_PER_GROUP, headerFaults } from '../../scheduling/routing-forms/rules.js';
import { type FieldFaults, faultSentences, idOf, textOf } from '../request-values.js';
import type { UserPost, UserRequest } from '../page.js';
import { page, type PageReply, redirect } from '../reply.js';
import {
  editProps,
  formPath,
  FORMS_PATH,
  ownForm,
  type Rejection,
  type RoutingFormPagesDeps,
  saveEdit,
  savedForm,
  statusOf,
} from './own-form.js';
import { groupName } from './presenter.js';

const ID_BYTES = 16;
const SUBJECTS = { name: 'The name', description: 'The description' };

type Values = FormHeadProps['values'];

const EMPTY: Values = { name: '', description: '', group: '' };

const valuesOf = (form: Form): Values => ({
  name: textOf(form, 'name'),
  description: textOf(form, 'description'),
  group: form.text('group'),
});

const headOf = ({ name, description }: Values): Pick<FormDefinition, 'name' | 'description'> => ({
  name,
  description: description === '' ? null : description,
});

export async function showNewForm(
  { routingDesigns }: RoutingFormPagesDeps,
  { user, csrf }: UserRequest,
  values = EMPTY,
  faults: FieldFaults = {},
): Promise<PageReply> {
  const groups = await routingDesigns.groups(user.account.id);
  const props = {
    user: user.account,
    crumbs: [],
    csrf: csrf(),
    action: FORMS_PATH,
    backTo: FORMS_PATH,
    ...{ values, faults },
    groups: groups.map(({ id, group }) => ({ value: String(id), label: groupName(group) })),
  };
  return page(<FormHeadPage {...props} />, { status: Object.keys(faults).length > 0 ? 422 : 200 });
}

const newDefinition = (values: Values): FormDefinition => ({
  ...headOf(values),
  disabled: false,
  fields: [],
  routes: [],
  fallback: { kind: 'message', text: 'Thank you. We will get back to you.' },
});

export async function createForm(deps: RoutingFormPagesDeps, request: UserPost): Promise<PageReply> {
  const values = valuesOf(request.form);
  const definition = newDefinition(values);
  const faults = headerFaults(definition);
  if (faults.length > 0) return showNewForm(deps, request, values, faultSentences(faults, SUBJECTS));
  const id = deps.random(ID_BYTES).toString('hex');
  const draft = { id, groupId: idOf(values.group), definition, most: FORMS_PER_GROUP };
  const created = await deps.routingDesigns.create(request.user.account.id, draft, request.actor);
  if (typeof created === 'object') return redirect(formPath(created.id));
  const fault = created === 'too_many' ? TEXT.tooMany(FORMS_PER_GROUP) : TEXT.unknownGroup;
  return showNewForm(deps, request, values, { group: [fault] });
}

export async function showHead(
  deps: RoutingFormPagesDeps,
  request: UserRequest,
  typed?: Values,
  rejection?: Rejection,
): Promise<PageReply> {
  const own = await ownForm(deps, request);
  const { id, name, description } = own.form;
  const props = {
    ...editProps(request, own, rejection),
    action: formPath(id),
    values: typed ?? { name, description: description ?? '', group: '' },
    editing: { name },
  };
  return page(<FormHeadPage {...props} />, statusOf(rejection));
}

export async function saveHead(deps: RoutingFormPagesDeps, request: UserPost): Promise<PageReply> {
  const values = valuesOf(request.form);
  const rejection = await saveEdit(deps, request, withHead(headOf(values)), SUBJECTS);
  return rejection ? showHead(deps, request, values, rejection) : savedForm(request.param('id'));
}
