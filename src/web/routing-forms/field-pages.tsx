/* `/settings/routing-forms/:id/fields/:part`: one question of a form; `new` is one more. */
import type Router from 'koa-router';
import {
  FIELD_TEXT,
  type FieldFormFaults,
  FieldFormPage,
  type FieldValues,
  REMOVE,
  REQUIRED,
} from '../../../views/routing-forms/field-form.js';
import { notFound } from '../../errors.js';
import type { Form } from '../../http/forms.js';
import { redirectAfterPost, sendPage } from '../../http/pages.js';
import type { OwnForm } from '../../scheduling/routing-forms/design-store.js';
import { withField, withoutField } from '../../scheduling/routing-forms/edits.js';
import type { FormField } from '../../scheduling/routing-forms/routing-form.js';
import { identifierFor, isChoice, isFieldType } from '../../scheduling/routing-forms/rules.js';
import {
  actorOf,
  crumbsTo,
  FORM,
  formPath,
  linesOf,
  orNotFound,
  ownForm,
  page,
  paramOf,
  posted,
  sentences,
  targetOf,
  textIn,
  versionIn,
} from './page-deps.js';
import type { Post, RoutingFormPagesDeps, Visit } from './page-deps.js';

const ID_BYTES = 8;
const NEW = 'new';
const EMPTY: FieldValues = { label: '', identifier: '', type: 'text', required: false, options: '' };

const valuesOf = (field: FormField | undefined): FieldValues =>
  field === undefined ? EMPTY : { ...field, options: field.options.join('\n') };

const typedIn = (form: Form): FieldValues => ({
  label: textIn(form, 'label'),
  identifier: textIn(form, 'identifier'),
  type: form.text('type'),
  required: form.text(REQUIRED.name) === REQUIRED.value,
  options: textIn(form, 'options'),
});

/** Of another kind than a choice, what was typed as choices is nothing. */
function fieldOf(id: string, { label, identifier, type, required, options }: FieldValues): FormField {
  const kind = isFieldType(type) ? type : 'text';
  return {
    ...{ id, label, required },
    type: kind,
    identifier: identifier === '' ? identifierFor(label) : identifier,
    options: isChoice(kind) ? linesOf(options) : [],
  };
}

const partOf = (visit: Visit, { form }: OwnForm): FormField | undefined =>
  form.fields.find(({ id }) => id === paramOf(visit, 'part'));

interface Shown {
  readonly status: 200 | 409 | 422;
  readonly faults: FieldFormFaults;
  readonly typed?: FieldValues;
  readonly refusal?: string;
}

const AS_IT_STANDS: Shown = { status: 200, faults: {} };

function show(
  visit: Visit,
  { csrf }: RoutingFormPagesDeps,
  own: OwnForm,
  { status, faults, typed, refusal }: Shown = AS_IT_STANDS,
): void {
  const editing = partOf(visit, own);
  const again = typed !== undefined || paramOf(visit, 'part') === NEW;
  if (editing === undefined && !again) throw notFound();
  const backTo = formPath(own.form.id);
  const props = {
    ...{ backTo, faults, refusal, editing },
    user: visit.account,
    crumbs: crumbsTo(own),
    csrf: csrf.csrfField(visit.ctx),
    action: `${backTo}/fields/${encodeURIComponent(editing?.id ?? NEW)}`,
    version: own.form.version,
    values: typed ?? valuesOf(editing),
  };
  sendPage(visit.ctx, status, <FieldFormPage {...props} />);
}

const SUBJECTS = { label: 'The question', identifier: 'The identifier', options: 'The list' };

async function save(post: Post, deps: RoutingFormPagesDeps): Promise<void> {
  const part = paramOf(post, 'part');
  const isNew = part === NEW;
  const typed = typedIn(post.form);
  const field = fieldOf(isNew ? deps.random(ID_BYTES).toString('hex') : part, typed);
  const removing = post.form.text(REMOVE.name) === REMOVE.value;
  const revise = removing ? withoutField(part) : withField(field, { isNew });
  const target = { ...targetOf(post), version: versionIn(post.form) };
  const outcome = orNotFound(await deps.routingDesigns.change(target, revise, actorOf(post)));
  if (outcome.kind === 'saved') {
    redirectAfterPost(post.ctx, `${formPath(target.formId)}?done=saved`);
    return;
  }
  show(post, deps, await ownForm(deps, post), {
    typed,
    ...(outcome.kind === 'refused'
      ? { status: 422, faults: sentences(outcome.faults, SUBJECTS) }
      : { status: 409, faults: {}, refusal: FIELD_TEXT.changed }),
  });
}

export function addFieldPages(router: Router, deps: RoutingFormPagesDeps): void {
  const path = `${FORM}/fields/:part`;
  router.get(
    path,
    page(deps, async (visit) => show(visit, deps, await ownForm(deps, visit))),
  );
  router.post(
    path,
    posted(deps, (post) => save(post, deps)),
  );
}
