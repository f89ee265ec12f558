/* Values that pages of several groups read from a request. */
import type { PropertyFault } from '../errors.js';
import type { Form } from '../http/forms.js';
import type { BrowserRequest } from './page.js';
import type { PageSession } from './session/page-session.js';

const MAX_ID = 2_147_483_647;

/** 0, which is no id, for any other text. */
export function idOf(text: string): number {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  return id <= MAX_ID ? id : 0;
}

/** The version in the hidden field of a form; NaN for any other text. */
export const versionOf = (form: Form): number =>
  /^\d{1,9}$/.test(form.text('version')) ? Number(form.text('version')) : Number.NaN;

/** The outcome of the last form: `?done=saved` names one of `texts`. Otherwise what was kept in this browser. */
export function doneText(
  { query, session }: Pick<BrowserRequest, 'query'> & { session: Pick<PageSession, 'takeMessage'> },
  texts: Readonly<Record<string, string>> = {},
): string | undefined {
  const done = query('done');
  return Object.hasOwn(texts, done) ? texts[done] : session.takeMessage();
}

/** The text of a field, trimmed. Browsers send line breaks as CRLF. */
export const textOf = (form: Form, name: string): string => form.text(name).replaceAll('\r\n', '\n').trim();

/** One value per line, trimmed; empty lines are ignored. */
export const linesOf = (text: string): readonly string[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

export type FieldFaults = Readonly<Record<string, readonly string[]>>;

/** Messages by field, in the given order. */
export function groupByField(faults: readonly (readonly [field: string, message: string])[]): FieldFaults {
  const byField = new Map<string, string[]>();
  for (const [field, message] of faults) byField.set(field, [...(byField.get(field) ?? []), message]);
  return Object.fromEntries(byField);
}

/** Faults as sentences by property; a property like `conditions.0.value` has the subject of its last part. */
export const faultSentences = (
  faults: readonly PropertyFault[],
  subjects: Readonly<Record<string, string>>,
): FieldFaults =>
  groupByField(
    faults.map(({ property, message }) => {
      const [first = '', , part = first] = property.split('.');
      return [property, `${subjects[part] ?? 'This'} ${message}.`];
    }),
  );
