/* One question of an event type, or a new one. */
import {
  QUESTION_TEXT as TEXT,
  QuestionFormPage,
  type QuestionValues,
  REMOVE_QUESTION,
} from '../../../views/event-types/question-form.js';
import { QUESTIONS_TEXT } from '../../../views/event-types/questions.js';
import { TICKED } from '../../../views/parts/forms/box-field.js';
import { notFound } from '../../errors.js';
import type { Form } from '../../http/forms.js';
import type { BookingField, EventType } from '../../scheduling/event-types/event-type.js';
import { isDefault, withField, withoutField } from '../../scheduling/event-types/field-edits.js';
import type { SentField } from '../../scheduling/event-types/fields.js';
import { termsOf, versionOf } from '../../scheduling/event-types/terms.js';
import { identifierFor } from '../../scheduling/routing-forms/rules.js';
import type { UserPost, UserRequest } from '../page.js';
import { doneReply, page, type PageReply, redirect } from '../reply.js';
import { linesOf, textOf } from '../request-values.js';
import { crumbsBelow, type EventTypePages, ownEventType, type Refused } from './own-event-type.js';
import { questionFaults, saveQuestions } from './question-edits.js';
import { labelOf, questionsPath } from './questions-page.js';

const EMPTY: QuestionValues = {
  ...{ label: '', placeholder: '', type: 'text', identifier: '', options: '' },
  ...{ required: false, hidden: false },
};

const valuesOf = ({
  label = '',
  placeholder = '',
  slug,
  options = [],
  ...field
}: BookingField): QuestionValues => ({
  ...{ label, placeholder, identifier: slug, options: options.join('\n') },
  ...{ type: field.type, required: field.required, hidden: field.hidden },
});

const typedIn = (form: Form): QuestionValues => ({
  label: textOf(form, 'label'),
  placeholder: textOf(form, 'placeholder'),
  type: form.text('type'),
  identifier: textOf(form, 'identifier'),
  options: textOf(form, 'options'),
  required: form.text('required') === TICKED,
  hidden: form.text('hidden') === TICKED,
});

const CHOICES: readonly string[] = ['select', 'radio', 'multiselect', 'checkbox'];

/** Checked by the schema of the API, which knows the types. */
function fieldOf(typed: QuestionValues, editing: BookingField | undefined): SentField {
  const { label, placeholder, required, hidden } = typed;
  const texts = { label, placeholder, required, hidden };
  if (editing !== undefined && isDefault(editing.type)) return { ...texts, type: editing.type };
  const type = typed.type as BookingField['type'];
  const slug = typed.identifier === '' ? identifierFor(label) || 'question' : typed.identifier;
  return { ...texts, type, slug, ...(CHOICES.includes(type) ? { options: linesOf(typed.options) } : {}) };
}

/** The question in the path; undefined for a new one. */
function findQuestion({ bookingFields }: EventType, slug: string): BookingField | undefined {
  const field = bookingFields.find((one) => one.slug === slug);
  if (slug !== '' && field === undefined) throw notFound('This event type has no such question.');
  return field;
}

const kindOf = ({ type }: BookingField): 'name' | 'default' | 'own' =>
  type === 'name' ? 'name' : isDefault(type) ? 'default' : 'own';

interface Rejected {
  readonly typed: QuestionValues;
  readonly refused: Refused;
}

/** Its values, or what was typed and why it was not saved. */
function stateOf(editing: BookingField | undefined, rejected: Rejected | undefined) {
  if (rejected === undefined) return { values: editing ? valuesOf(editing) : EMPTY, faults: {} };
  const { typed: values, refused } = rejected;
  const refusal = refused.stale === true ? TEXT.stale : refused.reason?.text;
  return { values, faults: questionFaults(refused), refusal };
}

export async function showQuestion(
  deps: EventTypePages,
  request: UserRequest,
  rejected?: Rejected,
): Promise<PageReply> {
  const own = await ownEventType(deps, request);
  const { eventType, path } = own;
  const listPath = questionsPath(own);
  if (eventType.parentId !== undefined) return redirect(listPath);
  const editing = findQuestion(eventType, request.param('question'));
  const props = {
    ...{ user: request.user.account, csrf: request.csrf(), backTo: listPath },
    crumbs: [...crumbsBelow(own), { label: QUESTIONS_TEXT.title, to: listPath }],
    action: editing ? `${listPath}/${encodeURIComponent(editing.slug)}` : `${path}/new-question`,
    version: versionOf(termsOf(eventType)),
    editing: editing && { label: labelOf(editing), kind: kindOf(editing) },
    ...stateOf(editing, rejected),
  };
  return page(<QuestionFormPage {...props} />, { status: rejected?.refused.status ?? 200 });
}

export async function saveQuestion(deps: EventTypePages, request: UserPost): Promise<PageReply> {
  const own = await ownEventType(deps, request);
  const slug = request.param('question');
  const editing = findQuestion(own.eventType, slug);
  const typed = typedIn(request.form);
  const isRemoval = request.form.text(REMOVE_QUESTION.name) === REMOVE_QUESTION.value;
  const edit = isRemoval ? withoutField(slug) : withField(editing?.slug, fieldOf(typed, editing));
  const refused = await saveQuestions(deps, request, edit);
  if (refused !== undefined) return showQuestion(deps, request, { typed, refused });
  const label = editing ? labelOf(editing) : typed.label;
  const message = isRemoval ? QUESTIONS_TEXT.removed(label) : QUESTIONS_TEXT.saved(typed.label || label);
  return doneReply(request, questionsPath(own), message);
}
