/* Values that pages of several groups read from a request. */
import type { Form } from '../http/forms.js';
import type { BrowserRequest } from './page.js';

const MAX_ID = 2_147_483_647;

/** 0, which is no id, for every other text. */
export function idOf(text: string): number {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  return id <= MAX_ID ? id : 0;
}

/** The version that the form was shown with; NaN when it is none. */
export const versionOf = (form: Form): number =>
  /^\d{1,9}$/.test(form.text('version')) ? Number(form.text('version')) : Number.NaN;

/** What the last form did: `?done=saved` names one of `texts`. */
export function doneText(
  request: BrowserRequest,
  texts: Readonly<Record<string, string>>,
): string | undefined {
  const done = request.query('done');
  return Object.hasOwn(texts, done) ? texts[done] : undefined;
}
