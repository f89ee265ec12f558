/* Edits of the questions of an event type, which are a change of its booking fields, and what they are refused for. */
import type { PropertyFault } from '../../errors.js';
import type { FieldEdit } from '../../scheduling/event-types/field-edits.js';
import { termsOf, versionOf } from '../../scheduling/event-types/terms.js';
import { changedMeanwhile } from '../../scheduling/event-types/use-cases.js';
import { type FieldFaults, groupByField } from '../request-values.js';
import type { UserPost } from '../page.js';
import { type EventTypePages, ownEventType, type Refused, refusedBy } from './own-event-type.js';

/** Applies an edit to the posted version of the event type. Undefined: it is saved. */
export async function saveQuestions(
  deps: EventTypePages,
  request: UserPost,
  edit: FieldEdit,
): Promise<Refused | undefined> {
  const { eventType, of } = await ownEventType(deps, request);
  const version = request.form.text('version');
  try {
    if (version !== versionOf(termsOf(eventType))) throw changedMeanwhile();
    await of.change(eventType.id, { bookingFields: edit(eventType.bookingFields) }, version);
    return undefined;
  } catch (error) {
    return refusedBy(error);
  }
}

const PARTS: Readonly<Partial<Record<string, readonly [id: string, subject: string]>>> = {
  label: ['label', 'The question'],
  placeholder: ['placeholder', 'The placeholder'],
  type: ['type', 'The kind of answer'],
  slug: ['identifier', 'The identifier'],
  options: ['options', 'The list of choices'],
};

/** `bookingFields.2.label` is about a part of the edited question; `bookingFields` about all of them together. */
function sentenceOf({ property, message }: PropertyFault): readonly [id: string, sentence: string] {
  const [, , part = ''] = property.split('.');
  const [id, subject] = PARTS[part] ?? [];
  if (id !== undefined) return [id, `${subject} ${message}.`];
  return message.startsWith('the slug')
    ? ['identifier', 'Another question has this identifier.']
    : ['required', `The event type ${message}.`];
}

export const questionFaults = ({ faults }: Refused): FieldFaults => groupByField(faults.map(sentenceOf));
