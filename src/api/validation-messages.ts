/*
 * Messages for invalid properties, each saying what would be valid: `must be a text`. Used where a schema has no message
 * of its own. Pure.
 */
import type { z } from 'zod';
import type { PropertyFault } from '../errors.js';

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
  date: 'a time',
};

const FORMATS: Readonly<Record<string, string>> = {
  email: 'an e-mail address',
  url: 'an address like https://app.example',
  uuid: 'a UUID',
  datetime: 'a time like 2026-11-21T14:05:00Z',
  date: 'a day like 2026-11-21',
  time: 'a time of the day like 14:05',
  duration: 'a length of time like PT15M',
  e164: 'a phone number like +33123456789',
};

/** Of what has a size, what is counted. */
const UNITS: Readonly<Record<string, string>> = { string: 'character', array: 'entry', set: 'entry' };

const MAX_CHOICES = 20;

function oneOf(values: readonly unknown[]): string {
  const [only, ...others] = values
    .slice(0, MAX_CHOICES)
    .map((value) => (value === undefined ? 'left out' : JSON.stringify(value)));
  if (others.length === 0) return only ?? 'nothing';
  const more = values.length > MAX_CHOICES ? ', …' : '';
  return `one of ${[only, ...others].join(', ')}${more}`;
}

function counted(count: number | bigint, origin: string): string | undefined {
  const unit = UNITS[origin];
  if (unit === undefined) return undefined;
  return `${count} ${Number(count) === 1 ? unit : unit.replace(/y$/, 'ie').concat('s')}`;
}

interface Limit {
  readonly origin: string;
  readonly limit: number | bigint;
  readonly inclusive?: boolean | undefined;
}

/** The wordings of an inclusive limit and of an exclusive one. */
function limited(
  { origin, limit, inclusive = true }: Limit,
  [within, beyond]: readonly [string, string],
): string {
  const size = counted(limit, origin);
  const measure = inclusive ? within : beyond;
  return size === undefined ? `must be ${measure} ${limit}` : `must have ${measure} ${size}`;
}

function formatted(format: string, pattern: string | undefined): string {
  if (format === 'regex') return `must match ${pattern ?? 'its pattern'}`;
  return `must be ${FORMATS[format] ?? `in the format ${format}`}`;
}

const typed = (expected: string, verb: string): string =>
  ['never', 'undefined'].includes(expected)
    ? 'must be left out'
    : `${verb} ${TYPES[expected] ?? `of the type ${expected}`}`;

function measured(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'too_big':
      return limited({ ...issue, limit: issue.maximum }, ['at most', 'less than']);
    case 'too_small':
      return limited({ ...issue, limit: issue.minimum }, ['at least', 'more than']);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    default:
      return 'must be something else';
  }
}

/** For `error` of a parse. */
export const validationMessages: z.core.$ZodErrorMap = (issue) => {
  const verb = issue.input === undefined ? 'must be given:' : 'must be';
  switch (issue.code) {
    case 'invalid_type':
      return typed(issue.expected, verb);
    case 'invalid_value':
      return `${verb} ${oneOf(issue.values)}`;
    case 'invalid_format':
      return formatted(issue.format, issue.pattern);
    case 'invalid_key':
      return 'must have other names for its properties';
    case 'invalid_union':
      return `must be ${Array.isArray(issue.options) ? oneOf(issue.options) : 'in another form'}`;
    default:
      return measured(issue);
  }
};

/** Where no form of a union fits, the faults of the form with the fewest. */
function nearest(forms: readonly (readonly z.core.$ZodIssue[])[]): readonly z.core.$ZodIssue[] | undefined {
  const within = forms.filter((issues) => issues.every(({ path }) => path.length > 0));
  return within.toSorted((a, b) => a.length - b.length)[0];
}

/** Where every form is of another type: `must be a text, or a list`. */
const anyOf = (forms: readonly (readonly z.core.$ZodIssue[])[]): string =>
  [...new Set(forms.flatMap(([issue]) => issue?.message ?? []))]
    .join(', or ')
    .replaceAll(', or must be ', ', or ');

function faultsIn(
  issue: z.core.$ZodIssue,
  above: readonly PropertyKey[],
  whole: string,
): readonly PropertyFault[] {
  const path = [...above, ...issue.path];
  const property = path.join('.') || whole;
  if (issue.code !== 'invalid_union' || issue.errors.length === 0)
    return [{ property, message: issue.message }];
  const inside = nearest(issue.errors);
  return inside === undefined
    ? [{ property, message: anyOf(issue.errors) }]
    : inside.flatMap((one) => faultsIn(one, path, whole));
}

/** `whole`: what the value itself is called, `body`. */
export const inputFaults = ({ issues }: z.ZodError, whole: string): readonly PropertyFault[] =>
  issues.flatMap((issue) => faultsIn(issue, [], whole));
