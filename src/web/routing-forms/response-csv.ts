/*
 * Responses as CSV (RFC 4180). Cells that a spreadsheet would run as a formula are prefixed with an apostrophe, because
 * anyone can answer a form.
 */
import { stringify } from 'csv-stringify/sync';
import type {
  Answers,
  AnswerValue,
  FormField,
  FormResponse,
} from '../../scheduling/routing-forms/routing-form.js';

/** Also after spaces, and with full-width signs. */
const FORMULA = /^[\s]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

const withoutFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

function cellOf(value: AnswerValue | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  return withoutFormula(typeof value === 'string' ? value : value.join('; '));
}

const lines = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map((row) => [...row]),
    { record_delimiter: 'windows' },
  );

/** A question of the form. */
export type Column = Pick<FormField, 'id' | 'label'>;

export const headingLine = (columns: readonly Column[]): string =>
  lines([
    ['Response', 'Time', 'Booking', ...columns.map(({ label }) => withoutFormula(label)), 'Other answers'],
  ]);

/** Answers to deleted questions. */
const otherAnswers = (answers: Answers, columns: readonly Column[]): string =>
  Object.entries(answers)
    .filter(([id]) => columns.every((column) => column.id !== id))
    .map(([, { label, value }]) => `${label}: ${typeof value === 'object' ? value.join('; ') : value}`)
    .join('\n');

export const responseLines = (responses: readonly FormResponse[], columns: readonly Column[]): string =>
  lines(
    responses.map(({ id, createdAt, bookingUid, answers }) => [
      String(id),
      new Date(createdAt).toISOString(),
      bookingUid ?? '',
      ...columns.map((column) => cellOf(answers[column.id]?.value)),
      withoutFormula(otherAnswers(answers, columns)),
    ]),
  );
