/* The route for answers: the first one whose conditions hold. Pure. */
import type { Answers, AnswerValue, Condition, FormDefinition, FormRoute, Operator } from './routing-form.js';

/** Comparisons ignore case and surrounding space. */
const plain = (text: string): string => text.trim().toLowerCase();

const textsOf = (answer: AnswerValue | undefined): readonly string[] => {
  if (answer === undefined) return [];
  return (typeof answer === 'object' ? answer : [String(answer)]).map(plain);
};

/** Numbers are equal in any notation: 5, 5.0, 05. */
function isSame(answer: AnswerValue | undefined, value: string): boolean {
  if (typeof answer === 'number') return value.trim() !== '' && Number(value) === answer;
  const texts = textsOf(answer);
  return texts.length === 1 && texts[0] === plain(value);
}

/** A part of a text, or one of several choices. */
function contains(answer: AnswerValue | undefined, value: string): boolean {
  if (typeof answer === 'object') return textsOf(answer).includes(plain(value));
  return textsOf(answer).some((text) => text.includes(plain(value)));
}

const isOneOf = (answer: AnswerValue | undefined, values: readonly string[]): boolean =>
  typeof answer === 'object'
    ? values.some((value) => contains(answer, value))
    : values.some((value) => isSame(answer, value));

const numberIn = (value: AnswerValue | undefined): number =>
  typeof value === 'object' || value === undefined || value === '' ? NaN : Number(value);

type Test = (answer: AnswerValue | undefined, values: readonly [string, ...string[]]) => boolean;

/** An unanswered question equals nothing, contains nothing, and is neither greater nor less. */
const TESTS: Readonly<Record<Operator, Test>> = {
  equals: (answer, [value]) => isSame(answer, value),
  not_equals: (answer, [value]) => !isSame(answer, value),
  contains: (answer, [value]) => contains(answer, value),
  not_contains: (answer, [value]) => !contains(answer, value),
  any_of: (answer, values) => isOneOf(answer, values),
  none_of: (answer, values) => !isOneOf(answer, values),
  greater: (answer, [value]) => numberIn(answer) > numberIn(value),
  less: (answer, [value]) => numberIn(answer) < numberIn(value),
  empty: (answer) => textsOf(answer).length === 0,
  not_empty: (answer) => textsOf(answer).length > 0,
};

const holds = ({ fieldId, operator, values }: Condition, answers: Answers): boolean => {
  const [first = '', ...rest] = values;
  const answer = Object.hasOwn(answers, fieldId) ? answers[fieldId]?.value : undefined;
  return TESTS[operator](answer, [first, ...rest]);
};

function fits({ match, conditions }: FormRoute, answers: Answers): boolean {
  const isMet = (condition: Condition): boolean => holds(condition, answers);
  return match === 'all' ? conditions.every(isMet) : conditions.some(isMet);
}

/** Undefined when none fits; then the fallback applies. */
export const chooseRoute = (
  { routes }: Pick<FormDefinition, 'routes'>,
  answers: Answers,
): FormRoute | undefined => routes.find((route) => fits(route, answers));
