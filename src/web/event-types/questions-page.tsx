/* The questions of an event type in their order. */
import { QUESTION_TYPES } from '../../../views/event-types/question-form.js';
import {
  MOVE_UP,
  QUESTIONS_TEXT as TEXT,
  QuestionsPage,
  type QuestionView,
} from '../../../views/event-types/questions.js';
import type { BookingField } from '../../scheduling/event-types/event-type.js';
import { isDefault, withFieldMovedUp } from '../../scheduling/event-types/field-edits.js';
import { termsOf, versionOf } from '../../scheduling/event-types/terms.js';
import type { UserPost, UserRequest } from '../page.js';
import { page, type PageReply, redirect } from '../reply.js';
import { crumbsBelow, type EventTypePages, type Own, ownEventType, type Refused } from './own-event-type.js';
import { saveQuestions } from './question-edits.js';

export const questionsPath = ({ path }: Own): string => `${path}/questions`;

export const labelOf = ({ label, slug }: BookingField): string =>
  label === undefined || label === '' ? slug : label;

const TYPES: Readonly<Partial<Record<string, string>>> = QUESTION_TYPES;

const detailOf = ({ type, required, options = [] }: BookingField): string =>
  [
    TYPES[type] ?? 'Always part of the form',
    required ? 'required' : 'optional',
    ...(options.length > 0 ? [options.join(', ')] : []),
  ].join(' · ');

function presentQuestions(own: Own): readonly QuestionView[] {
  const { parentId, bookingFields } = own.eventType;
  const firstOwn = bookingFields.findIndex(({ type }) => !isDefault(type));
  return bookingFields.map((field, at) => ({
    slug: field.slug,
    label: labelOf(field),
    detail: detailOf(field),
    hidden: field.hidden,
    to: parentId === undefined ? `${questionsPath(own)}/${encodeURIComponent(field.slug)}` : undefined,
    canMoveUp: parentId === undefined && !isDefault(field.type) && at > firstOwn,
  }));
}

export async function showQuestions(
  deps: EventTypePages,
  request: UserRequest,
  refused?: Refused,
): Promise<PageReply> {
  const own = await ownEventType(deps, request);
  const { eventType, path } = own;
  const isManaged = eventType.parentId !== undefined;
  const props = {
    user: request.user.account,
    csrf: request.csrf(),
    crumbs: crumbsBelow(own),
    action: questionsPath(own),
    version: versionOf(termsOf(eventType)),
    questions: presentQuestions(own),
    createTo: isManaged ? undefined : `${path}/new-question`,
    done: request.session.takeMessage(),
    refusal: refused && TEXT.stale,
  };
  return page(<QuestionsPage {...props} />, { status: refused?.status ?? 200 });
}

export async function moveQuestion(deps: EventTypePages, request: UserPost): Promise<PageReply> {
  const refused = await saveQuestions(deps, request, withFieldMovedUp(request.form.text(MOVE_UP)));
  if (refused === undefined) return redirect(questionsPath(await ownEventType(deps, request)));
  return showQuestions(deps, request, refused);
}
