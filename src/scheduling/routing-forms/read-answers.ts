/* Checks answers against the questions of a form. Pure; unknown questions are ignored and never stored. */
import type { PropertyFault } from '../../errors.js';
import { readAnswer } from '../event-types/answers.js';
import type { Answer, Answers, AnswerValue, FormField } from './routing-form.js';

export type AnswerInputs = Readonly<Record<string, unknown>>;

export interface ReadAnswers {
  readonly answers: Answers;
  /** Empty when all fit; each names its question as in the request, or else by its identifier. */
  readonly faults: readonly PropertyFault[];
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

const isStorable = (value: unknown): value is AnswerValue =>
  ['string', 'number'].includes(typeof value) || Array.isArray(value);

/** Also accepts the shape of replies, with the value beside the label of the question. */
const valueOf = (input: unknown): unknown =>
  typeof input === 'object' && input !== null && 'value' in input ? input.value : input;

interface AnswerInput {
  readonly property: string;
  readonly value: unknown;
}

/** By the identifier of the question, or by its id as in responses. Undefined when it is absent. */
function inputFor(
  { id, identifier }: FormField,
  inputs: AnswerInputs,
  path: string,
): AnswerInput | undefined {
  const name = [identifier, id].find((known) => Object.hasOwn(inputs, known));
  return name === undefined ? undefined : { property: `${path}${name}`, value: valueOf(inputs[name]) };
}

type Outcome = { readonly answer: Answer | undefined } | { readonly fault: PropertyFault };

function readInput(field: FormField, { property, value }: AnswerInput): Outcome {
  const { label, required } = field;
  if (isEmpty(value))
    return required ? { fault: { property, message: 'must be answered' } } : { answer: undefined };
  const read = readAnswer(field, value);
  if (read.kind === 'fault') return { fault: { property, message: read.message } };
  if (!isStorable(read.value)) throw new Error(`an answer to ${field.type} cannot be stored`);
  return { answer: { label, value: read.value } };
}

/** Answers in `current` stay for questions without an input, also when the form does not have them any more. */
export function readAnswers(
  fields: readonly FormField[],
  inputs: AnswerInputs,
  { current = {}, path = '' }: { readonly current?: Answers; readonly path?: string } = {},
): ReadAnswers {
  const answers = new Map(Object.entries(current));
  const faults: PropertyFault[] = [];
  for (const field of fields) {
    const input = inputFor(field, inputs, path);
    if (input === undefined && answers.has(field.id)) continue;
    const outcome = readInput(field, input ?? { property: `${path}${field.identifier}`, value: undefined });
    if ('fault' in outcome) faults.push(outcome.fault);
    else if (outcome.answer === undefined) answers.delete(field.id);
    else answers.set(field.id, outcome.answer);
  }
  return { answers: Object.fromEntries(answers), faults };
}
