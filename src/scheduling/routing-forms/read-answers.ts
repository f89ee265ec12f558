/* Whether answers fit the questions of a form. Pure; what nobody asked is ignored and never kept. */
import type { PropertyFault } from '../../errors.js';
import { readAnswer } from '../event-types/answers.js';
import type { Answer, Answers, AnswerValue, FormField } from './routing-form.js';

export type SentAnswers = Readonly<Record<string, unknown>>;

export interface ReadAnswers {
  readonly answers: Answers;
  /** Empty when all fit; each names its question as it was sent, or else by its identifier. */
  readonly faults: readonly PropertyFault[];
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

const isKeepable = (value: unknown): value is AnswerValue =>
  ['string', 'number'].includes(typeof value) || Array.isArray(value);

/** As responses are shown: the value beside the words of the question. */
const bare = (sent: unknown): unknown =>
  typeof sent === 'object' && sent !== null && 'value' in sent ? sent.value : sent;

interface Sent {
  readonly property: string;
  readonly value: unknown;
}

/** A question is named by its identifier, or by its id as in responses. Undefined when it is not mentioned. */
function sentFor({ id, identifier }: FormField, sent: SentAnswers, path: string): Sent | undefined {
  const name = [identifier, id].find((known) => Object.hasOwn(sent, known));
  return name === undefined ? undefined : { property: `${path}${name}`, value: bare(sent[name]) };
}

type Verdict = { readonly answer: Answer | undefined } | { readonly fault: PropertyFault };

function verdictOn(field: FormField, { property, value }: Sent): Verdict {
  const { label, required } = field;
  if (isEmpty(value))
    return required ? { fault: { property, message: 'must be answered' } } : { answer: undefined };
  const read = readAnswer(field, value);
  if (read.kind === 'fault') return { fault: { property, message: read.message } };
  if (!isKeepable(read.value)) throw new Error(`an answer to ${field.type} cannot be kept`);
  return { answer: { label, value: read.value } };
}

/** What `standing` says stays for questions that are not mentioned, also when the form does not ask them any more. */
export function readAnswers(
  fields: readonly FormField[],
  sent: SentAnswers,
  { current = {}, path = '' }: { readonly current?: Answers; readonly path?: string } = {},
): ReadAnswers {
  const answers = new Map(Object.entries(current));
  const faults: PropertyFault[] = [];
  for (const field of fields) {
    const named = sentFor(field, sent, path);
    if (named === undefined && answers.has(field.id)) continue;
    const verdict = verdictOn(field, named ?? { property: `${path}${field.identifier}`, value: undefined });
    if ('fault' in verdict) faults.push(verdict.fault);
    else if (verdict.answer === undefined) answers.delete(field.id);
    else answers.set(field.id, verdict.answer);
  }
  return { answers: Object.fromEntries(answers), faults };
}
