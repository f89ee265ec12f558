/* One question of a routing form; `new` adds one. */
import { REMOVE } from '../../../views/routing-forms/edit-page.js';
import { FieldFormPage, type FieldValues, REQUIRED } from '../../../views/routing-forms/field-form.js';
import { notFound } from '../../errors.js';
import type { Form } from '../../http/forms.js';
import { withField, withoutField } from '../../scheduling/routing-forms/edits.js';
import type { FormField } from '../../scheduling/routing-forms/routing-form.js';
import { identifierFor, isChoice, isFieldType } from '../../scheduling/routing-forms/rules.js';
import { linesOf, textOf } from '../request-values.js';
import type { UserPost, UserRequest } from '../page.js';
import { page, type PageReply } from '../reply.js';
import {
  editProps,
  formPath,
  ownForm,
  type Rejection,
  type RoutingFormPagesDeps,
  saveEdit,
  savedForm,
  statusOf,
} from './own-form.js';

const ID_BYTES = 8;
const NEW = 'new';
const EMPTY: FieldValues = { label: '', identifier: '', type: 'text', required: false, options: '' };
const SUBJECTS = { label: 'The question', identifier: 'The identifier', options: 'The list' };

const valuesOf = (field: FormField | undefined): FieldValues =>
  field === undefined ? EMPTY : { ...field, options: field.options.join('\n') };

const typedIn = (form: Form): FieldValues => ({
  label: textOf(form, 'label'),
  identifier: textOf(form, 'identifier'),
  type: form.text('type'),
  required: form.text(REQUIRED.name) === REQUIRED.value,
  options: textOf(form, 'options'),
});

/** Options are ignored unless the type is a choice. */
function fieldOf(id: string, { label, identifier, type: typed, required, options }: FieldValues): FormField {
  const type = isFieldType(typed) ? typed : 'text';
  return {
    ...{ id, label, required, type },
    identifier: identifier === '' ? identifierFor(label) : identifier,
    options: isChoice(type) ? linesOf(options) : [],
  };
}

export async function showField(
  deps: RoutingFormPagesDeps,
  request: UserRequest,
  typed?: FieldValues,
  rejection?: Rejection,
): Promise<PageReply> {
  const own = await ownForm(deps, request);
  const part = request.param('part');
  const editing = own.form.fields.find(({ id }) => id === part);
  if (editing === undefined && typed === undefined && part !== NEW) throw notFound();
  const props = {
    ...editProps(request, own, rejection),
    action: `${formPath(own.form.id)}/fields/${encodeURIComponent(editing?.id ?? NEW)}`,
    values: typed ?? valuesOf(editing),
    editing,
  };
  return page(<FieldFormPage {...props} />, statusOf(rejection));
}

export async function saveField(deps: RoutingFormPagesDeps, request: UserPost): Promise<PageReply> {
  const part = request.param('part');
  const isNew = part === NEW;
  const typed = typedIn(request.form);
  const isRemoval = request.form.text(REMOVE.name) === REMOVE.value;
  const id = isNew ? deps.random(ID_BYTES).toString('hex') : part;
  const revise = isRemoval ? withoutField(part) : withField(fieldOf(id, typed), { isNew });
  const rejection = await saveEdit(deps, request, revise, SUBJECTS);
  return rejection ? showField(deps, request, typed, rejection) : savedForm(request.param('id'));
}
